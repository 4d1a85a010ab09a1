import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { CopyButton } from '../../../components/CopyButton.tsx';
import { toast } from '../../../components/toast.ts';
import { useT } from '../../../i18n/i18n.ts';
import { client } from '../../../lib/api.ts';
import { errorMessage } from '../../../lib/errorMessage.ts';
import { bahtText, wholeText } from '../../../lib/format.ts';
import { paths } from '../../paths.ts';

interface Invite {
  amount: number;
  success: number;
  fail: number;
}

/** HOM-12: the address that registers a friend of the member. */
export function inviteLink(origin: string, memberId: string): string {
  return `${origin}${paths.register}?code=PR${encodeURIComponent(memberId)}`;
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

interface InviteCardProps {
  invite: Invite;
  memberId: string;
  onReceived: () => void;
}

/** Invite bonus with the invite link, in the aside of wide screens. */
export function InviteCard({ invite, memberId, onReceived }: InviteCardProps) {
  const t = useT();
  const link = inviteLink(window.location.origin, memberId);
  return (
    <section className="card p-[18px]">
      <div className="flex items-center justify-between gap-3">
        <div>
          <h2 className="text-small font-regular text-ink-2">{t('home.inviteBonus')}</h2>
          <p className="num text-[1.5rem]/[1.4] font-semi">{bahtText(invite.amount)}</p>
        </div>
        <Receive label={t('home.receiveBonus')} invite={invite} onReceived={onReceived} />
      </div>
      <hr className="my-3.5 border-line" />
      <div className="flex items-center gap-2">
        <span className="num clip min-w-0 flex-1 text-small text-ink-2">
          {link.replace(/^https?:\/\//, '')}
        </span>
        <CopyButton text={link} className="px-3" />
      </div>
    </section>
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
