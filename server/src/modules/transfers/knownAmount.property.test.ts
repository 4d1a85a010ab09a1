import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { MANUAL_PROVIDERS } from '../../providers/manualProviders.ts';
import { HISTORIES_TIMEOUT_MS, histories } from '../../testing/budget.ts';
import { fund, moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld } from '../../testing/verbWorld.ts';
import { askBalances } from '../games/askBalances.ts';
import type { LegOutcome } from './callProvider.ts';
import { type ClaimedLeg, claimLegs } from './claimLegs.ts';
import { settleLeg } from './settleLeg.ts';
import { startMove } from './startTransfer.ts';

const GAME = 'pg';

/** The game's side: the player's balance, and requested balances that are not reported yet. */
let held = 0n;
let asked: (() => void)[] = [];
let world: VerbWorld;
beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER, {
    game: (code) => ({
      ...MANUAL_PROVIDERS.game(code),
      balance: () =>
        new Promise((resolve) => {
          asked.push(() => resolve({ status: 'ok', available: held, inPlay: 0n }));
        }),
    }),
  });
});
afterAll(async () => {
  expect(await verify(world.owner)).toEqual([]);
  await world.close();
});

type Step = 'start' | 'send' | 'apply' | 'settle' | 'ask' | 'tell' | 'store';
interface Operation {
  transferId: string;
  claimed: ClaimedLeg | undefined;
  direction: 'in' | 'out';
  amount: bigint;
  isApplied: boolean;
}

/**
 * Runs a history of transfers with late results and refreshes that end late. After every step the known amount is the
 * game's balance without money in transit; no amount counts twice.
 */
async function run(steps: readonly { step: Step; isIn: boolean; amount: number }[]): Promise<void> {
  held = 500_00n;
  asked = [];
  const { id } = await world.newMember([GAME]);
  await fund(world.db, id, 1_000_00n);
  await world.owner.updateTable('game_account').set({ amount: held }).where('member_id', '=', id).execute();
  const operations: Operation[] = [];
  const refreshes: Promise<unknown>[] = [];

  const act: Record<Step, (isIn: boolean, amount: bigint) => Promise<void>> = {
    start: async (isIn, amount) => {
      const [from, to] = isIn ? ['WALLET', GAME] : [GAME, 'WALLET'];
      const { id: transferId } = await world.run((trx) =>
        startMove(trx, world.context.providers, id, { from, to, amount }, undefined),
      );
      operations.push({
        transferId,
        claimed: undefined,
        direction: isIn ? 'in' : 'out',
        amount,
        isApplied: false,
      });
    },
    send: async () => {
      const waiting = operations.find(({ claimed }) => claimed === undefined);
      if (waiting) [waiting.claimed] = await claimLegs(world.context, waiting.transferId);
    },
    apply: async () => {
      const sent = operations.find(({ claimed, isApplied }) => claimed !== undefined && !isApplied);
      if (sent === undefined || (sent.direction === 'out' && held < sent.amount)) return;
      sent.isApplied = true;
      held += sent.direction === 'in' ? sent.amount : -sent.amount;
    },
    settle: async () => {
      const nth = operations.findIndex(({ claimed }) => claimed !== undefined);
      const [one] = nth < 0 ? [] : operations.splice(nth, 1);
      if (one?.claimed === undefined) return;
      const outcome: LegOutcome = one.isApplied
        ? { decision: 'confirmed' }
        : { decision: 'rejected', reason: 'LOST' };
      await settleLeg(world.context, one.claimed, outcome);
    },
    ask: async () => {
      const before = asked.length;
      refreshes.push(askBalances(world.context, id));
      while (asked.length === before) await new Promise((resolve) => setImmediate(resolve));
    },
    tell: async () => {
      asked.shift()?.();
    },
    store: async () => {
      for (const tell of asked.splice(0)) tell();
      await Promise.all(refreshes.splice(0));
    },
  };
  const check = async () => {
    const flying = operations
      .filter(({ isApplied }) => isApplied)
      .reduce((sum, { direction, amount }) => sum + (direction === 'in' ? amount : -amount), 0n);
    const { amount } = await world.db
      .selectFrom('game_account')
      .select('amount')
      .where('member_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(amount).toBe(held - flying);
  };

  for (const { step, isIn, amount } of steps) {
    await act[step](isIn, BigInt(amount));
    await check();
  }
  while (operations.length > 0) {
    await act.send(true, 0n);
    await act.settle(true, 0n);
  }
  await act.store(true, 0n);
  await check();
  const { wallet, inTransfer } = await moneyOf(world.db, id);
  expect(wallet + inTransfer + held).toBe(1_500_00n);
}

test('HOM-02 TRF-01 an unknown transfer that settles after a refresh is in the game’s amount once', async () => {
  const step = (name: Step) => ({ step: name, isIn: true, amount: 20_00 });
  await run(['start', 'send', 'apply', 'ask', 'store', 'settle'].map((name) => step(name as Step)));
  await run(['start', 'send', 'ask', 'apply', 'tell', 'settle', 'store'].map((name) => step(name as Step)));
});

test('HOM-02 TRF-01 refreshes and transfers, interleaved in any way, count no amount twice and lose none', {
  timeout: HISTORIES_TIMEOUT_MS,
}, async () => {
  const steps = fc.array(
    fc.record({
      step: fc.constantFrom<Step>('start', 'send', 'apply', 'settle', 'ask', 'tell', 'store'),
      isIn: fc.boolean(),
      amount: fc.integer({ min: 1_00, max: 60_00 }),
    }),
    { minLength: 8, maxLength: 30 },
  );
  await fc.assert(fc.asyncProperty(steps, run), { numRuns: histories(15, 60) });
});
