import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import type {
  GamePlace,
  GameProvider,
  GameTransferQuery,
  GameTransferResult,
} from '../../providers/gameProvider.ts';
import { FakeGames } from '../../testing/fakeGames.ts';
import { fund, moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld } from '../../testing/verbWorld.ts';
import { runLegs } from './runLegs.ts';
import { settleLeg } from './settleLeg.ts';
import { startMove } from './startTransfer.ts';

let world: VerbWorld;
/** What the game answers now. */
let moving: GameTransferResult;
let asked: GameTransferQuery;
let available = 0n;
/** False: its only question is the same order again. */
let hasQuestion = true;
beforeAll(async () => {
  const games = new FakeGames();
  const game = (place: GamePlace): GameProvider => {
    const { queryTransfer: _, ...fake } = games.game(place);
    return {
      ...fake,
      balance: async () => ({ status: 'ok', available, inPlay: 0n }),
      transfer: async () => moving,
      ...(hasQuestion && { queryTransfer: async () => asked }),
    };
  };
  world = await openVerbWorld(OWN_CLUSTER, { game });
});
afterAll(async () => {
  expect(await verify(world.owner)).toEqual([]);
  await world.close();
});

const ONE_HUNDRED_IN = { from: 'WALLET', to: 'pg', amount: 100_00n };
const REFUSED = { status: 'rejected', reason: 'WALLET_LOCKED' } as const;

/** A transfer after every question that is due at once: no call waits beside it and asks on. */
async function move(transfer: GameTransferResult, query: GameTransferQuery) {
  [moving, asked] = [transfer, query];
  const { id: memberId } = await world.newMember(['pg']);
  await fund(world.db, memberId, 500_00n);
  const { id: transferId } = await world.run((trx) =>
    startMove(trx, world.context.providers, memberId, ONE_HUNDRED_IN, undefined),
  );
  while ((await runLegs(world.context, transferId)) > 0);
  const { status, failure } = await world.db
    .selectFrom('transfer')
    .select(['status', 'failure'])
    .where('id', '=', transferId)
    .executeTakeFirstOrThrow();
  const leg = () =>
    world.db
      .selectFrom('transfer_leg')
      .selectAll()
      .where('transfer_id', '=', transferId)
      .executeTakeFirstOrThrow();
  return { end: failure ?? status, leg, money: () => moneyOf(world.db, memberId) };
}

test('TRF-05 a game that denies and did it keeps the money in the game', async () => {
  const { end, leg, money } = await move(REFUSED, { status: 'success' });
  expect([end, (await leg()).state]).toEqual(['SUCCESS', 'CONFIRMED']);
  expect(await money()).toMatchObject({ wallet: 400_00n, inTransfer: 0n });
});

test.each([{ status: 'not_found' }, { status: 'failed', reason: 'WALLET_LOCKED' }] as const)(
  'TRF-05 a refusal that the look-up confirms ($status) gives the money back',
  async (query) => {
    const { end, money } = await move(REFUSED, query);
    expect(end).toBe('TRANSFER_FAIL');
    expect(await money()).toMatchObject({ wallet: 500_00n, inTransfer: 0n });
  },
);

test.each([
  [
    { status: 'unknown', reason: 'SERVER_ERROR' },
    { state: 'UNKNOWN', reason: 'SERVER_ERROR' },
  ],
  [{ status: 'other_settings' }, { state: 'STUCK', reason: 'OTHER_SETTINGS', due_at: null }],
] as const)('TRF-05 a refusal that no look-up confirms (%o) gives nothing back', async (query, state) => {
  const { leg, money } = await move(REFUSED, query);
  expect(await leg()).toMatchObject(state);
  expect(await money()).toMatchObject({ wallet: 400_00n, inTransfer: 100_00n });
});

test('TRF-05 what a game never ends is an operator’s after a day', async () => {
  const { leg, money } = await move({ status: 'pending' }, { status: 'pending' });
  expect((await leg()).state).toBe('UNKNOWN');
  const { id } = await leg();
  await world.owner
    .updateTable('transfer_leg')
    .set({ sent_at: new Date(Date.now() - 25 * 3_600_000), due_at: new Date() })
    .where('id', '=', id)
    .execute();
  await runLegs(world.context);
  expect(await leg()).toMatchObject({ state: 'STUCK', reason: 'PENDING', due_at: null });
  expect(await money()).toMatchObject({ wallet: 400_00n, inTransfer: 100_00n });
});

test.each([
  ['is still asked about', {}, { state: 'CONFIRMED' }, 0],
  [
    'waits for a person',
    { state: 'STUCK', due_at: null },
    { state: 'STUCK', reason: 'CONFIRMED_LATE', due_at: null },
    1,
  ],
])(
  'TRF-05 what the game has moved is booked where another node asked meanwhile and it %s: %o',
  async (_, columns, after, lines) => {
    const { leg } = await move({ status: 'pending' }, { status: 'pending' });
    const held = await leg();
    await world.owner
      .updateTable('transfer_leg')
      .set({ claim: held.claim + 1, ...columns })
      .where('id', '=', held.id)
      .execute();
    const logged: unknown[] = [];
    const stream = { write: (line: string) => void logged.push(line) };
    const { log } = Fastify({ logger: { level: 'warn', stream } });
    await settleLeg({ ...world.context, log }, held, { decision: 'confirmed' });
    expect(await leg()).toMatchObject(after);
    expect(logged).toHaveLength(lines);
  },
);

test.each([
  ['the order is refused again and the balance is as before', 'USER_DISABLED', 0n, 'STUCK', 400_00n],
  ['the order is refused again, but the balance has moved', 'USER_DISABLED', 100_00n, 'STUCK', 400_00n],
  ['only the call is refused', 'KEY_REFUSED', 0n, 'UNKNOWN', 400_00n],
  ['the house is closed', 'MAINTENANCE', 0n, 'UNKNOWN', 400_00n],
] as const)(
  'TRF-05 a house that is asked by the same order again: %s',
  async (_, reason, balance, state, wallet) => {
    hasQuestion = false;
    try {
      const { id: memberId } = await world.newMember(['pg']);
      await fund(world.db, memberId, 500_00n);
      moving = { status: 'pending' };
      const { id: transferId } = await world.run((trx) =>
        startMove(trx, world.context.providers, memberId, ONE_HUNDRED_IN, undefined),
      );
      await runLegs(world.context, transferId);
      const leg = () =>
        world.db
          .selectFrom('transfer_leg')
          .selectAll()
          .where('transfer_id', '=', transferId)
          .executeTakeFirstOrThrow();
      [moving, available] = [{ status: 'rejected', reason }, balance];
      const asks = async (columns: object) => {
        await world.owner
          .updateTable('transfer_leg')
          .set({ due_at: new Date(), ...columns })
          .where('transfer_id', '=', transferId)
          .execute();
        await runLegs(world.context);
      };
      // One refusal, or one soon after the order, decides nothing.
      await asks({ sends: 2, sent_at: new Date() });
      expect((await leg()).state).toBe('UNKNOWN');
      await asks({ not_found: 2, sent_at: new Date(Date.now() - 31_000) });
      expect((await leg()).state).toBe(state);
      expect((await moneyOf(world.db, memberId)).wallet).toBe(wallet);
    } finally {
      [hasQuestion, available] = [true, 0n];
    }
  },
);
