import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { useT } from '../i18n/i18n.ts';
import { logOut } from './logOut.ts';

/** Asks before the session ends: the button stands beside others that are pressed every day. */
export default function LogOutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  return (
    <ConfirmDialog
      open={open}
      title={t('nav.logoutTitle')}
      confirmLabel={t('nav.logout')}
      onConfirm={logOut}
      onClose={onClose}
    >
      <p className="text-ink-2">{t('nav.logoutText')}</p>
    </ConfirmDialog>
  );
}
