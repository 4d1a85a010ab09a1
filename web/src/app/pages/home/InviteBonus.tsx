import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { toast } from '../../../components/toast.ts';
import { useT } from '../../../i18n/i18n.ts';
import { client } from '../../../lib/api.ts';
import { errorMessage } from '../../../lib/errorMessage.ts';
import { bahtText, wholeText } from '../../../lib/format.ts';

/** What the member's invitations have earned. */
export interface Invite {
  amount: number;
  success: number;
  fail: number;
}

interface LedgerProps {
  invite: Invite;
  coin: number;
  onReceived: () => void;
}

/** Invite bonus and coins below the tiles (phones). */
export function Ledger({ invite, coin, onReceived }: LedgerProps) {
  const t = useT();
  return (
    <div className="ledger">
      <div>
        <div className="min-w-0">
          <p className="text-caption text-ink-2">{t('home.inviteBonus')}</p>
          <p className="ledger-value num">{bahtText(invite.amount)}</p>
        </div>
        <Receive label={t('home.receive')} invite={invite} onReceived={onReceived} />
      </div>
      <div className="pr-4!">
        <div>
          <p className="text-caption text-ink-2">{t('home.coins')}</p>
          <p className="ledger-value num">{wholeText(coin)}</p>
        </div>
        <Coins size={24} strokeWidth={1.6} aria-hidden="true" className="text-gold" />
      </div>
    </div>
  );
}

/** A target above the amount itself is a condition; any other bonus can be withdrawn at once. */
const WHOLE_PERCENT = 100;

const ConfirmDialog = lazy(async () => {
  const { ConfirmDialog } = await import('../../../components/ConfirmDialog.tsx');
  return { default: ConfirmDialog };
});

interface ReceiveProps {
  label: string;
  invite: Invite;
  onReceived: () => void;
  /** It is the main thing to press where it stands. */
  primary?: boolean;
}

/** HOM-03: receives the invite bonus after its conditions were shown; failures are red toasts. */
export function Receive({ label, invite, onReceived, primary }: ReceiveProps) {
  const t = useT();
  const queryClient = useQueryClient();
  // Null until it is first asked: the dialog is loaded then.
  const [isAsking, setIsAsking] = useState<boolean | null>(null);
  const receive = useMutation({
    mutationFn: () => client('GET /api/invite/bonus'),
    onSuccess: () => {
      toast.success(t('error.INVITE_BONUS_SUCCESS'));
      onReceived();
    },
    onError: (error) => toast.error(errorMessage(error)),
    onSettled: () => {
      setIsAsking(false);
      void queryClient.invalidateQueries({ queryKey: ['invite'] });
      void queryClient.invalidateQueries({ queryKey: ['bonus'] });
    },
  });
  return (
    <>
      <Button
        size="small"
        {...(primary ? { variant: 'primary' } : { className: 'text-gold' })}
        aria-haspopup="dialog"
        onClick={() => setIsAsking(true)}
      >
        {label}
      </Button>
      {isAsking !== null && (
        <Suspense>
          <ConfirmDialog
            open={isAsking}
            title={t('home.receiveTitle')}
            confirmLabel={t('home.receiveConfirm', { amount: bahtText(invite.amount) })}
            busyLabel={receive.isPending && t('home.receiving')}
            onConfirm={() => receive.mutate()}
            onClose={() => setIsAsking(false)}
          >
            <p className="text-ink-2">
              {t(invite.success > WHOLE_PERCENT ? 'home.receiveText' : 'home.receiveFree', {
                success: invite.success,
                fail: invite.fail,
              })}
            </p>
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}
