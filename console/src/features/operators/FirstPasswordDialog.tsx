import { Code } from '@mantine/core';
import { ShownOnce } from '../../components/ShownOnce.tsx';
import { useT } from '../../i18n/i18n.ts';

interface Props {
  username: string;
  password: string;
  /** A second operator must approve it first. */
  isWaiting: boolean;
  onClose: () => void;
}

export function FirstPasswordDialog({ username, password, isWaiting, onClose }: Props) {
  const t = useT();
  return (
    <ShownOnce
      title={t('operators.firstPassword', { username })}
      waits={isWaiting ? t('operators.firstPasswordWaits') : undefined}
      hint={t('operators.firstPasswordHint')}
      kept={t('operators.passwordKept')}
      onClose={onClose}
    >
      <Code translate="no" block fz="lg">
        {password}
      </Code>
    </ShownOnce>
  );
}
