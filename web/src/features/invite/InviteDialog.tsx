import type { Elements } from '@krapao/ui/elements.ts';
import { bahtText } from '@krapao/ui/money.ts';
import { Share2 } from 'lucide-react';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { toast } from '../../components/toast.ts';
import { t, useT } from '../../i18n/i18n.ts';
import { Invitees } from './Invitees.tsx';

interface InviteDialogProps {
  open: boolean;
  onClose: () => void;
  /** The member's invite link (HOM-12). */
  link: string;
  /** The invite bonus in baht that can be received. */
  amount: number;
  /** The button that receives it. */
  receive: Elements;
}

/** Invites friends: the link with copy and share, the bonus that can be received, and the invited friends (INV-01). */
export default function InviteDialog({ open, onClose, link, amount, receive }: InviteDialogProps) {
  const t = useT();
  return (
    <Dialog open={open} onClose={onClose} title={t('invite.title')} shape="tall">
      <p className="text-ink-2">{t('invite.text')}</p>
      <div className="card mt-3 px-[18px]! py-4!">
        <p className="text-caption text-ink-2">{t('invite.link')}</p>
        <p className="num font-medium wrap-anywhere whitespace-normal!">{link}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <CopyButton text={link} label={t('invite.copy')} className="flex-1 justify-center" />
          {canShare() && (
            <button type="button" className="copy flex-1 justify-center" onClick={() => shareLink(link)}>
              <Share2 aria-hidden="true" />
              <span>{t('invite.share')}</span>
            </button>
          )}
        </div>
      </div>
      <div className="mt-5 flex items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="text-caption text-ink-3">{t('invite.ready')}</p>
          <p translate="no" className="num text-[1.75rem]/[1.35] font-semi">
            {bahtText(amount)}
          </p>
        </div>
        {receive}
      </div>
      <Invitees />
    </Dialog>
  );
}

/** True when the browser has a share function. */
function canShare(): boolean {
  return typeof navigator.share === 'function';
}

/** Shares a link with the phone's share function. Browsers require the call directly from a click handler. */
function shareLink(url: string): void {
  navigator.share({ title: t('invite.title'), text: t('invite.shareText'), url }).catch((error: unknown) => {
    // The member has cancelled the sharing.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast.error(() => t('invite.shareFailed'));
  });
}
