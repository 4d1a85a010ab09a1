import { REGISTERS, type RegisterName } from '@krapao/contract/api/operator/registers';
import { Button, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { PeriodFields } from '../../components/PeriodFields.tsx';
import { useT } from '../../i18n/i18n.ts';
import { wordOf } from '../../lib/memberWords.ts';
import { type Choice, firstChoice } from './register.ts';

interface Props {
  name: RegisterName;
  choice: Choice;
  onChange: (choice: Choice) => void;
}

/** What a register is narrowed by. Beside the period it is folded: most look at a period. */
export function RegisterFilters({ name, choice, onChange }: Props) {
  const t = useT();
  const { states, ways } = REGISTERS[name];
  const field = (key: keyof Choice, label: string, isNumber = false) => (
    <TextInput
      label={<span>{label}</span>}
      value={choice[key]}
      maxLength={80}
      inputMode={isNumber ? 'decimal' : undefined}
      onChange={(event) => onChange({ ...choice, [key]: event.currentTarget.value })}
    />
  );
  return (
    <search>
      <div style={{ display: 'flex', gap: 8, alignItems: 'center', flexWrap: 'wrap' }}>
        <PeriodFields period={choice} onChange={(period) => onChange({ ...choice, ...period })} />
      </div>
      <details>
        <summary className="filters">{t('registers.filters')}</summary>
        <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" mt="xs" style={{ alignItems: 'end' }}>
          {field('member', t('registers.member'))}
          <NativeSelect
            label={<span>{t('registers.state')}</span>}
            value={choice.state}
            onChange={(event) => onChange({ ...choice, state: event.currentTarget.value })}
            data={[
              { value: '', label: t('registers.any') },
              ...states.map((value) => ({ value, label: wordOf('state', value) })),
            ]}
          />
          <NativeSelect
            label={<span>{t('registers.way')}</span>}
            value={choice.way}
            onChange={(event) => onChange({ ...choice, way: event.currentTarget.value })}
            data={[
              { value: '', label: t('registers.any') },
              ...ways.map((value) => ({ value, label: t(`registers.way.${value}`) })),
            ]}
          />
          {field('place', t('registers.place'))}
          {field('minimum', t('registers.minimum'), true)}
          {field('maximum', t('registers.maximum'), true)}
          {field('operator', t('registers.operator'))}
          {field('reference', t('registers.reference'))}
        </SimpleGrid>
        <Button variant="default" size="sm" mt="sm" onClick={() => onChange(firstChoice())}>
          {t('registers.clear')}
        </Button>
      </details>
    </search>
  );
}
