import { IDENTITY_LEVELS } from '@krapao/contract/identity';
import { Button, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { FilterFold } from '../../components/FilterFold.tsx';
import { useT } from '../../i18n/i18n.ts';
import { searchWith } from '../../lib/addressSearch.ts';
import { FILTERS, type FilterName } from './memberFilter.ts';

interface Props {
  search: URLSearchParams;
  onChange: (search: URLSearchParams) => void;
}

/** What the list of members is narrowed by. */
export function MemberFilters({ search, onChange }: Props) {
  const t = useT();
  const value = (name: FilterName) => search.get(name) ?? '';
  const change = (name: FilterName, text: string) => onChange(searchWith(search, { [name]: text }));
  const field = (name: FilterName, kind: 'date' | 'baht' | 'days' | 'text') => (
    <TextInput
      label={<span>{t(`members.filter.${name}`)}</span>}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'baht' ? 'decimal' : kind === 'days' ? 'numeric' : undefined}
      value={value(name)}
      maxLength={40}
      onChange={(event) => change(name, event.currentTarget.value)}
    />
  );
  const choice = (name: FilterName, options: readonly (readonly [string, string])[]) => (
    <NativeSelect
      label={<span>{t(`members.filter.${name}`)}</span>}
      value={value(name)}
      onChange={(event) => change(name, event.currentTarget.value)}
      data={[
        { value: '', label: t('registers.any') },
        ...options.map(([one, label]) => ({ value: one, label })),
      ]}
    />
  );
  const yesOrNo = [
    ['true', t('members.filter.yes')],
    ['false', t('members.filter.no')],
  ] as const;
  return (
    <search>
      <FilterFold isUsed={FILTERS.some((name) => search.has(name))}>
        <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" mt="xs" style={{ alignItems: 'end' }}>
          {choice('status', [
            ['active', t('members.status.active')],
            ['suspended', t('members.status.suspended')],
            ['closed', t('members.status.closed')],
          ])}
          {choice('isFrozen', yesOrNo)}
          {choice('hasBonus', yesOrNo)}
          {choice('hasDeposited', yesOrNo)}
          {choice('isPaused', yesOrNo)}
          {choice('isAgeConfirmed', yesOrNo)}
          {choice(
            'level',
            IDENTITY_LEVELS.map((level) => [String(level), t(`identity.level.${level}`)] as const),
          )}
          {field('depositFrom', 'days')}
          {field('depositTo', 'days')}
          {field('registeredFrom', 'date')}
          {field('registeredTo', 'date')}
          {field('seenFrom', 'date')}
          {field('seenTo', 'date')}
          {field('balanceFrom', 'baht')}
          {field('balanceTo', 'baht')}
          {field('netFrom', 'baht')}
          {field('netTo', 'baht')}
          {field('tag', 'text')}
        </SimpleGrid>
        <Button variant="default" size="sm" mt="sm" onClick={() => onChange(new URLSearchParams())}>
          {t('registers.clear')}
        </Button>
      </FilterFold>
    </search>
  );
}
