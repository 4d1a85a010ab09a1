import { startTransition, useCallback, useState } from 'react';
import { showAlert } from '../../components/alert.ts';
import { t } from '../../i18n/i18n.ts';
import { createActionKeys } from '../../lib/actionKey.ts';
import { client } from '../../lib/api.ts';
import { errorMessage } from '../../lib/errorMessage.ts';
import { keepsKey } from '../../lib/moneyOutcome.ts';
import { useCheckedAction } from '../../lib/useCheckedAction.ts';

export interface Claimable {
  code: string;
  name: string;
  /** HTML of the server. */
  description: string;
}

/**
 * Claims a coupon: confirm, then a message of success or by error code, then reload (SPN-03, SPN-04). A claim whose
 * answer is lost is looked for: it has happened where the coupon is no longer there.
 */
export function useClaim(onEnd: () => void) {
  const [asked, setAsked] = useState<{ coupon: Claimable; open: boolean } | null>(null);
  const [keys] = useState(createActionKeys);
  // The coupon of the last claim: what became of it says nothing about another.
  const [sent, setSent] = useState('');
  const code = asked?.coupon.code ?? '';
  const claim = useCheckedAction({
    send: () =>
      client('POST /api/spinwheel/coupon/claim', {
        body: { coupon: code },
        idempotencyKey: keys.keyFor(code),
      }),
    hasHappened: async () =>
      (await client('GET /api/spinwheel/coupon')).every((coupon) => coupon.code !== code),
    onDone: () => {
      keys.settle();
      showAlert({ kind: 'success', message: t('spin.claimed') });
      end();
    },
    onFailed: (error) => {
      if (!keepsKey(error)) keys.settle();
      showAlert({ kind: 'error', message: errorMessage(error) });
      end();
    },
  });
  // As transitions: the press is seen at once, and the dialog comes or goes with the picture after.
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
