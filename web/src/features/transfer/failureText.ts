import { ApiError } from '@krapao/contract/client';
import { WALLET } from '@krapao/contract/walletCode';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t } from '../../i18n/i18n.ts';
import { askOutcome, isKnown } from '../../lib/moneyOutcome.ts';
import type { Asked } from './transferForm.ts';

/**
 * Explains why a transfer failed, and where the money is now. Between two games it may have reached only the wallet;
 * the outcome of the Idempotency-Key shows that.
 */
export async function failureText(error: unknown, key: string, asked: Asked | null): Promise<string> {
  // One with a detail was refused before any money moved, and says why.
  const isFailed =
    error === null ||
    (error instanceof ApiError && error.code === 'TRANSFER_FAIL' && error.detail === undefined);
  if (!isFailed) return errorMessage(error);
  const from = asked?.kind === 'transfer' ? asked.from : null;
  if (from?.code === WALLET) return t('transfer.backInWallet');
  if (from !== null && asked?.to.code === WALLET) return t('transfer.stillIn', { name: from.name });
  const outcome = await askOutcome(key);
  if (outcome?.kind === 'transfer') return t('transfer.halfWay');
  if (!isKnown(outcome)) return t('error.TRANSFER_FAIL');
  return from === null ? t('transfer.failed') : t('transfer.stillIn', { name: from.name });
}
