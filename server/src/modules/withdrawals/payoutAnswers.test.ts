import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import type { LiveConnection } from '../../providers/connections/connections.ts';
import type { PayoutGateway, PayoutQuery, PayoutResult } from '../../providers/payoutGateway.ts';
import { fund, moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { sessionless } from '../../testing/sessionless.ts';
import { openVerbWorld, type VerbWorld, type WorldMember } from '../../testing/verbWorld.ts';
import { closeContradiction } from './contradiction.ts';
import { rejectWithdrawal } from './decidePayout.ts';
import { payoutNotice } from './payoutNotice.ts';
import { settlePayout } from './settlePayout.ts';
import { withdrawalJobs } from './withdrawalJob.ts';
import { withdraw } from './withdrawFunds.ts';

let world: VerbWorld;
/** What the bank answers now. */
let paying: PayoutResult;
let asked: PayoutQuery;
/** How often each payout was sent. */
const sendings = new Map<string, number>();
const bank: PayoutGateway = {
  accountName: async () => ({ status: 'manual' }),
  pay: async ({ id }) => {
    sendings.set(id, (sendings.get(id) ?? 0) + 1);
    return paying;
  },
  query: async () => asked,
};
beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER, { payouts: bank });
  world.set('withdraw', { isAutomatic: true });
});
afterAll(async () => {
  expect(await verify(world.owner)).toEqual([]);
  await world.close();
});

/** A withdrawal of 200 of 500 baht, after one run of the job with these answers. */
async function withdrawn(pay: PayoutResult, query: PayoutQuery) {
  [paying, asked] = [pay, query];
  const member = await world.newMember();
  await fund(world.db, member.id, 500_00n);
  const { id } = await withdraw(world.context, sessionless(member.id), 200);
  await runJob();
  return { member, id };
}
const runJob = async () => withdrawalJobs(world.context)[0]?.run(new AbortController().signal);
const row = (id: string) =>
  world.db.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const money = ({ id }: WorldMember) => moneyOf(world.db, id);
const isBeingChecked = async (id: string) => {
  const { detail } = await world.db
    .selectFrom('statement_entry')
    .select('detail')
    .where('cause', '=', `withdrawal:${id}`)
    .executeTakeFirstOrThrow();
  return (detail as { payout?: { isBeingChecked?: boolean } } | null)?.payout?.isBeingChecked === true;
};
/** Moves its request and release a little more than a day into the past, and makes it due. */
const aDayLater = (id: string) =>
  sql`
    update withdrawal set created_at = created_at - interval '25 hours', released_at = released_at - interval '25 hours',
      due_at = now()
    where id = ${id}`.execute(world.owner);

const dueNow = (id: string) =>
  world.owner
    .updateTable('withdrawal')
    .set({ due_at: new Date(0) })
    .where('id', '=', id)
    .execute();

const REFUSED = { status: 'rejected', reason: 'ACCOUNT_CLOSED' } as const;

test('WDR-01 a refusal gives nothing back where the bank says under our id that it paid', async () => {
  const { member, id } = await withdrawn(REFUSED, { status: 'paid', transRef: 'REALLY1' });
  expect(await row(id)).toMatchObject({ state: 'PAID', trans_ref: 'REALLY1' });
  expect(await money(member)).toMatchObject({ wallet: 300_00n, held: 0n });
});

test('WDR-01 a refusal of what the bank still works on waits for its end', async () => {
  const { member, id } = await withdrawn(REFUSED, { status: 'pending' });
  expect(await row(id)).toMatchObject({ state: 'UNKNOWN' });
  expect(await money(member)).toMatchObject({ wallet: 500_00n, held: 200_00n });
});

test.each([{ status: 'not_found' }, { status: 'failed', reason: 'ACCOUNT_CLOSED' }] as const)(
  'WDR-01 a refusal that the bank’s own look-up confirms ($status) gives the money back',
  async (query) => {
    const { member, id } = await withdrawn(REFUSED, query);
    expect(await row(id)).toMatchObject({ state: 'REJECTED', reason: 'ACCOUNT_CLOSED' });
    expect(await money(member)).toMatchObject({ wallet: 500_00n, held: 0n });
  },
);

test('WDR-01 a refusal that no look-up confirms gives nothing back: one word may be a mistake', async () => {
  const { member, id } = await withdrawn(REFUSED, { status: 'unknown', reason: 'SERVER_ERROR' });
  expect(await row(id)).toMatchObject({ state: 'UNKNOWN', reason: 'SERVER_ERROR' });
  expect(await money(member)).toMatchObject({ wallet: 500_00n, held: 200_00n });
  asked = { status: 'failed', reason: 'ACCOUNT_CLOSED' };
  await dueNow(id);
  await runJob();
  expect(await row(id)).toMatchObject({ state: 'REJECTED', reason: 'ACCOUNT_CLOSED' });
});

/** A connection as it is stored, with settings of this version. */
async function storedConnection(settings_version: number): Promise<string> {
  const { id } = await world.owner
    .insertInto('connection')
    .values({
      id: randomUUID(),
      ...{ capability: 'payout', driver: 'generic', name: 'Bank', priority: 1, config: '{}' },
      ...{ is_active: true, is_shadow: false },
      ...{ secrets: Buffer.alloc(0), secret_names: [], settings_version },
      ...{ created_by: world.operatorId, changed_by: world.operatorId },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

test.each([
  [1, { state: 'STUCK', reason: 'OTHER_SETTINGS' }, 1],
  [2, { state: 'PAID' }, 2],
] as const)(
  'WDR-01 what was sent with keys of version %i, and is not known, is sent again with these keys alone',
  async (sentWith, end, sent) => {
    const { id } = await withdrawn({ status: 'unknown', reason: 'TIMEOUT' }, { status: 'not_found' });
    await world.owner
      .updateTable('withdrawal')
      .set({
        state: 'HELD',
        due_at: new Date(0),
        payout_connection_id: await storedConnection(2),
        payout_settings_version: sentWith,
      })
      .where('id', '=', id)
      .execute();
    paying = { status: 'paid', transRef: 'AGAIN' };
    await runJob();
    expect(await row(id)).toMatchObject(end);
    expect(sendings.get(id)).toBe(sent);
  },
);

test('WDR-01 what another key does not know is a person’s, and is never sent again', async () => {
  const { member, id } = await withdrawn(
    { status: 'unknown', reason: 'TIMEOUT' },
    { status: 'other_settings' },
  );
  await dueNow(id);
  await runJob();
  expect(await row(id)).toMatchObject({ state: 'STUCK', reason: 'OTHER_SETTINGS', due_at: null });
  expect(sendings.get(id)).toBe(1);
  expect(await money(member)).toMatchObject({ wallet: 500_00n, held: 200_00n });
});

test('WDR-01 what the bank does not know is a person’s once the member is held back, and is never sent again', async () => {
  for (const held of [{ frozen_at: new Date() }, { status: 'suspended' }]) {
    const { member, id } = await withdrawn({ status: 'unknown', reason: 'TIMEOUT' }, { status: 'not_found' });
    await world.owner.updateTable('member').set(held).where('id', '=', member.id).execute();
    for (const _ of ['asked', 'sent again']) {
      await dueNow(id);
      await runJob();
    }
    expect(await row(id)).toMatchObject({ state: 'STUCK', reason: 'NOT_FOUND', due_at: null });
    expect(sendings.get(id)).toBe(1);
    expect(await isBeingChecked(id)).toBe(true);
    expect(await money(member)).toMatchObject({ wallet: 500_00n, held: 200_00n });
  }
});

test('WDR-01 what the bank took and never ends is a person’s after a day, and the member reads that it is checked', async () => {
  const { member, id } = await withdrawn({ status: 'pending' }, { status: 'pending' });
  await runJob();
  expect(await row(id)).toMatchObject({ state: 'UNKNOWN' });
  expect(await isBeingChecked(id)).toBe(false);
  await aDayLater(id);
  await runJob();
  expect(await row(id)).toMatchObject({ state: 'STUCK', reason: 'PENDING', due_at: null });
  expect(await isBeingChecked(id)).toBe(true);
  expect(await money(member)).toMatchObject({ wallet: 500_00n, held: 200_00n });
  // A late answer pays nothing in addition to the operator's decision.
  asked = { status: 'paid', transRef: 'LATE1' };
  await runJob();
  expect(await row(id)).toMatchObject({ state: 'STUCK' });
  expect(sendings.get(id)).toBe(1);
});

test('WDR-01 what a bank in maintenance never took is paid by a person after a day', async () => {
  const maintenance = { status: 'rejected', reason: 'MAINTENANCE' } as const;
  const { id } = await withdrawn(maintenance, { status: 'not_found' });
  expect(await row(id)).toMatchObject({ state: 'HELD', sends: 0 });
  await aDayLater(id);
  await runJob();
  expect(await row(id)).toMatchObject({ state: 'MANUAL', reason: 'MAINTENANCE', sends: 0 });
});

test.each(['manual', 'rejected'] as const)(
  'WDR-01 a payout that may be at the bank is in no bank file, though it is sent again without an answer (%s)',
  async (end) => {
    const { member, id } = await withdrawn({ status: 'unknown', reason: 'TIMEOUT' }, { status: 'not_found' });
    await dueNow(id);
    await runJob();
    expect(await row(id)).toMatchObject({ state: 'HELD', sends: 1 });
    paying = end === 'manual' ? { status: 'manual' } : { status: 'rejected', reason: 'MAINTENANCE' };
    asked = { status: 'unknown', reason: 'SERVER_ERROR' };
    await aDayLater(id);
    await runJob();
    expect(await row(id)).toMatchObject({ state: 'STUCK' });
    expect(await money(member)).toMatchObject({ wallet: 500_00n, held: 200_00n });
  },
);

/** A payout without an answer, as a node holds it whose lease has ended; the columns are what another has made of it. */
async function overtaken(columns: { state?: string; due_at?: Date | null }) {
  const { member, id } = await withdrawn({ status: 'unknown', reason: 'TIMEOUT' }, { status: 'pending' });
  const held = await row(id);
  await world.owner
    .updateTable('withdrawal')
    .set({ claim: held.claim + 1, ...columns })
    .where('id', '=', id)
    .execute();
  const lines: object[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const { log } = Fastify({ logger: { level: 'warn', stream } });
  await settlePayout({ ...world.context, log }, held, { decision: 'paid', transRef: 'LATE2' });
  return { member, after: await row(id), lines };
}

test('WDR-01 what the bank paid is booked, also where another node asked meanwhile', async () => {
  const { member, after, lines } = await overtaken({});
  expect(after).toMatchObject({ state: 'PAID', trans_ref: 'LATE2', due_at: null });
  expect(await money(member)).toMatchObject({ wallet: 300_00n, held: 0n });
  expect(lines).toEqual([]);
});

test('WDR-01 an operator who decides a stuck payout reads that the bank has paid it', async () => {
  const { after } = await overtaken({ state: 'STUCK', due_at: null });
  expect(after).toMatchObject({ state: 'STUCK', reason: 'PAID_LATE', due_at: null });
});

test('WDR-01 what the bank paid goes into no bank file, and the log names what a person decides', async () => {
  const { member, after, lines } = await overtaken({ state: 'MANUAL', due_at: null });
  expect(after).toMatchObject({ state: 'STUCK', reason: 'PAID_LATE' });
  expect(await money(member)).toMatchObject({ wallet: 500_00n, held: 200_00n });
  expect(lines).toMatchObject([{ withdrawalId: after.id, state: 'MANUAL', transRef: 'LATE2' }]);
});

test('WDR-01 a payout refused by hand, and then told paid by its bank, waits for a person with both facts', async () => {
  const { member, id } = await withdrawn({ status: 'pending' }, { status: 'pending' });
  const connection = { id: randomUUID() } as LiveConnection<'payout'>;
  await world.owner
    .updateTable('withdrawal')
    .set({ state: 'STUCK', due_at: null, payout_connection_id: connection.id })
    .where('id', '=', id)
    .execute();
  const seen = { state: 'STUCK', why: (await row(id)).reason };
  const decision = { withdrawalId: id, seen, operator: 'operator:1', reason: 'the bank knows nothing' };
  await world.db.transaction().execute((trx) => rejectWithdrawal(trx, decision));
  const told = async (query: PayoutQuery) => {
    asked = query;
    const notice = { id, result: { status: 'paid', transRef: 'TOLD' } } as const;
    return payoutNotice(world.context, connection, { status: 'proved', notice });
  };
  expect(await told({ status: 'failed', reason: 'ACCOUNT_CLOSED' })).toBe('KNOWN');
  expect(await row(id)).toMatchObject({ contradiction: null });
  expect(await told({ status: 'paid', transRef: 'LATE3' })).toBe('KNOWN');
  expect(await row(id)).toMatchObject({ state: 'REJECTED', contradiction: 'PAID LATE3' });
  expect(await money(member)).toMatchObject({ wallet: 500_00n, held: 0n });
  expect(await world.db.transaction().execute((trx) => closeContradiction(trx, id))).toEqual({
    memberId: member.id,
    state: 'REJECTED',
    told: 'PAID LATE3',
  });
  expect(await row(id)).toMatchObject({ state: 'REJECTED', contradicted_at: null });
});

const ENDS = [
  ['refunded', 'paid', { state: 'REJECTED', contradiction: 'PAID LATE4' }],
  ['refunded', 'mismatch', { state: 'REJECTED', contradiction: 'PAID 20100' }],
  ['paid', 'failed', { state: 'PAID', contradiction: 'FAILED RETURNED' }],
  ['stuck', 'paid', { state: 'STUCK', reason: 'PAID_LATE' }],
] as const;
test.each(ENDS)(
  'WDR-01 %s, and then told by a notice to be %s: a person reads it',
  async (was, says, end) => {
    const { id } = await withdrawn({ status: 'pending' }, { status: 'pending' });
    const connection = { id: randomUUID() } as LiveConnection<'payout'>;
    await world.owner
      .updateTable('withdrawal')
      .set({ payout_connection_id: connection.id, due_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    const answers = {
      refunded: { status: 'failed', reason: 'ACCOUNT_CLOSED' },
      paid: { status: 'paid', transRef: 'FIRST' },
      stuck: { status: 'mismatch', amount: 201_00n },
    } as const;
    asked = answers[was];
    await runJob();
    asked = {
      paid: { status: 'paid', transRef: 'LATE4' } as const,
      mismatch: { status: 'mismatch', amount: 201_00n } as const,
      failed: { status: 'failed', reason: 'RETURNED' } as const,
    }[says];
    const hint = () => payoutNotice(world.context, connection, { status: 'hint', id });
    expect(await hint()).toBe('KNOWN');
    expect(await row(id)).toMatchObject(end);
    for (let told = 1; told < 12; told += 1) await hint();
    await expect(hint()).rejects.toMatchObject({ code: 'REQUEST_LIMIT' });
  },
);

test('WDR-01 what certainly was not sent is sent later, through any connection, and soon paid by a person', async () => {
  const { id } = await withdrawn({ status: 'not_sent', reason: 'CONNECTION' }, { status: 'not_found' });
  expect(await row(id)).toMatchObject({ state: 'HELD', reason: 'CONNECTION', sends: 0 });
  await world.owner
    .updateTable('withdrawal')
    .set({ created_at: new Date(Date.now() - 31 * 60_000), due_at: new Date(0) })
    .where('id', '=', id)
    .execute();
  await runJob();
  expect(await row(id)).toMatchObject({ state: 'MANUAL', reason: 'CONNECTION', sends: 0 });
});

test.each([
  [{ status: 'unknown', reason: 'BAD_ANSWER' }, 'STUCK'],
  [{ status: 'pending' }, 'UNKNOWN'],
] as const)('WDR-01 after an hour a bank that only says %o leaves a payout %s', async (says, state) => {
  const { id } = await withdrawn(says, says);
  await world.owner
    .updateTable('withdrawal')
    .set({ released_at: new Date(Date.now() - 61 * 60_000), due_at: new Date(0) })
    .where('id', '=', id)
    .execute();
  await runJob();
  expect(await row(id)).toMatchObject({ state });
});
