import { ApiError } from '@krapao/contract/client';
import { wholeText } from '@krapao/ui/money.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { Beyond } from '../../components/Beyond.tsx';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { MoneyNotice } from '../../components/MoneyNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { RichText } from '../../components/RichText.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { useMediaQuery } from '../../lib/useMediaQuery.ts';
import { Coupons } from './Coupons.tsx';
import { FairnessPanel } from './FairnessPanel.tsx';
import { PrizeDialog } from './PrizeDialog.tsx';
import { setupQuery } from './queries.ts';
import './spinwheel.css';
import { canSpin, shownCoins } from './spinState.ts';
import { useClaim } from './useClaim.ts';
import { useSpin } from './useSpin.ts';
import { STILL, Wheel } from './Wheel.tsx';

interface SpinDialogProps {
  open: boolean;
  onClose: () => void;
  /** The member's coins or money have changed. */
  onChanged: () => void;
}

/** The prize wheel with the member's coins and coupons (SPN-01 to SPN-04). */
export default function SpinDialog({ open, onClose, onChanged }: SpinDialogProps) {
  const t = useT();
  const queryClient = useQueryClient();
  const { data: setup, error, refetch } = useQuery({ ...setupQuery, enabled: open });
  const isSlow = useDelayed(!setup && !error);

  function reload() {
    void queryClient.invalidateQueries({ queryKey: ['spinwheel'] });
    onChanged();
  }

  const { state, isChecking, spin, stop, closeResult } = useSpin(setup, reload);
  const claim = useClaim(reload);
  const { phase, drawn } = state;
  const coins = setup ? shownCoins(state, setup) : 0;
  const isRolling = phase === 'rolling';
  const isStill = useMediaQuery(STILL);
  const canSkip = isRolling && !isStill;
  const isBusy = phase === 'asking' || (isRolling && isStill);

  function claimPrize(code: string) {
    closeResult();
    if (drawn) claim.ask({ code, name: drawn.answer.label, description: '' });
  }

  return (
    <Dialog
      open={open}
      // Closing the dialog while the wheel turns skips to the prize.
      onClose={isRolling ? stop : onClose}
      title={t('spin.title')}
      shape="tall"
      busy={phase === 'asking'}
      saysArrival={claim.isBusy}
    >
      {!setup && error && (
        <LoadFailed message={setupProblem(error, t('spin.off'))} onRetry={() => refetch()} />
      )}
      {isSlow && (
        <div role="status" aria-label={t('loading')}>
          <Skeleton className="mx-auto mt-14 aspect-square w-full max-w-[350px] rounded-full!" />
        </div>
      )}
      {setup && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <p className="flex items-center gap-2">
              <Coins size={24} strokeWidth={1.6} aria-hidden="true" className="text-gold" />
              <span translate="no" className="num text-[1.25rem] font-semi">
                {wholeText(coins)}
              </span>
              <span className="text-small text-ink-2">{t('spin.coins')}</span>
            </p>
            <p className="text-small text-ink-2">{t('spin.cost')}</p>
          </div>
          <Wheel
            wheel={setup.activeSpinwheel}
            from={state.from}
            angle={state.angle}
            isRolling={isRolling}
            onStopped={stop}
          />
          <Button
            variant="primary"
            full
            className="mt-4"
            isOff={!canSkip && !canSpin(state, coins)}
            busyLabel={isBusy && t(isChecking ? 'money.checking' : 'spin.spinning')}
            onClick={canSkip ? stop : spin}
          >
            {t(canSkip ? 'spin.skip' : phase === 'unclear' ? 'money.askAgain' : 'spin.submit')}
          </Button>
          <div role="status" className="mt-3 empty:mt-0">
            {isChecking && <Notice kind="wait">{t('money.checkingText')}</Notice>}
            {phase === 'unclear' && <Notice kind="wait">{t('spin.unclear')}</Notice>}
            {phase === 'idle' && coins <= 0 && <Notice>{t('spin.noCoins')}</Notice>}
          </div>
        </>
      )}
      {(setup || isOff(error)) && <Coupons onClaim={claim.ask} />}
      <Beyond>{setup && <FairnessPanel setup={setup} drawn={drawn} />}</Beyond>
      {drawn && (
        <PrizeDialog
          open={phase === 'result'}
          answer={drawn.answer}
          onClose={closeResult}
          onClaim={claimPrize}
        />
      )}
      {claim.asked && (
        <ConfirmDialog
          open={claim.asked.open}
          title={t('spin.claimTitle')}
          confirmLabel={t(claim.phase === 'unclear' ? 'money.askAgain' : 'spin.claim')}
          busyLabel={claim.isBusy && t(claim.phase === 'checking' ? 'money.checking' : 'spin.claiming')}
          onConfirm={claim.confirm}
          onClose={claim.close}
        >
          <p className="text-ink-2">{t('spin.claimText', { name: claim.asked.coupon.name })}</p>
          <RichText html={claim.asked.coupon.description} className="mt-2 text-small text-ink-2" />
          <MoneyNotice phase={claim.phase} />
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

function setupProblem(error: unknown, off: string): string {
  return isOff(error) ? off : errorMessage(error);
}

/** Whether there is no wheel now. Coupons that were won stay good. */
function isOff(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'NO_DATA';
}
