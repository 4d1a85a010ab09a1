import { ApiError } from '@krapao/contract/client';
import { WALLET } from '@krapao/contract/walletCode';
import { bahtText } from '@krapao/ui/money.ts';
import { showAlert } from '../../components/alert.ts';
import { toast } from '../../components/toast.ts';
import { t } from '../../i18n/i18n.ts';
import { runMoneyCall } from '../../lib/moneyCall.ts';
import { failureText } from './failureText.ts';
import { transferAllRequest } from './requests.ts';

/**
 * Brings the money of all games back into the wallet (TRF-01), and says how it ended. `isAsked`: the member pressed for
 * it; otherwise nothing is said when there was nothing to bring.
 */
export async function takeBack(isAsked: boolean): Promise<void> {
  const end = await runMoneyCall(transferAllRequest(WALLET));
  if (end.kind === 'done') {
    const { amount } = end;
    return toast.success(() =>
      amount === null ? t('home.tookAllBack') : t('home.tookBack', { amount: bahtText(amount) }),
    );
  }
  if (end.kind === 'late') return toast.info(() => t('money.pendingText'));
  const { error, key } = end;
  const isNothing = error instanceof ApiError && error.code !== undefined && NOTHING.includes(error.code);
  if (isNothing && !isAsked) return;
  const message = await failureText(error, key, null);
  showAlert({ kind: 'error', message });
}

/** No account, nothing in it, or the same is on its way already. */
const NOTHING: readonly string[] = ['NO_DATA', 'MONEY_NOT_ENOUGH', 'REQUEST_IN_PROGRESS'];
