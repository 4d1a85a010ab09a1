import type { RegisterName } from '@krapao/contract/api/operator/registers';
import { Button, Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { CsvButton } from '../../components/CsvButton.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import { searchWith, useSettledSearch } from '../../lib/addressSearch.ts';
import { client } from '../../lib/api.ts';
import { useFileInParts } from '../../lib/useFileInParts.ts';
import { RegisterFigures } from './RegisterFigures.tsx';
import { RegisterFilters } from './RegisterFilters.tsx';
import { RegisterRows } from './RegisterRows.tsx';
import { RegisterSums } from './RegisterSums.tsx';
import { daysOf, filterOf, PAGE, pageOf } from './register.ts';

/** One register: its filters, which the address keeps, its sums and a page of its rows. */
export function RegisterPanel({ name }: { name: RegisterName }) {
  const t = useT();
  const [search, setSearch] = useSearchParams();
  const filter = filterOf(useSettledSearch(search));
  const page = pageOf(search);
  const read = (asked: { page: number; total?: number }) =>
    client(`POST /api/console/registers/${name}`, { body: { ...filter, limit: PAGE, ...asked } });
  const query = useQuery({
    queryKey: ['registers', name, filter],
    queryFn: () => read({ page: 1 }),
    placeholderData: keepPreviousData,
  });
  // The sums are of all rows, and come with the first page.
  const total = query.data?.total ?? 0;
  const isLater = page > 1 && total > 0;
  const later = useQuery({
    queryKey: ['registers', name, filter, page, total],
    queryFn: () => read({ page, total }),
    placeholderData: keepPreviousData,
    enabled: isLater,
  });
  const file = useFileInParts(name, (after) =>
    client(`POST /api/console/registers/${name}/file`, {
      body: { ...filter, ...(after !== undefined && { after }) },
    }),
  );
  // Each page is a step back.
  const turn = (to: number) => setSearch(searchWith(search, { page: to === 1 ? '' : String(to) }));
  return (
    <>
      <RegisterFilters name={name} search={search} onChange={(next) => setSearch(next, { replace: true })} />
      <QueryState query={query}>
        {({ rows: first, sums, figures }) => {
          const pages = Math.max(Math.ceil(total / PAGE), 1);
          return (
            <div aria-busy={query.isPlaceholderData || later.isFetching}>
              <Group justify="space-between" mt="lg" mb="sm">
                <p role="status" style={{ margin: 0 }}>
                  {t('registers.found', { count: total })}
                </p>
                <Group gap="sm">
                  <CsvButton
                    onPress={file.save}
                    isLoading={file.isSaving}
                    rows={file.rows}
                    disabled={total === 0}
                  />
                </Group>
              </Group>
              <RegisterFigures
                figures={figures}
                days={daysOf(search)}
                isOfMember={filter.member !== undefined}
              />
              <RegisterSums name={name} sums={sums} />
              {isLater ? (
                <QueryState query={later}>
                  {({ rows }) => <RegisterRows name={name} rows={rows} />}
                </QueryState>
              ) : (
                <RegisterRows name={name} rows={first} />
              )}
              {(pages > 1 || page > 1) && (
                <Group justify="center" mt="md">
                  <Button variant="default" disabled={page <= 1} onClick={() => turn(page - 1)}>
                    {t('registers.newer')}
                  </Button>
                  <span className="num">{t('registers.page', { page, pages })}</span>
                  <Button variant="default" disabled={page >= pages} onClick={() => turn(page + 1)}>
                    {t('registers.older')}
                  </Button>
                </Group>
              )}
            </div>
          );
        }}
      </QueryState>
    </>
  );
}
