import { Alert, Button, Code, Modal } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';

interface Props {
  username: string;
  password: string;
  /** A second operator must approve it first. */
  isWaiting: boolean;
  onClose: () => void;
}

/** Shows a first password once; only its button closes it, so that the password is not lost by accident. */
export function FirstPasswordDialog({ username, password, isWaiting, onClose }: Props) {
  const t = useT();
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={t('operators.firstPassword', { username })}
    >
      {isWaiting && (
        <Alert color="red" mb="md">
          {t('operators.firstPasswordWaits')}
        </Alert>
      )}
      <Alert color="yellow" mb="md">
        {t('operators.firstPasswordHint')}
      </Alert>
      <Code block mb="md" fz="lg">
        {password}
      </Code>
      <Button fullWidth onClick={onClose}>
        {t('operators.passwordKept')}
      </Button>
    </Modal>
  );
}
