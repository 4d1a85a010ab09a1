import { isFigure, wholeText } from '@krapao/ui/money.ts';
import { CircleSlash, Gift } from 'lucide-react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { useVoice } from '../../components/useVoice.ts';
import { hasMessage, useT } from '../../i18n/i18n.ts';
import type { SpinAnswer } from './queries.ts';

interface PrizeDialogProps {
  open: boolean;
  answer: SpinAnswer;
  onClose: () => void;
  /** The member wants to claim the won coupon now. */
  onClaim: (code: string) => void;
}

/** The result of the spin (SPN-02). The star appears only for a prize. */
export function PrizeDialog({ open, answer, onClose, onClaim }: PrizeDialogProps) {
  const t = useT();
  const { prize, label, remainingCoin } = answer;
  const { type, coupon } = prize;
  const hasWon = type !== 'nothing';
  // A server that speaks the specification alone tells the label and no kind.
  const explained: string = `spin.prize.${type}`;
  const Icon = hasWon ? Gift : CircleSlash;
  const heading = t(hasWon ? 'spin.won' : 'spin.nothing');
  const said = hasWon ? `${heading} ${label}` : heading;
  const remaining = t('spin.remaining', { count: remainingCoin });
  useVoice(open ? t('spin.said', { said, remaining }) : null);
  return (
    <Dialog open={open} onClose={onClose} title={t('spin.result')} shape="centred" className="dialog-prize">
      <div className="prize">
        {hasWon && <div className="lacquer-star prize-star" aria-hidden="true" />}
        <div className="lacquer-frame" aria-hidden="true" />
        <span className="prize-medal" data-won={hasWon || undefined}>
          <Icon size={36} strokeWidth={1.4} aria-hidden="true" />
        </span>
        <p className="mt-8">{heading}</p>
        {hasWon && (
          <p translate={isFigure(label) ? 'no' : undefined} className="prize-label num">
            {label}
          </p>
        )}
        {hasMessage(explained) && hasWon && <p className="mt-2">{t(explained)}</p>}
        <p className="num mt-1 text-small text-lacquer-text-2">
          {t('spin.remaining', { count: wholeText(remainingCoin) })}
        </p>
        <div className="mt-6 flex w-full flex-col gap-2">
          {coupon !== null ? (
            <>
              <Button variant="primary" full className="prize-main" onClick={() => onClaim(coupon)}>
                {t('spin.claimPrize')}
              </Button>
              <Button variant="text" full className="prize-other" onClick={onClose}>
                {t('spin.keep')}
              </Button>
            </>
          ) : (
            <Button variant="primary" full className="prize-main" onClick={onClose}>
              {t('dialog.ok')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
