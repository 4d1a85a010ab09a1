import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { fund, moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { sessionless } from '../../testing/sessionless.ts';
import { openVerbWorld, type VerbWorld, type WorldMember } from '../../testing/verbWorld.ts';
import { payWithdrawal, rejectWithdrawal } from './decidePayout.ts';
import { settlePayout } from './settlePayout.ts';
import { takeOverPayout } from './takeOverPayout.ts';
import { withdraw } from './withdrawFunds.ts';

let world: VerbWorld;
beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER);
});
afterAll(async () => {
  expect(await verify(world.owner)).toEqual([]);
  await world.close();
});

/** A member of 500 baht who wants 200; `state` as an adapter left it. */
async function waiting(state: 'MANUAL' | 'STUCK' | 'HELD' = 'MANUAL') {
  world.set('withdraw', { isAutomatic: state === 'HELD' });
  const member = await world.newMember();
  await fund(world.db, member.id, 500_00n);
  const { id } = await withdraw(world.context, sessionless(member.id), 200);
  if (state === 'STUCK')
    await world.owner
      .updateTable('withdrawal')
      .set({ state, reason: 'PAID_20100' })
      .where('id', '=', id)
      .execute();
  return { member, id };
}

/** As the operator saw a stuck one. */
const STUCK = { seen: { state: 'STUCK', why: 'PAID_20100' } };
const seenAs = (state: string) => (state === 'STUCK' ? STUCK : {});
const pay = (withdrawalId: string, change: object = {}) =>
  world.run((trx) =>
    payWithdrawal(trx, { withdrawalId, transRef: withdrawalId, ...world.decision, ...change }),
  );
const reject = (withdrawalId: string, change: object = {}) =>
  world.run((trx) => rejectWithdrawal(trx, { withdrawalId, ...world.decision, ...change }));
const money = ({ id }: WorldMember) => moneyOf(world.db, id);
const statusOf = async ({ id }: WorldMember) =>
  (
    await world.db
      .selectFrom('statement_entry')
      .select('status')
      .where('member_id', '=', id)
      .executeTakeFirstOrThrow()
  ).status;

test.each(['MANUAL', 'STUCK'] as const)(
  'WDR-01 a %s withdrawal that an operator paid is booked, with who and why',
  async (state) => {
    const { member, id } = await waiting(state);
    expect(await pay(id, seenAs(state))).toMatchObject({
      state: 'PAID',
      trans_ref: id,
      decided_by: world.operatorId,
      decided_because: world.decision.reason,
    });
    expect(await money(member)).toMatchObject({ wallet: 300_00n, held: 0n });
    expect(await statusOf(member)).toBe('SUCCESS');
  },
);

test.each(['MANUAL', 'STUCK'] as const)(
  'WDR-01 a %s withdrawal that an operator rejects is the member’s again',
  async (state) => {
    const { member, id } = await waiting(state);
    expect(await reject(id, seenAs(state))).toMatchObject({
      state: 'REJECTED',
      reason: 'OPERATOR',
      decided_by: world.operatorId,
    });
    expect(await money(member)).toMatchObject({ wallet: 500_00n, held: 0n });
    expect(await statusOf(member)).toBe('FAILED');
  },
);

test('WDR-01 a withdrawal of which the bank has said something since an operator looked is not decided', async () => {
  const { member, id } = await waiting('STUCK');
  for (const decide of [pay, reject]) {
    await expect(decide(id)).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' });
    for (const seen of [
      { state: 'MANUAL', why: 'PAID_20100' },
      { state: 'STUCK', why: null },
      { state: 'STUCK', why: 'silent' },
    ])
      await expect(decide(id, { seen })).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' });
  }
  expect(await money(member)).toMatchObject({ wallet: 500_00n, held: 200_00n });
});

test('WDR-01 of operators who decide at once one is heard, the others are told', async () => {
  const { member, id } = await waiting();
  const ends = await Promise.allSettled([pay(id), reject(id), pay(id), reject(id)]);
  const heard = ends.filter((end) => end.status === 'fulfilled');
  const told = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []));
  expect([heard.length, told]).toEqual([1, ['ALREADY_DECIDED', 'ALREADY_DECIDED', 'ALREADY_DECIDED']]);
  const { wallet, held } = await money(member);
  expect([heard[0]?.value.state === 'PAID' ? 300_00n : 500_00n, 0n]).toEqual([wallet, held]);
});

test('WDR-01 what the machine still works on, what is none, and a payment without its reference are refused', async () => {
  const { id } = await waiting('HELD');
  await expect(pay(id)).rejects.toMatchObject({ code: 'REQUEST_IN_PROGRESS' });
  await expect(reject(id)).rejects.toMatchObject({ code: 'REQUEST_IN_PROGRESS' });
  await expect(pay(randomUUID())).rejects.toMatchObject({ code: 'NO_DATA' });
  const other = await waiting();
  await expect(pay(other.id, { transRef: ' ' })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  await expect(pay(other.id, { reason: '' })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  expect(await money(other.member)).toMatchObject({ wallet: 500_00n, held: 200_00n });
});

const rowOf = (id: string) =>
  world.db.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const takeOver = (withdrawalId: string, state: string, why: string | null) =>
  world.run((trx) => takeOverPayout(trx, { withdrawalId, seen: { state, why } }));

test('a payout that never reached the bank is taken over as one to pay by hand, and no node sends it', async () => {
  const { member, id } = await waiting('HELD');
  await world.owner.updateTable('withdrawal').set({ reason: 'MAINTENANCE' }).where('id', '=', id).execute();
  const claimed = await rowOf(id);
  await expect(takeOver(id, 'HELD', null)).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' });
  await takeOver(id, 'HELD', 'MAINTENANCE');
  expect(await rowOf(id)).toMatchObject({ state: 'MANUAL', due_at: null });
  await settlePayout(world.context, claimed, { decision: 'not_sent', reason: 'MAINTENANCE' });
  expect(await rowOf(id)).toMatchObject({ state: 'MANUAL', due_at: null });
  await expect(takeOver(id, 'MANUAL', 'MAINTENANCE')).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
  await reject(id);
  expect(await money(member)).toMatchObject({ wallet: 500_00n, held: 0n });
});

test('WDR-01 what a machine paid with a reference that proves another payout waits for a person', async () => {
  const first = await waiting();
  await pay(first.id, { transRef: 'MACHINE-7' });
  const { member, id } = await waiting('HELD');
  await world.owner.updateTable('withdrawal').set({ state: 'SENT', sends: 1 }).where('id', '=', id).execute();
  await settlePayout(world.context, await rowOf(id), { decision: 'paid', transRef: 'machine7' });
  const why = 'REFERENCE_USED → machine7';
  expect(await rowOf(id)).toMatchObject({ state: 'STUCK', reason: why, due_at: null, trans_ref: null });
  expect(await money(member)).toMatchObject({ held: 200_00n });
  const seen = { state: 'STUCK', why };
  await expect(pay(id, { seen, transRef: 'MACHINE7' })).rejects.toMatchObject({
    code: 'PAYOUT_REFERENCE_USED',
    firstPayout: { id: first.id, amount: 200 },
  });
  await pay(id, { seen, transRef: 'MACHINE7', secondUseOf: first.id });
  expect(await rowOf(id)).toMatchObject({ state: 'PAID', reference_of: first.id, proof: null });
});

test('WDR-01 the references of a connection with an account of its own are not those of our accounts', async () => {
  const account = await world.db
    .selectFrom('deposit_account')
    .select('id')
    .where('bank_type', '=', 'BANK')
    .where('currency', '=', 'BAHT')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  await pay((await waiting()).id, { transRef: '4711', accountId: account.id });
  const { id } = await waiting('HELD');
  await world.owner
    .updateTable('withdrawal')
    .set({ state: 'SENT', sends: 1, payout_connection_id: 'elsewhere' })
    .where('id', '=', id)
    .execute();
  await settlePayout(world.context, await rowOf(id), { decision: 'paid', transRef: '4711' });
  expect(await rowOf(id)).toMatchObject({ state: 'PAID', proof_place: 'connection:elsewhere' });
});

test('a payout that may have reached the bank is taken over as stuck; that the bank paid is still told', async () => {
  const { member, id } = await waiting('HELD');
  await world.owner
    .updateTable('withdrawal')
    .set({ state: 'SENT', sends: 1, reason: 'TIMEOUT' })
    .where('id', '=', id)
    .execute();
  const claimed = await rowOf(id);
  await takeOver(id, 'SENT', 'TIMEOUT');
  expect(await rowOf(id)).toMatchObject({ state: 'STUCK', reason: 'TIMEOUT', due_at: null });
  await settlePayout(world.context, claimed, { decision: 'rejected', reason: 'NO_FUNDS' });
  expect(await money(member)).toMatchObject({ held: 200_00n });
  await settlePayout(world.context, claimed, { decision: 'paid', transRef: 'LATE1' });
  expect(await rowOf(id)).toMatchObject({ state: 'STUCK', reason: 'PAID_LATE' });
  await pay(id, { seen: { state: 'STUCK', why: 'PAID_LATE' } });
  expect(await money(member)).toMatchObject({ wallet: 300_00n, held: 0n });
});
