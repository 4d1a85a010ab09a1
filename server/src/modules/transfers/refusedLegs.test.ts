import Fastify from 'fastify';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import type {
  GamePlace,
  GameProvider,
  GameTransferQuery,
  GameTransferResult,
} from '../../providers/gameProvider.ts';
import { FakeGames } from '../../testing/fakeGames.ts';
import { fund, moneyOf } from '../../testing/moneyWorld.ts';
import { openVerbWorld, type VerbWorld } from '../../testing/verbWorld.ts';
import { runLegs } from './runLegs.ts';
import { settleLeg } from './settleLeg.ts';
import { transferFunds } from './transferFunds.ts';

let world: VerbWorld;
/** What the game answers now. */
let moving: GameTransferResult;
let asked: GameTransferQuery;
beforeAll(async () => {
  const games = new FakeGames();
  const game = (place: GamePlace): GameProvider => ({
    ...games.game(place),
    balance: async () => ({ status: 'ok', available: 0n, inPlay: 0n }),
    transfer: async () => moving,
    queryTransfer: async () => asked,
  });
  world = await openVerbWorld(inject('databaseUrl'), { game });
});
afterAll(async () => {
  expect(await verify(world.owner)).toEqual([]);
  await world.close();
});

async function move(transfer: GameTransferResult, query: GameTransferQuery) {
  [moving, asked] = [transfer, query];
  const { id: memberId } = await world.newMember(['pg']);
  await fund(world.db, memberId, 500_00n);
  const end = await transferFunds(world.context, memberId, { from: 'WALLET', to: 'pg', amount: 100 }).then(
    ({ status }) => status,
    (error: { code?: string }) => error.code,
  );
  const leg = () =>
    world.db
      .selectFrom('transfer_leg')
      .selectAll()
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow();
  return { end, leg, money: () => moneyOf(world.db, memberId) };
}

const REFUSED = { status: 'rejected', reason: 'WALLET_LOCKED' } as const;

test('TRF-05 a game that denies and did it keeps the money in the game', async () => {
  const { end, leg, money } = await move(REFUSED, { status: 'success' });
  expect([end, (await leg()).state]).toEqual(['SUCCESS', 'CONFIRMED']);
  expect(await money()).toMatchObject({ wallet: 400_00n, inTransfer: 0n });
});

test.each([
  { status: 'not_found' },
  { status: 'failed', reason: 'WALLET_LOCKED' },
  { status: 'unknown', reason: 'SERVER_ERROR' },
] as const)('TRF-05 a refusal that nothing contradicts ($status) gives the money back', async (query) => {
  const { end, money } = await move(REFUSED, query);
  expect(end).toBe('TRANSFER_FAIL');
  expect(await money()).toMatchObject({ wallet: 500_00n, inTransfer: 0n });
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
