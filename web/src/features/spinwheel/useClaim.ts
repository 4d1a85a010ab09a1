import { startTransition, useCallback, useState } from 'react';
import { showAlert } from '../../components/alert.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { noteArrivalSaid } from '../../lib/saidMoney.ts';
import { useCheckedAction } from '../../lib/useKeyedAction.ts';

export interface Claimable {
  code: string;
  name: string;
  /** HTML from the server. */
  description: string;
}

/**
 * Claims a coupon: confirmation, then a success or error message, then a reload (SPN-03, SPN-04). When the answer is
 * lost, the outcome is looked up by the Idempotency-Key.
 */
export function useClaim(onEnd: () => void) {
  const [asked, setAsked] = useState<{ coupon: Claimable; open: boolean } | null>(null);
  // The coupon of the last claim. The outcome of that claim must not appear for another coupon.
  const [sent, setSent] = useState('');
  const code = asked?.coupon.code ?? '';
  const claim = useCheckedAction({
    asked: `claim ${code}`,
    send: (idempotencyKey) =>
      client('POST /api/spinwheel/coupon/claim', { body: { coupon: code }, idempotencyKey }),
    onDone: () => {
      noteArrivalSaid(null);
      showAlert({ kind: 'success', message: t('spin.claimed') });
      end();
    },
    onFailed: (error) => {
      showAlert({ kind: 'error', message: errorMessage(error) });
      end();
    },
  });
  // In transitions: the press shows at once, and the dialog opens or closes in the next render.
  const close = () => startTransition(() => setAsked((last) => last && { ...last, open: false }));
  const ask = useCallback((coupon: Claimable) => startTransition(() => setAsked({ coupon, open: true })), []);

  function end() {
    close();
    onEnd();
  }

  return {
    asked,
    phase: sent === code ? claim.phase : 'idle',
    isBusy: claim.isBusy,
    ask,
    confirm() {
      setSent(code);
      void claim.run();
    },
    close,
  };
}
