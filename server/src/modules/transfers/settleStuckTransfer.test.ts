import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureHouseAccount, ensureMemberAccount } from '../../ledger/account.ts';
import { post } from '../../ledger/post.ts';
import { verify } from '../../ledger/verify.ts';
import { amountFor, FakeGames } from '../../testing/fakeGames.ts';
import { fund, moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld } from '../../testing/verbWorld.ts';
import { runLegs } from './runLegs.ts';
import { settleOtherAmount } from './settleOtherAmount.ts';
import { settleStuckTransfer } from './settleStuckTransfer.ts';
import { transferFunds } from './transferFunds.ts';

let world: VerbWorld;
const games = new FakeGames();
beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER, { game: (code) => games.game(code) });
});
afterAll(async () => {
  expect(await verify(world.owner)).toEqual([]);
  await world.close();
});

async function stuck(from: string, to: string, amount: number) {
  const { id: memberId } = await world.newMember(['pg', 'betflix']);
  await fund(world.db, memberId, 500_00n);
  games.balances.set(`km${memberId}pg`, 300_00);
  const { status, id } = await transferFunds(world.context, memberId, { from, to, amount: amount / 100 });
  expect(status).toBe('PENDING');
  const { id: legId } = await world.db
    .selectFrom('transfer_leg')
    .select('id')
    .where('transfer_id', '=', id)
    .where('state', '=', 'STUCK')
    .executeTakeFirstOrThrow();
  return { memberId, legId, transferId: id };
}

const settle = (legId: string, outcome: 'CONFIRMED' | 'REJECTED', change: object = {}) =>
  world.run((trx) => settleStuckTransfer(trx, { legId, outcome, ...world.decision, ...change }));

test('TRF-01 a stuck transfer that happened is booked by the operator, once', async () => {
  const amount = amountFor('miscounts', 'pg', 'in');
  const { memberId, legId } = await stuck('WALLET', 'pg', amount);
  expect(await moneyOf(world.db, memberId)).toMatchObject({ inTransfer: BigInt(amount) });
  const ends = await Promise.allSettled([settle(legId, 'CONFIRMED'), settle(legId, 'REJECTED')]);
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const isBooked = ends[0]?.status === 'fulfilled';
  expect(await moneyOf(world.db, memberId)).toMatchObject({
    wallet: isBooked ? BigInt(500_00 - amount) : 500_00n,
    inTransfer: 0n,
  });
  await expect(settle(legId, 'CONFIRMED')).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
  const { rows } = await sql<{ actor: string }>`
    select distinct actor from ledger.posting where group_id in (select transfer_id from transfer_leg where id = ${legId})
    order by actor`.execute(world.owner);
  expect(rows.map(({ actor }) => actor)).toEqual([`member:${memberId}`, world.decision.operator]);
});

test('TRF-05 a stuck transfer that never happened gives the money back and keeps who decided', async () => {
  const amount = amountFor('miscounts', 'pg', 'in');
  const { memberId, legId } = await stuck('WALLET', 'pg', amount);
  expect(await settle(legId, 'REJECTED')).toMatchObject({ status: 'FAILED', failure: 'TRANSFER_FAIL' });
  expect(await moneyOf(world.db, memberId)).toMatchObject({ wallet: 500_00n, inTransfer: 0n });
  const leg = await world.db
    .selectFrom('transfer_leg')
    .selectAll()
    .where('id', '=', legId)
    .executeTakeFirstOrThrow();
  expect(leg).toMatchObject({
    state: 'REJECTED',
    decided_by: world.operatorId,
    decided_because: world.decision.reason,
  });
});

test('TRF-01 a stuck way out of a game goes on to the other game', async () => {
  const amount = amountFor('miscounts', 'pg', 'out');
  const { memberId, legId, transferId } = await stuck('pg', 'betflix', amount);
  expect(await settle(legId, 'CONFIRMED')).toMatchObject({ status: 'PENDING' });
  while ((await runLegs(world.context, transferId)) > 0);
  expect(await moneyOf(world.db, memberId)).toMatchObject({ wallet: 500_00n, inTransfer: 0n });
  expect(games.balances.get(`km${memberId}betflix`)).toBe(amount);
});

test('TRF-01 what is not stuck, or no operation at all, is refused', async () => {
  await expect(settle(randomUUID(), 'CONFIRMED')).rejects.toMatchObject({ code: 'NO_DATA' });
  const { legId } = await stuck('WALLET', 'pg', amountFor('miscounts', 'pg', 'in'));
  await expect(settle(legId, 'CONFIRMED', { operator: 'system' })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  });
  await world.owner
    .updateTable('transfer_leg')
    .set({ state: 'UNKNOWN', due_at: new Date(Date.now() + 3_600_000) })
    .where('id', '=', legId)
    .execute();
  await expect(settle(legId, 'CONFIRMED')).rejects.toMatchObject({ code: 'REQUEST_IN_PROGRESS' });
});

/** The house gives by an adjustment, as the console does. */
const settleOther = (legId: string, moved: number) =>
  world.run((trx) =>
    settleOtherAmount(trx, { legId, moved: BigInt(moved), ...world.decision }, async (memberId, amount) => {
      await post(trx, {
        key: randomUUID(),
        code: 'adjustment',
        cause: `transferLeg:${legId}`,
        actor: 'operator:1',
        debit: await ensureHouseAccount(trx, 'adjustment'),
        credit: await ensureMemberAccount(trx, memberId, 'wallet'),
        amount,
      });
    }),
  );
/** What the postings of a transfer moved between the member and the game, in satang; above zero into the game. */
async function intoGame(transferId: string): Promise<bigint> {
  const { rows } = await sql<{ moved: bigint }>`
    select coalesce(sum(case when code = 'transfer_in' then amount else -amount end), 0)::bigint as moved
    from ledger.posting where group_id = ${transferId} and code in ('transfer_in', 'transfer_out')`.execute(
    world.owner,
  );
  return rows[0]?.moved ?? 0n;
}

test.each([
  ['in', -1_00, 1_00],
  ['in', 1_00, 0],
  ['in', -9_99, 9_99],
  ['out', -1_00, -1_00],
  ['out', 1_00, 1_00],
] as const)(
  'TRF-01 a way %s the game that moved %d satang more than asked is booked as it moved',
  async (way, more, change) => {
    const amount = amountFor('miscounts', 'pg', way);
    const isIn = way === 'in';
    const { memberId, legId, transferId } = await stuck(
      isIn ? 'WALLET' : 'pg',
      isIn ? 'pg' : 'WALLET',
      amount,
    );
    const moved = amount + more;
    const { transfer } = await settleOther(legId, moved);
    expect(transfer).toMatchObject({ status: 'SUCCESS', moved: BigInt(moved) });
    expect(await moneyOf(world.db, memberId)).toMatchObject({
      // Of what more went in, the house bears the difference.
      wallet: BigInt(isIn ? 500_00 - amount + change : 500_00 + amount + change),
      inTransfer: 0n,
    });
    expect(await intoGame(transferId)).toBe(BigInt(isIn ? moved : -moved));
    const leg = await world.db
      .selectFrom('transfer_leg')
      .selectAll()
      .where('id', '=', legId)
      .executeTakeFirstOrThrow();
    expect(leg).toMatchObject({
      state: 'CONFIRMED',
      amount: BigInt(moved),
      asked_amount: BigInt(amount),
      decided_by: world.operatorId,
    });
  },
);

test('TRF-01 what really came out of one game goes on into the other', async () => {
  const amount = amountFor('miscounts', 'pg', 'out');
  const { memberId, legId, transferId } = await stuck('pg', 'betflix', amount);
  await settleOther(legId, amount - 50);
  while ((await runLegs(world.context, transferId)) > 0);
  expect(await moneyOf(world.db, memberId)).toMatchObject({ wallet: 500_00n, inTransfer: 0n });
  expect(games.balances.get(`km${memberId}betflix`)).toBe(amount - 50);
});

test('TRF-01 of answers at the same moment one is booked; nothing, and what was asked, are no other amount', async () => {
  const amount = amountFor('miscounts', 'pg', 'in');
  const { memberId, legId } = await stuck('WALLET', 'pg', amount);
  for (const moved of [0, -1, amount])
    await expect(settleOther(legId, moved)).rejects.toMatchObject({ code: 'INVALID_AMOUNT' });
  const answers = [
    settleOther(legId, amount - 100),
    settle(legId, 'REJECTED'),
    settleOther(legId, amount + 100),
  ];
  const ends = await Promise.allSettled(answers);
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  const wallets = [500_00 - amount + 100, 500_00, 500_00 - amount];
  expect(await moneyOf(world.db, memberId)).toMatchObject({
    wallet: BigInt(wallets[ends.findIndex(({ status }) => status === 'fulfilled')] ?? 0),
    inTransfer: 0n,
  });
  await expect(settleOther(legId, amount - 100)).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
});
