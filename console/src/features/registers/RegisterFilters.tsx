import { OF_OWN_ACCOUNTS, REGISTERS, type RegisterName } from '@krapao/contract/api/operator/registers';
import { Button, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FilterFold } from '../../components/FilterFold.tsx';
import { PeriodFields } from '../../components/PeriodFields.tsx';
import { useT } from '../../i18n/i18n.ts';
import { searchWith } from '../../lib/addressSearch.ts';
import { client } from '../../lib/api.ts';
import { wordOf } from '../../lib/memberWords.ts';
import { daysOf, FILTERS, type FilterName } from './register.ts';

interface Props {
  name: RegisterName;
  search: URLSearchParams;
  onChange: (search: URLSearchParams) => void;
}

/** What a register is narrowed by. Beside the period it is folded until it is used: most look at a period. */
export function RegisterFilters({ name, search, onChange }: Props) {
  const t = useT();
  const { states, ways } = REGISTERS[name];
  const value = (filter: FilterName) => search.get(filter) ?? '';
  // Another filter has other pages.
  const change = (values: Record<string, string>) => onChange(searchWith(search, { ...values, page: '' }));
  const field = (filter: FilterName, label: string, isNumber = false) => (
    <TextInput
      label={<span>{label}</span>}
      value={value(filter)}
      maxLength={80}
      inputMode={isNumber ? 'decimal' : undefined}
      onChange={(event) => change({ [filter]: event.currentTarget.value })}
    />
  );
  const choice = (filter: FilterName, label: string, options: { value: string; label: string }[]) => (
    <NativeSelect
      label={<span>{label}</span>}
      value={value(filter)}
      onChange={(event) => change({ [filter]: event.currentTarget.value })}
      data={[{ value: '', label: t('registers.any') }, ...options]}
    />
  );
  return (
    <search>
      <div style={{ display: 'flex', gap: 8, alignItems: 'center', flexWrap: 'wrap' }}>
        <PeriodFields period={daysOf(search)} onChange={change} />
      </div>
      <FilterFold isUsed={FILTERS.some((filter) => search.has(filter))}>
        <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" mt="xs" style={{ alignItems: 'end' }}>
          {field('member', t('registers.member'))}
          {choice(
            'state',
            t('registers.state'),
            states.map((state) => ({ value: state, label: wordOf('state', state) })),
          )}
          {choice(
            'way',
            t('registers.way'),
            ways.map((way) => ({ value: way, label: t(`registers.way.${way}`) })),
          )}
          {field('place', t('registers.place'))}
          {field('minimum', t('registers.minimum'), true)}
          {field('maximum', t('registers.maximum'), true)}
          {OF_OWN_ACCOUNTS.includes(name) && (
            <OwnAccount value={value('account')} onChange={(account) => change({ account })} />
          )}
          {field('operator', t('registers.operator'))}
          {field('reference', t('registers.reference'))}
        </SimpleGrid>
        <Button variant="default" size="sm" mt="sm" onClick={() => onChange(new URLSearchParams())}>
          {t('registers.clear')}
        </Button>
      </FilterFold>
    </search>
  );
}

/** Our accounts to choose from; a browser does not translate them. */
function OwnAccount({ value, onChange }: { value: string; onChange: (account: string) => void }) {
  const t = useT();
  const { data } = useQuery({ queryKey: ['accounts'], queryFn: () => client('GET /api/console/accounts') });
  return (
    <NativeSelect
      label={<span>{t('registers.account')}</span>}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{t('registers.any')}</option>
      {data?.accounts.map(({ id, bankCode, accountNo }) => (
        <option key={id} value={id} translate="no">
          {`${bankCode} ${accountNo}`}
        </option>
      ))}
    </NativeSelect>
  );
}
