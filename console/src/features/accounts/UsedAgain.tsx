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

type Used = ResponseOf<Contract['GET /api/console/accounts/usedAgain']>['payouts'][number];

/** Payouts whose bank reference proves an earlier one. Nothing where there are none. */
export function UsedAgain() {
  const t = useT();
  const { data } = useQuery({
    queryKey: ['accounts', 'usedAgain'],
    queryFn: () => client('GET /api/console/accounts/usedAgain'),
  });
  if (data === undefined || data.payouts.length === 0) return null;
  const payout = ({ memberId, memberName, amount }: Used | Used['first']) => (
    <>
      <Link href={memberPath(memberId)} translate="no">
        {memberName}
      </Link>
      <span translate="no">{` · ${bahtText(amount)}`}</span>
    </>
  );
  const columns: Column<Used>[] = [
    { title: t('accounts.usedReference'), isFixed: true, cell: ({ reference }) => reference },
    { title: t('accounts.usedSecond'), isFixed: true, cell: payout },
    { title: t('accounts.usedFirst'), isFixed: true, cell: ({ first }) => payout(first) },
    { title: t('accounts.usedAt'), cell: ({ at }) => dateTimeText(at) },
    { title: t('accounts.usedBy'), isFixed: true, cell: ({ operatorName }) => operatorName ?? '–' },
  ];
  return (
    <section className="card own-days" aria-labelledby="used-again">
      <h2 id="used-again">{t('accounts.usedAgain')}</h2>
      <p className="muted">{t('accounts.usedAgainHint')}</p>
      <Rows label={t('accounts.usedAgain')} rows={data.payouts} columns={columns} empty="" />
    </section>
  );
}
