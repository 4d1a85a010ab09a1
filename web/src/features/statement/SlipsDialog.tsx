import type { SlipReason } from '@krapao/contract/errors';
import { bahtText } from '@krapao/ui/money.ts';
import { clockText, dateTimeText } from '@krapao/ui/time.ts';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink, RefreshCw } from 'lucide-react';
import { Dialog } from '../../components/Dialog.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { ignoring } from '../../components/ignoring.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Pagination } from '../../components/Pagination.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { Status } from '../../components/Status.tsx';
import { StoryRow } from '../../components/StoryRow.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { slipReasonText } from '../../i18n/slipReasonText.ts';
import { pagesOf } from '../../lib/pagesOf.ts';
import { slipsQuery } from './queries.ts';
import { viewSlip } from './slipView.ts';
import { usePage } from './usePage.ts';

interface Slip {
  _id: string;
  createdAt: string;
  amount: number | null;
  status: string;
  note: SlipReason | null;
  link: string | null;
  reference: string;
}

/** The uploaded slips with their status and reason (STM-04). */
export default function SlipsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  const [{ page, upTo }, turnTo] = usePage();
  const { data, isError, isFetching, dataUpdatedAt, refetch } = useQuery({
    ...slipsQuery(page, upTo),
    enabled: open,
  });
  return (
    <Dialog open={open} onClose={onClose} title={t('slips.title')} shape="tall">
      <div className="flex items-center justify-between gap-2">
        <span className="num text-small text-ink-2">
          {dataUpdatedAt > 0 && t('slips.updatedAt', { time: clockText(dataUpdatedAt) })}
        </span>
        <button type="button" className="link text-small" {...ignoring(isFetching, () => refetch())}>
          <RefreshCw size={16} aria-hidden="true" className={isFetching ? 'animate-spin' : ''} />
          <span>{t('refresh')}</span>
        </button>
      </div>
      {!data && isError && <LoadFailed message={t('statement.failed')} onRetry={() => refetch()} />}
      {!data && !isError && <SkeletonRows />}
      {data?.total === 0 && <EmptyState title={t('slips.empty.title')} text={t('slips.empty.text')} />}
      {data && data.total > 0 && (
        <table className="w-full">
          <thead className="sr-only">
            <tr>
              <th>{`${t('slips.amount')}, ${t('slips.time')}`}</th>
              <th>{t('slips.status')}</th>
              <th>{t('slips.view')}</th>
            </tr>
          </thead>
          <tbody>
            {data.slips.map((slip) => (
              <SlipRow key={slip._id} slip={slip} />
            ))}
          </tbody>
        </table>
      )}
      <div className="mt-auto pt-4">
        <Pagination
          page={page}
          pages={pagesOf(data?.total ?? 0)}
          onChange={(next) => turnTo(next, data?.slips[0]?._id)}
        />
      </div>
    </Dialog>
  );
}

function SlipRow({ slip }: { slip: Slip }) {
  const t = useT();
  const time = dateTimeText(slip.createdAt);

  async function view() {
    try {
      if ((await viewSlip(slip)) === 'blocked') toast.error(() => t('slips.blocked'));
    } catch (error) {
      toast.error(() => errorMessage(error));
    }
  }

  return (
    <tr className="border-t border-line first:border-t-0">
      <td className="py-2.5">
        <StoryRow id={`slip-${slip._id}`} className="text-start">
          <div translate="no" className="num text-h3 leading-normal font-semi">
            {slip.amount !== null && slip.amount > 0 ? bahtText(slip.amount) : '-'}
          </div>
          <time dateTime={slip.createdAt} className="num text-caption text-ink-3">
            {time}
          </time>
        </StoryRow>
      </td>
      <td className="py-2.5 pl-2 text-right">
        <Status status={slip.status} />
        {slip.note && <div className="text-caption text-ink-2">{`(${slipReasonText(slip.note)})`}</div>}
      </td>
      <td className="w-11 py-2.5 align-middle">
        <IconButton label={t('slips.viewOf', { time })} className="-mr-2" onClick={view}>
          <ExternalLink size={20} aria-hidden="true" />
        </IconButton>
      </td>
    </tr>
  );
}
