import { ApiError } from '@krapao/contract/client';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t } from '../../i18n/i18n.ts';
import { askOutcome, isKnown } from '../../lib/moneyOutcome.ts';
import { WALLET } from '../../lib/walletCode.ts';
import type { Account } from './transferRules.ts';

/**
 * Why a transfer failed, and where its money is now. Both accounts are null where everything was to be collected. From
 * game to game it may have come as far as the wallet, which the server tells by the key.
 */
export async function failureText(
  error: unknown,
  key: string,
  { from, to }: { from: Account | null; to: Account | null },
): Promise<string> {
  const isFailed = error === null || (error instanceof ApiError && error.code === 'TRANSFER_FAIL');
  if (!isFailed) return errorMessage(error);
  if (from?.code === WALLET) return t('transfer.backInWallet');
  if (from !== null && to?.code === WALLET) return t('transfer.stillIn', { name: from.name });
  const outcome = await askOutcome(key);
  if (outcome?.kind === 'transfer') return t('transfer.halfWay');
  if (!isKnown(outcome)) return t('error.TRANSFER_FAIL');
  return from === null ? t('transfer.failed') : t('transfer.stillIn', { name: from.name });
}
