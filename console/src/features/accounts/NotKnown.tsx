import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { type Column, Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { memberPath } from '../../lib/paths.ts';

type Payout = ResponseOf<Contract['GET /api/console/accounts/notKnown']>['payouts'][number];

/** Payouts that left an account that nobody named: how many, how much, and the newest. Nothing where there are none. */
export function NotKnown() {
  const t = useT();
  const { data } = useQuery({
    queryKey: ['accounts', 'notKnown'],
    queryFn: () => client('GET /api/console/accounts/notKnown'),
  });
  if (data === undefined || data.count === 0) return null;
  const { days, count, amount, payouts } = data;
  const columns: Column<Payout>[] = [
    {
      title: t('accounts.usedSecond'),
      isFixed: true,
      cell: (row) => (
        <>
          <Link href={memberPath(row.memberId)}>{row.memberName}</Link>
          {` · ${bahtText(row.amount)}`}
        </>
      ),
    },
    { title: t('accounts.usedReference'), isFixed: true, cell: ({ reference }) => reference },
    { title: t('accounts.usedAt'), cell: ({ at }) => dateTimeText(at) },
    { title: t('accounts.usedBy'), isFixed: true, cell: ({ operatorName }) => operatorName },
  ];
  return (
    <section className="card own-days" aria-labelledby="not-known">
      <h2 id="not-known">{t('accounts.notKnown')}</h2>
      <p>{t('accounts.notKnownSum', { count, days, amount: bahtText(amount) })}</p>
      <Rows label={t('accounts.notKnown')} rows={payouts} columns={columns} empty="" />
    </section>
  );
}
