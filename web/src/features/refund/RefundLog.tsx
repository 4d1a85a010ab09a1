import { dateTimeText } from '@krapao/ui/time.ts';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { ReceivedList } from '../../components/ReceivedList.tsx';
import { useT } from '../../i18n/i18n.ts';
import { refundLogQuery } from './queries.ts';

/** The received refunds (RFD-01). */
export function RefundLog() {
  const t = useT();
  return (
    <ReceivedList
      title={t('refund.log')}
      columns={[t('refund.logTime'), t('refund.logAmount')]}
      failed={t('refund.logFailed')}
      empty={t('refund.logEmpty')}
      usePage={useRefunds}
    />
  );
}

function useRefunds(page: number) {
  const { data, ...query } = useQuery(refundLogQuery(page));
  const rows = data?.refunds.map(({ refundAmount, createdAt }) => ({
    key: createdAt,
    amount: refundAmount,
    what: (
      <>
        <span className="medallion medallion-in size-9! rounded-[11px]!">
          <Undo2 aria-hidden="true" className="size-[18px]!" />
        </span>
        <time dateTime={createdAt} className="num text-small whitespace-normal! text-ink-2">
          {dateTimeText(createdAt)}
        </time>
      </>
    ),
  }));
  return { ...query, data: data && rows && { total: data.total, rows } };
}
