import { randomInt, randomUUID } from 'node:crypto';
import { openBatcher } from '@krapao/server/testing/batcher';
import { percentile } from './figures.ts';

export interface BatchedRun {
  postingsPerSecond: number;
  p50: number;
  /** Milliseconds from a caller's call to its answer. */
  p99: number;
}

/**
 * Deposits and withdrawals from one node, between wallets and 20 house accounts (ids 1 to 20). Each posting has its own
 * caller, which waits for the answer.
 */
export async function postFromNode(
  db: Parameters<typeof openBatcher>[0],
  { seconds, callers, wallets }: { seconds: number; callers: number; wallets: number },
): Promise<BatchedRun> {
  const send = openBatcher(db);
  const waits: number[] = [];
  const begun = performance.now();
  const end = begun + seconds * 1_000;
  const caller = async () => {
    while (performance.now() < end) {
      const wallet = BigInt(21 + randomInt(wallets));
      const house = BigInt(1 + randomInt(20));
      const isDeposit = randomInt(2) === 0;
      const asked = performance.now();
      await send({
        key: randomUUID(),
        code: isDeposit ? 'deposit' : 'transfer',
        debit: isDeposit ? house : wallet,
        credit: isDeposit ? wallet : house,
        amount: 100n,
        actor: 'system',
        cause: 'bench:1',
      });
      waits.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return {
    postingsPerSecond: waits.length / ((performance.now() - begun) / 1_000),
    p50: percentile(waits, 0.5),
    p99: percentile(waits, 0.99),
  };
}
