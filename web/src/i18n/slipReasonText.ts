import { t, wordsOr } from './i18n.ts';

/** STM-06: the words for a slip's rejection reason; a missing or unknown reason is an unknown error. */
export function slipReasonText(reason: string | null): string {
  return wordsOr(`slipReason.${reason}`, t('slipReason.UNKNOW_ERROR'));
}
