import { MEMBER_ORDERS } from '@krapao/contract/api/operator/memberList';
import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Badge, Group, NativeSelect } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { CsvButton } from '../../components/CsvButton.tsx';
import { MorePages } from '../../components/MorePages.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { searchWith, useSettledSearch } from '../../lib/addressSearch.ts';
import { client } from '../../lib/api.ts';
import { memberPath } from '../../lib/paths.ts';
import { useMay } from '../../lib/self.ts';
import { useFileInParts } from '../../lib/useFileInParts.ts';
import { MemberFilters } from './MemberFilters.tsx';
import { MemberStatus } from './MemberStatus.tsx';
import { filterOf, orderOf } from './memberFilter.ts';
import { Segments } from './Segments.tsx';

/** All members who fit the filters of the address, in its order. */
export function MemberList() {
  const t = useT();
  const may = useMay();
  const [search, setSearch] = useSearchParams();
  const settled = useSettledSearch(search);
  const asked = { ...filterOf(settled), order: orderOf(settled) };
  const query = useInfiniteQuery({
    queryKey: ['member-list', asked],
    queryFn: ({ pageParam }) =>
      client('POST /api/console/members/list', {
        body: { ...asked, ...(pageParam !== '' && { after: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
  const file = useFileInParts('members', (after) =>
    client('POST /api/console/members/list/file', {
      body: { ...asked, ...(after !== undefined && { after }) },
    }),
  );
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
          <div aria-busy={query.isPlaceholderData}>
            <Group justify="space-between" my="sm">
              <p role="status" style={{ margin: 0 }}>
                {t(pages[0]?.isMore ? 'members.listedMore' : 'members.listed', {
                  count: pages[0]?.count ?? 0,
                })}
              </p>
              <Group gap="sm">
                <NativeSelect
                  aria-label={t('members.order')}
                  value={orderOf(search)}
                  onChange={({ currentTarget: { value } }) =>
                    setSearch(searchWith(search, { order: value === 'newest' ? '' : value }), {
                      replace: true,
                    })
                  }
                  data={MEMBER_ORDERS.map((order) => ({ value: order, label: t(`members.order.${order}`) }))}
                />
                {may('report.read') && (
                  <CsvButton onPress={file.save} isLoading={file.isSaving} rows={file.rows} />
                )}
              </Group>
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
          </div>
        )}
      </QueryState>
    </>
  );
}
