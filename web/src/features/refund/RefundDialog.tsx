import { bahtText } from '@krapao/ui/money.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BalanceFigure } from '../../components/BalanceFigure.tsx';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { LacquerCard } from '../../components/LacquerCard.tsx';
import { Link } from '../../components/Link.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { MoneyNotice } from '../../components/MoneyNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { RichText } from '../../components/RichText.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { noteArrivalSaid } from '../../lib/saidMoney.ts';
import { useCheckedAction } from '../../lib/useKeyedAction.ts';
import { hasCondition } from './hasCondition.ts';
import { refundQuery } from './queries.ts';
import { RefundLog } from './RefundLog.tsx';

interface RefundDialogProps {
  open: boolean;
  onClose: () => void;
  /** Money has arrived. */
  onReceived: () => void;
  bonusHref: string;
}

/**
 * The available refunds and the received ones (RFD-01). A refund with a condition is received as a bonus, one without
 * goes into the wallet; neither is possible while a bonus is active (RFD-02). Failures are toasts.
 */
export default function RefundDialog({ open, onClose, onReceived, bonusHref }: RefundDialogProps) {
  const t = useT();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({ ...refundQuery, staleTime: 0 });
  const isConditional = data !== undefined && hasCondition(data);
  const receive = useCheckedAction({
    asked: `refund ${isConditional}`,
    send: (idempotencyKey) =>
      client(isConditional ? 'GET /api/refund/receive' : 'GET /api/refund/addWallet', { idempotencyKey }),
    onDone: () => {
      noteArrivalSaid(null);
      toast.success(() => t('error.REFUND_SUCCESS'));
      onReceived();
      askAgain();
    },
    onFailed: (failure) => {
      toast.error(() => errorMessage(failure));
      askAgain();
    },
  });

  function askAgain() {
    void queryClient.invalidateQueries({ queryKey: ['refund'] });
    void queryClient.invalidateQueries({ queryKey: ['bonus'] });
  }

  const amount = bahtText(data?.refundAmount ?? 0);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('home.refund')}
      shape="tall"
      busy={receive.isBusy}
      saysArrival={receive.isBusy}
      footer={
        <Button
          variant="primary"
          full
          isOff={!data?.result || data.bonus}
          busyLabel={
            receive.isBusy && t(receive.phase === 'checking' ? 'money.checking' : 'refund.receiving')
          }
          onClick={receive.run}
        >
          {receive.phase === 'unclear'
            ? t('money.askAgain')
            : t(isConditional ? 'refund.receive' : 'refund.toWallet', { amount })}
        </Button>
      }
    >
      <MoneyNotice phase={receive.phase} />
      {!data && error && <LoadFailed message={errorMessage(error)} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows count={3} />}
      {data && (
        <>
          <LacquerCard
            className="flex-none rounded-[24px] px-6 py-[22px]"
            star="-right-[90px] -bottom-[150px] size-[280px]"
            framed={false}
          >
            <p className="text-small text-lacquer-text-2">{t('refund.amount')}</p>
            <div className="mt-1 [&_.balance]:text-[2.5rem]/[1.2]">
              <BalanceFigure amount={data.refundAmount} isHidden={false} />
            </div>
            {isConditional ? (
              <p className="mt-3 flex flex-wrap gap-x-6 text-caption text-lacquer-text-2">
                <span>
                  <span>{`${t('refund.success')} `}</span>
                  <b className="num font-semi text-lacquer-text">{`${data.refundSuccess}%`}</b>
                </span>
                <span>
                  <span>{`${t('refund.fail')} `}</span>
                  <b className="num font-semi text-lacquer-text">{`${data.refundFail}%`}</b>
                </span>
              </p>
            ) : (
              <p className="mt-3 text-caption text-lacquer-text-2">{t('refund.free')}</p>
            )}
          </LacquerCard>
          <div className="mt-3 empty:hidden">
            {data.bonus ? (
              <Notice kind="wait">
                <span>{`${t('refund.blocked')} `}</span>
                <Link href={bonusHref} className="font-semi text-gold underline">
                  {t('refund.seeBonus')}
                </Link>
              </Notice>
            ) : (
              !data.result && <Notice>{t('error.NO_REFUND')}</Notice>
            )}
          </div>
          <RichText html={data.info} className="mt-4 text-small text-ink-2" />
        </>
      )}
      {(data || !error) && <RefundLog />}
    </Dialog>
  );
}
