import { copyText } from '@krapao/ui/copyText.ts';
import { useEffect, useState } from 'react';
import { t } from '../i18n/i18n.ts';
import { toast } from './toast.ts';

const DONE_MS = 2_000;

/** Copies a text and says so; `isDone` holds for 2 seconds afterwards. */
export function useCopy(text: string) {
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setIsDone(false), DONE_MS);
    return () => clearTimeout(timer);
  }, [isDone]);

  async function copy() {
    try {
      await copyText(text);
      setIsDone(true);
      toast.success(() => t('copy.done', { text }));
    } catch {
      toast.error(() => t('copy.failed'));
    }
  }

  return { isDone, copy };
}
