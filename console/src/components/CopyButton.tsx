import { useCopy } from '@krapao/ui/useCopy.ts';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { useT } from '../i18n/i18n.ts';

interface Props {
  text: string;
  /** Draws the button; `label` says that it copies, or has just done so. */
  children: (button: { label: string; copy: () => void }) => ReactNode;
}

/** Copies a text and says so, or what to do where the browser does not copy. */
export function CopyButton({ text, children }: Props) {
  const t = useT();
  const { isDone, copy } = useCopy(text, (isCopied) => {
    if (!isCopied) notifications.show({ message: t('app.copyFailed'), color: 'red' });
  });
  return children({ label: t(isDone ? 'app.copied' : 'app.copy'), copy });
}
