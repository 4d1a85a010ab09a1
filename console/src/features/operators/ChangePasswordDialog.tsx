import { Modal } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';

export function ChangePasswordDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useT();
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('operators.changePassword')}>
      <ChangePasswordForm onDone={onClose} />
    </Modal>
  );
}
