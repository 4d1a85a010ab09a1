import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { createActionKeys } from './actionKey.ts';
import { runKeyed } from './keyedAction.ts';
import { askOutcome, canTellOutcomes } from './moneyOutcome.ts';
import type { KeyedRequest } from './useKeyedAction.ts';

type MoneyResult = ResponseOf<Contract['POST /api/wallet/transfer']>;

/**
 * How a money call ended. `late`: it is under way, or its outcome is not known yet; then its key is left behind, and the
 * app goes on asking (OutcomesLeftBehind). Amounts in baht, null where the server names none; `error` is null when it
 * gives no reason, and `key` can still be used to ask what was done before.
 */
export type MoneyEnd =
  | { kind: 'done'; amount: number | null }
  | { kind: 'late' }
  | { kind: 'failed'; error: unknown; key: string };

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Runs one money call that has no form: sent once, asked for by its key when the answer is lost, never sent again. */
export async function runMoneyCall({ asked, send }: KeyedRequest<MoneyResult>): Promise<MoneyEnd> {
  const keys = createActionKeys();
  const key = keys.keyFor(asked);
  let isWanted = true;
  const end = await runKeyed({
    send: () => send(key),
    ask: () => askOutcome(key),
    canAsk: canTellOutcomes,
    pause,
    isWanted: () => isWanted,
    onPhase: (phase) => {
      if (phase === 'unclear') isWanted = false;
    },
  });
  if (end === null) {
    keys.leave();
    return { kind: 'late' };
  }
  keys.settle();
  if (end.kind === 'failed') return { kind: 'failed', error: end.error, key };
  if (end.kind === 'outcome')
    return end.outcome.state === 'done' ? { kind: 'done', amount: end.outcome.amount } : { kind: 'late' };
  const { status, amount } = end.answer;
  if (status === 'FAILED') return { kind: 'failed', error: null, key };
  return status === 'SUCCESS' ? { kind: 'done', amount } : { kind: 'late' };
}
