import { copyText } from '@krapao/ui/copyText.ts';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '../i18n/i18n.ts';

const DONE_MS = 2_000;

interface Props {
  text: string;
  /** Draws the button; `label` says that it copies, or has just done so. */
  children: (button: { label: string; copy: () => void }) => ReactNode;
}

/** Copies a text and says so, or what to do where the browser does not copy. */
export function CopyButton({ text, children }: Props) {
  const t = useT();
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setIsDone(false), DONE_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = () =>
    void copyText(text).then(
      () => setIsDone(true),
      () => notifications.show({ message: t('app.copyFailed'), color: 'red' }),
    );
  return children({ label: t(isDone ? 'app.copied' : 'app.copy'), copy });
}
