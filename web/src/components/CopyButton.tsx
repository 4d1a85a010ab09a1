import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useT } from '../i18n/i18n.ts';
import { toast } from './toast.ts';

const DONE_MS = 2_000;

/** Copies a text and says so. */
export function CopyButton({ text }: { text: string }) {
  const t = useT();
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), DONE_MS);
    return () => clearTimeout(timer);
  }, [done]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      toast.success(t('copy.done', { text }));
    } catch {
      toast.error(t('copy.failed'));
    }
  }

  const Icon = done ? Check : Copy;
  return (
    <button type="button" className="copy" data-done={done ? '' : undefined} onClick={copy}>
      <Icon aria-hidden="true" />
      {t('copy.label')}
    </button>
  );
}
