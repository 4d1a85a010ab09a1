import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { showAlert } from '../../components/alert.ts';
import { t } from '../../i18n/i18n.ts';
import { createActionKeys } from '../../lib/actionKey.ts';
import { client } from '../../lib/api.ts';
import { errorMessage } from '../../lib/errorMessage.ts';
import { keepsKey } from '../../lib/moneyOutcome.ts';

export interface Claimable {
  code: string;
  name: string;
  /** HTML of the server. */
  description: string;
}

/** Claims a coupon: confirm, then a message of success or by error code, then reload (SPN-03, SPN-04). */
export function useClaim(onEnd: () => void) {
  const [asked, setAsked] = useState<{ coupon: Claimable; open: boolean } | null>(null);
  const [keys] = useState(createActionKeys);
  const claim = useMutation({
    mutationFn: ({ code }: Claimable) =>
      client('POST /api/spinwheel/coupon/claim', {
        body: { coupon: code },
        idempotencyKey: keys.keyFor(code),
      }),
    onSuccess: () => {
      keys.settle();
      showAlert({ kind: 'success', message: t('spin.claimed') });
    },
    onError: (error) => {
      if (!keepsKey(error)) keys.settle();
      showAlert({ kind: 'error', message: errorMessage(error) });
    },
    onSettled: () => {
      close();
      onEnd();
    },
  });
  const close = () => setAsked((last) => last && { ...last, open: false });
  return {
    asked,
    isClaiming: claim.isPending,
    ask: (coupon: Claimable) => setAsked({ coupon, open: true }),
    confirm: () => asked && claim.mutate(asked.coupon),
    close,
  };
}
