import { t, wordsOr } from './i18n.ts';

/** STM-06: why a slip was refused; a reason that this app does not know, or none, is an unknown error. */
export function slipReasonText(reason: string | null): string {
  return wordsOr(`slipReason.${reason}`, t('slipReason.UNKNOW_ERROR'));
}
