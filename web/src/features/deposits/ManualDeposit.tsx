import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { AmountInput, amountOf } from '../../components/AmountInput.tsx';
import { Button } from '../../components/Button.tsx';
import { toast } from '../../components/toast.ts';
import { useT } from '../../i18n/i18n.ts';
import { createActionKeys } from '../../lib/actionKey.ts';
import { client } from '../../lib/api.ts';
import { errorMessage } from '../../lib/errorMessage.ts';
import { isOutcomeUnknown } from '../../lib/moneyOutcome.ts';

/** DEP-14: the member says "I have transferred"; the next matching transfer, or an operator, completes it. */
export function ManualDeposit({ onAnnounced }: { onAnnounced: () => void }) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [keys] = useState(createActionKeys);
  const amount = amountOf(typed);
  const announce = useMutation({
    mutationFn: () =>
      client('POST /api/wallet/add', { body: { amount }, idempotencyKey: keys.keyFor(`add ${amount}`) }),
    onSuccess: () => {
      keys.settle();
      setTyped('');
      toast.info(() => t('deposit.announced'));
      onAnnounced();
    },
    onError: (error) => {
      if (!isOutcomeUnknown(error)) keys.settle();
      toast.error(() => errorMessage(error));
    },
  });
  return (
    <div className="card mt-5 p-4">
      <h3>{t('deposit.announceTitle')}</h3>
      <p className="mt-1 mb-3 text-small text-ink-2">{t('deposit.announceText')}</p>
      <AmountInput
        label={t('money.amount')}
        value={typed}
        onChange={setTyped}
        readOnly={announce.isPending}
      />
      <Button
        className="mt-4"
        full
        disabled={amount <= 0}
        busyLabel={announce.isPending && t('deposit.announcing')}
        onClick={() => announce.mutate()}
      >
        {t('deposit.announce')}
      </Button>
    </div>
  );
}
