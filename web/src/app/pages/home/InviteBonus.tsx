import { Coins } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { bahtText, wholeText } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazyPart.ts';

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

const ReceiveInviteDialog = lazyPart(() => import('./ReceiveInviteDialog.tsx'));

interface ReceiveProps {
  label: string;
  invite: Invite;
  onReceived: () => void;
  /** It is the main thing to press where it stands. */
  primary?: boolean;
}

/** HOM-03: receives the invite bonus after its conditions were shown. */
export function Receive({ label, invite, onReceived, primary }: ReceiveProps) {
  // Null until it is first asked: the dialog is loaded then.
  const [isAsking, setIsAsking] = useState<boolean | null>(null);
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
          <ReceiveInviteDialog
            open={isAsking}
            invite={invite}
            onReceived={onReceived}
            onClose={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
