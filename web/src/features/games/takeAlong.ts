import { ApiError } from '@krapao/contract/client';
import { WALLET } from '@krapao/contract/walletCode';
import { bahtText } from '@krapao/ui/money.ts';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { runMoneyCall } from '../../lib/moneyCall.ts';
import { MoneyStayedError } from './launch.ts';

/**
 * Moves `amount` baht from the wallet into a game before it opens (TRF-01).
 * @throws MoneyStayedError
 */
export async function takeAlong(slotCode: string, amount: number): Promise<void> {
  const body = { from: WALLET, to: slotCode, amount };
  const end = await runMoneyCall({
    asked: `transfer ${JSON.stringify(body)}`,
    send: (idempotencyKey) => client('POST /api/wallet/transfer', { body, idempotencyKey }),
  });
  if (end.kind === 'failed') throw new MoneyStayedError(stayedText(end.error));
  if (end.kind === 'late') toast.info(() => t('games.alongLate', { amount: bahtText(amount) }));
}

function stayedText(error: unknown): string {
  const isPlain =
    error === null ||
    (error instanceof ApiError && error.code === 'TRANSFER_FAIL' && error.detail === undefined);
  return isPlain ? t('transfer.backInWallet') : errorMessage(error);
}
