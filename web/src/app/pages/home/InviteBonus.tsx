import { bahtText, wholeText } from '@krapao/ui/money.ts';
import { Coins } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { lazyPart } from '../../../lib/lazyPart.ts';

/** The earnings from the member's invitations. */
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
      <div data-large={invite.amount >= LARGE_BAHT || undefined}>
        <div className="min-w-0">
          <p className="text-caption text-ink-2">{t('home.inviteBonus')}</p>
          <p translate="no" className="ledger-value num">
            {bahtText(invite.amount)}
          </p>
        </div>
        <Receive label={t('home.receive')} invite={invite} onReceived={onReceived} />
      </div>
      <div className="pr-4!">
        <div>
          <p className="text-caption text-ink-2">{t('home.coins')}</p>
          <p translate="no" className="ledger-value num">
            {wholeText(coin)}
          </p>
        </div>
        <Coins size={24} strokeWidth={1.6} aria-hidden="true" className="text-gold" />
      </div>
    </div>
  );
}

/** From here on the amount and the button stand side by side on no small phone. */
const LARGE_BAHT = 100_000;

const ReceiveInviteDialog = lazyPart(() => import('./ReceiveInviteDialog.tsx'));

interface ReceiveProps {
  label: string;
  invite: Invite;
  onReceived: () => void;
  /** It is the primary action where it is shown. */
  primary?: boolean;
}

/** HOM-03: shows the conditions of the invite bonus and receives it. Without a bonus it says that there is none. */
export function Receive({ label, invite, onReceived, primary }: ReceiveProps) {
  // Null until the first press: the dialog is loaded only then.
  const [isAsking, setIsAsking] = useState<boolean | null>(null);
  const t = useT();
  const whyId = useId();
  const isNothing = invite.amount <= 0;
  return (
    <div className="ml-auto flex max-w-[180px] flex-none flex-col items-end gap-1">
      <Button
        size="small"
        isOff={isNothing}
        {...(isNothing && { 'aria-describedby': whyId })}
        {...(primary ? { variant: 'primary' } : { className: isNothing ? 'text-ink-3' : 'text-gold' })}
        aria-haspopup="dialog"
        onClick={() => setIsAsking(true)}
      >
        {label}
      </Button>
      {isNothing && (
        <p id={whyId} className="text-right text-caption text-ink-3">
          {t('home.inviteNothing')}
        </p>
      )}
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
    </div>
  );
}
