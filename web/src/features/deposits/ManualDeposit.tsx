import { useState } from 'react';
import { AmountInput, amountOf } from '../../components/AmountInput.tsx';
import { Button } from '../../components/Button.tsx';
import { MoneyNotice } from '../../components/MoneyNotice.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useCheckedAction } from '../../lib/useKeyedAction.ts';

/** DEP-14: the member says "I have transferred"; the next matching transfer, or an operator, completes it. */
export function ManualDeposit({ onAnnounced }: { onAnnounced: () => void }) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const amount = amountOf(typed);
  const announce = useCheckedAction({
    asked: `add ${amount}`,
    send: (idempotencyKey) => client('POST /api/wallet/add', { body: { amount }, idempotencyKey }),
    onDone: () => {
      setTyped('');
      toast.info(() => t('deposit.announced'));
      onAnnounced();
    },
    onFailed: (error) => toast.error(() => errorMessage(error)),
  });
  return (
    <div className="card mt-5 p-4" data-enter="">
      <h3>{t('deposit.announceTitle')}</h3>
      <p className="mt-1 mb-3 text-small text-ink-2">{t('deposit.announceText')}</p>
      <AmountInput
        label={t('money.amount')}
        value={typed}
        onChange={setTyped}
        readOnly={announce.phase !== 'idle'}
      />
      <Button
        className="mt-4"
        full
        disabled={amount <= 0}
        busyLabel={
          announce.isBusy && t(announce.phase === 'checking' ? 'money.checking' : 'deposit.announcing')
        }
        onClick={announce.run}
      >
        {t(announce.phase === 'unclear' ? 'money.askAgain' : 'deposit.announce')}
      </Button>
      <MoneyNotice phase={announce.phase} />
    </div>
  );
}
