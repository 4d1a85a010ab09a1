import type { Elements } from '@krapao/ui/elements.ts';
import { useCopy } from '@krapao/ui/useCopy.ts';
import { useT } from '../i18n/i18n.ts';
import { showMessage } from '../lib/showMessage.ts';

interface Props {
  text: string;
  /** Renders the button; `label` says that it copies, or that it has just copied. */
  children: (button: { label: string; copy: () => void }) => Elements;
}

/** Copies a text and confirms it, or says what to do if the browser did not copy. */
export function CopyButton({ text, children }: Props) {
  const t = useT();
  const { isDone, copy } = useCopy(text, (isCopied) => {
    if (!isCopied) showMessage({ message: t('app.copyFailed'), color: 'red' });
  });
  return children({ label: t(isDone ? 'app.copied' : 'app.copy'), copy });
}
