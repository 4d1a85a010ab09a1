import type { RegisterName } from '@krapao/contract/api/operator/registers';
import { Button, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CsvButton } from '../../components/CsvButton.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { RegisterFilters } from './RegisterFilters.tsx';
import { RegisterRows } from './RegisterRows.tsx';
import { RegisterSums } from './RegisterSums.tsx';
import { type Choice, filterOf, firstChoice, PAGE } from './register.ts';
import { useRegisterFile } from './useRegisterFile.ts';

/** One register: its filters, its sums and a page of its rows. */
export function RegisterPanel({ name }: { name: RegisterName }) {
  const t = useT();
  const [choice, setChoice] = useState(firstChoice);
  const [page, setPage] = useState(1);
  const [filter] = useDebouncedValue(filterOf(choice), 300);
  const file = useRegisterFile(name);
  const read = (asked: { page: number; total?: number }) =>
    client(`POST /api/console/registers/${name}`, { body: { ...filter, limit: PAGE, ...asked } });
  const query = useQuery({
    queryKey: ['registers', name, filter],
    queryFn: () => read({ page: 1 }),
    placeholderData: keepPreviousData,
  });
  // The sums are of all rows, and come with the first page.
  const total = query.data?.total ?? 0;
  const later = useQuery({
    queryKey: ['registers', name, filter, page, total],
    queryFn: () => read({ page, total }),
    placeholderData: keepPreviousData,
    enabled: page > 1,
  });
  const change = (next: Choice) => {
    setChoice(next);
    setPage(1);
  };
  return (
    <>
      <RegisterFilters name={name} choice={choice} onChange={change} />
      <QueryState query={query}>
        {({ rows: first, sums }) => {
          const rows = page === 1 ? first : (later.data?.rows ?? []);
          const pages = Math.max(Math.ceil(total / PAGE), 1);
          return (
            <div
              aria-busy={
                query.isPlaceholderData || (page > 1 && (later.isPending || later.isPlaceholderData))
              }
            >
              <Group justify="space-between" mt="lg" mb="sm">
                <p role="status" style={{ margin: 0 }}>
                  {t('registers.found', { count: total })}
                </p>
                <CsvButton
                  onPress={() => file.mutate(filter)}
                  isLoading={file.isPending}
                  disabled={total === 0}
                />
              </Group>
              <RegisterSums name={name} sums={sums} />
              <RegisterRows name={name} rows={rows} />
              {pages > 1 && (
                <Group justify="center" mt="md">
                  <Button variant="default" disabled={page <= 1} onClick={() => setPage(page - 1)}>
                    {t('registers.newer')}
                  </Button>
                  <span className="num">{t('registers.page', { page, pages })}</span>
                  <Button variant="default" disabled={page >= pages} onClick={() => setPage(page + 1)}>
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
