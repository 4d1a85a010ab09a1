import { Modal } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import { TwoFactorForm } from './TwoFactorForm.tsx';

export function TwoFactorDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useT();
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('operators.twoFactor')}>
      <TwoFactorForm onDone={onClose} />
    </Modal>
  );
}
