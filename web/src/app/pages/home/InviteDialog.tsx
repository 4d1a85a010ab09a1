import { CopyButton } from '../../../components/CopyButton.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { inviteLink } from './InviteBonus.tsx';

interface InviteDialogProps {
  open: boolean;
  onClose: () => void;
  memberId: string;
  /** What to say of the bonus, when it cannot be received. */
  message: string | null;
}

/** Inviting friends: the member's own link (HOM-12). */
export default function InviteDialog({ open, onClose, memberId, message }: InviteDialogProps) {
  const t = useT();
  const link = inviteLink(window.location.origin, memberId);
  return (
    <Dialog open={open} onClose={onClose} title={t('home.inviteTitle')}>
      <p className="text-ink-2">{t('home.inviteText')}</p>
      <div className="card mt-4 p-4">
        <p className="text-caption text-ink-3">{t('home.inviteLink')}</p>
        <p className="num mb-3 font-medium break-all whitespace-normal!">{link}</p>
        <CopyButton text={link} className="w-full justify-center" />
      </div>
      {message && (
        <div className="mt-4">
          <Notice>{message}</Notice>
        </div>
      )}
    </Dialog>
  );
}
