import { useCopy as useCopyOf } from '@krapao/ui/useCopy.ts';
import { t } from '../i18n/i18n.ts';
import { toast } from './toast.ts';

/** Copies a text and confirms it; `isDone` stays true for 2 seconds afterwards. */
export function useCopy(text: string) {
  return useCopyOf(text, (isCopied) => {
    if (isCopied) toast.success(() => t('copy.done', { text }));
    else toast.error(() => t('copy.failed'));
  });
}
