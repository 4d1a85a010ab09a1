import { bangkokDay } from '@krapao/contract/bangkokTime';
import { bahtText } from '@krapao/ui/money.ts';
import { saveFile } from '@krapao/ui/saveFile.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Badge, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { CsvButton } from '../../components/CsvButton.tsx';
import { MorePages } from '../../components/MorePages.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { memberPath } from '../../lib/paths.ts';
import { useMay } from '../../lib/self.ts';
import { useAction } from '../../lib/useAction.ts';
import { MemberFilters } from './MemberFilters.tsx';
import { MemberStatus } from './MemberStatus.tsx';
import { filterOf } from './memberFilter.ts';
import { Segments } from './Segments.tsx';

/** All members who fit the filters of the address, the newest first. */
export function MemberList() {
  const t = useT();
  const may = useMay();
  const [search, setSearch] = useSearchParams();
  const [filter] = useDebouncedValue(filterOf(search), 300);
  const query = useInfiniteQuery({
    queryKey: ['member-list', filter],
    queryFn: ({ pageParam }) =>
      client('POST /api/console/members/list', {
        body: { ...filter, ...(pageParam !== '' && { after: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const file = useAction(async () => {
    const parts: string[] = [];
    let after: string | undefined;
    do {
      const part = await client('POST /api/console/members/list/file', {
        body: { ...filter, ...(after !== undefined && { after }) },
      });
      parts.push(part.content);
      after = part.next ?? undefined;
    } while (after !== undefined);
    saveFile(`members-${bangkokDay(Date.now())}.csv`, new Blob(parts, { type: 'text/csv;charset=utf-8' }));
  });
  return (
    <>
      <Segments
        search={search}
        filter={filterOf(search)}
        onChange={(next) => setSearch(next, { replace: true })}
      />
      <MemberFilters search={search} onChange={(next) => setSearch(next, { replace: true })} />
      <QueryState query={query}>
        {({ pages }) => (
          <>
            <Group justify="space-between" my="sm">
              <p role="status" style={{ margin: 0 }}>
                {t(pages[0]?.isMore ? 'members.listedMore' : 'members.listed', {
                  count: pages[0]?.count ?? 0,
                })}
              </p>
              {may('report.read') && (
                <CsvButton onPress={() => file.mutate(undefined)} isLoading={file.isPending} />
              )}
            </Group>
            <Rows
              label={t('members.title')}
              rows={pages.flatMap(({ members }) => members)}
              empty={t('members.noneFits')}
              minWidth={980}
              columns={[
                {
                  title: t('members.name'),
                  cell: ({ id, name }) => (
                    <Link translate="no" href={memberPath(id)}>
                      {name}
                    </Link>
                  ),
                },
                { title: t('members.id'), cell: ({ id }) => id },
                { title: t('members.phone'), cell: ({ phoneNumber }) => phoneNumber },
                {
                  title: t('members.status'),
                  cell: ({ status, isFrozen, hasBonus, isAgeConfirmed }) => (
                    <>
                      <MemberStatus status={status} />{' '}
                      {isFrozen && <Badge color="blue">{t('members.frozen')}</Badge>}{' '}
                      {hasBonus && <Badge color="yellow">{t('members.bonus.bonus')}</Badge>}{' '}
                      {!isAgeConfirmed && <Badge color="orange">{t('members.ageUnconfirmed')}</Badge>}
                    </>
                  ),
                },
                { title: t('members.since'), cell: ({ createdAt }) => dateTimeText(createdAt) },
                {
                  title: t('members.seen'),
                  cell: ({ seenAt }) => (seenAt === null ? '–' : dateTimeText(seenAt)),
                },
                {
                  title: t('members.balance'),
                  isNumber: true,
                  cell: ({ balance }) => bahtText(balance),
                },
                { title: t('members.net'), isNumber: true, cell: ({ net }) => bahtText(net) },
                {
                  title: t('members.tags'),
                  cell: ({ tags }) => (tags.length === 0 ? '–' : tags.join(', ')),
                },
              ]}
            />
            <MorePages query={query} />
          </>
        )}
      </QueryState>
    </>
  );
}
