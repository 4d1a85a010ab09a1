import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { moneyText } from '@krapao/ui/kip.ts';
import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { MorePages } from '../../components/MorePages.tsx';
import { type Column, Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { memberPath } from '../../lib/paths.ts';

type Used = ResponseOf<Contract['GET /api/console/accounts/usedAgain']>['payouts'][number];

/** Payouts, and lines of bank statements, whose reference proves an earlier payout. Nothing where there are none. */
export function UsedAgain() {
  const t = useT();
  const query = useInfiniteQuery({
    queryKey: ['accounts', 'usedAgain'],
    queryFn: ({ pageParam }) =>
      client('GET /api/console/accounts/usedAgain', {
        query: pageParam === null ? {} : { after: pageParam },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const rows = query.data?.pages.flatMap(({ payouts }) => payouts) ?? [];
  if (rows.length === 0) return null;
  const member = (id: string, name: string | null) => (
    <Link href={memberPath(id)} translate="no">
      {name ?? id}
    </Link>
  );
  const columns: Column<Used>[] = [
    { title: t('accounts.usedReference'), isFixed: true, cell: ({ reference }) => reference },
    {
      title: t('accounts.usedSecond'),
      isFixed: true,
      cell: ({ memberId, memberName, line, amount, currency }) => (
        <>
          {memberId !== null && member(memberId, memberName)}
          {line !== null && <span translate="no">{`${line.bankCode} ${line.accountNo} · ${line.text}`}</span>}
          <span translate="no">{` · ${moneyText(amount, currency)}`}</span>
        </>
      ),
    },
    {
      title: t('accounts.usedFirst'),
      isFixed: true,
      cell: ({ first }) => (
        <>
          {member(first.memberId, first.memberName)}
          <span translate="no">{` · ${bahtText(first.amount)}`}</span>
        </>
      ),
    },
    { title: t('accounts.usedAt'), cell: ({ at }) => dateTimeText(at) },
    {
      title: t('accounts.usedBy'),
      cell: ({ operatorName, line }) =>
        line === null ? <span translate="no">{operatorName ?? '–'}</span> : t('accounts.usedStatement'),
    },
  ];
  return (
    <section className="card own-days" aria-labelledby="used-again">
      <h2 id="used-again">{t('accounts.usedAgain')}</h2>
      <p className="muted">{t('accounts.usedAgainHint')}</p>
      <Rows label={t('accounts.usedAgain')} rows={rows} columns={columns} empty="" />
      <MorePages query={query} />
    </section>
  );
}
