import { randomUUID } from 'node:crypto';
import type { Story } from '@krapao/contract/api/story';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { DEPOSIT_RULES } from '../../testing/depositRules.ts';
import { fund, until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { payFrom } from '../../testing/sandboxBank.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { makeOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { makeWaitingPayouts } from '../../testing/waitingPayouts.ts';
import { findActive, lockMember } from '../bonus/bonusRow.ts';
import { creditReward } from '../bonus/creditReward.ts';
import { endBonus } from '../bonus/endBonus.ts';
import { lockTotal } from '../bonus/memberTotal.ts';
import { addTransferClaim } from '../deposits/claim/addTransferClaim.ts';
import { receiveTransfer } from '../deposits/incoming/receiveTransfer.ts';
import { creditWin } from '../spinwheel/creditWin.ts';
import { bookRejected } from '../withdrawals/settlePayout.ts';

const KBANK = { bankCode: 'KBANK', accountNo: '0990000025' };
const GSB = { type: 'account', bankCode: 'GSB', accountNo: '020990000033' } as const;
const EXAMPLES = 20;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

/** A member with 1,000 baht in the wallet. */
async function saver(): Promise<TestMember> {
  const member = await makeMember(server);
  await fund(server.db, member.id, 1_000_00n);
  return member;
}
const claim = ({ id }: TestMember, amount: bigint) =>
  server.db
    .transaction()
    .execute((trx) =>
      addTransferClaim(trx, { memberId: id, amount, rules: DEPOSIT_RULES, requestKey: undefined }),
    );
const rowsOf = async (member: TestMember) =>
  (await member.client('POST /api/statement', { body: { page: 1, limit: 10 } })).statements;
const newest = async (member: TestMember) => {
  const [entry] = await rowsOf(member);
  if (entry === undefined) throw new Error('nothing on the statement');
  return entry;
};
const storyOf = (member: TestMember, id: string) =>
  member.client('GET /api/statement/story/:id', { params: { id } });
const newestStory = async (member: TestMember) => storyOf(member, (await newest(member))._id);
/** Name and whether it has happened, in order. */
const stepsOf = ({ steps }: Story) => steps.map(({ name, at }) => (at === null ? `${name}?` : name));
const finished = (member: TestMember) =>
  until(async () => {
    const entry = await newest(member);
    return entry.status !== 'PENDING' && storyOf(member, entry._id);
  });
const change = (id: string, to: object) =>
  server.owner.updateTable('withdrawal').set(to).where('id', '=', id).execute();

test('STM-01 a word of a transfer waits for the bank, then for nobody: asked, seen and credited with the balance', async () => {
  const member = await makeMember(server);
  await claim(member, 321_00n);
  const waiting = await newestStory(member);
  expect([stepsOf(waiting), waiting.waitsFor, waiting.usual]).toEqual([
    ['asked', 'seen?', 'credited?'],
    'bank',
    null,
  ]);
  expect(waiting.entry.lateFrom).toBeUndefined();

  const { transRef } = await payFrom(server, member, KBANK, 321);
  const told = await finished(member);
  expect(stepsOf(told).toSorted()).toEqual(['asked', 'credited', 'seen', 'sent']);
  expect(told.steps.at(-1)?.name).toBe('credited');
  expect(told).toMatchObject({
    entry: { status: 'SUCCESS', amount: 321, balanceAfter: 321 },
    reference: `T${told.entry._id}`,
    bankReference: transRef,
    waitsFor: null,
  });
  expect(told.entry._id).toBe(waiting.entry._id);
});

test('STM-01 whoever has a receipt learns what its row says now, and nobody else', async () => {
  const member = await makeMember(server);
  await claim(member, 322_00n);
  expect((await newestStory(member)).receiptCode).toBeNull();
  await payFrom(server, member, KBANK, 322);
  const { entry, receiptCode } = await finished(member);
  const check = (code: string) => rawCall(server.url, 'POST /api/receipt', { body: { code } });
  const { statementType, status, amount, createdAt } = entry;
  expect(await check(receiptCode ?? '')).toMatchObject({
    status: 200,
    body: { statementType, status, amount, createdAt },
  });
  const forged = [`T${entry._id}`, receiptCode?.replace(/^T/, 'T9') ?? '', `${'T9'.repeat(29)}`];
  for (const code of forged)
    expect(await check(code)).toMatchObject({ status: 404, body: { code: 'NO_DATA' } });
});

test('STM-01 money that the bank told of and no rule credits waits for an operator', async () => {
  const member = await makeMember(server);
  const report = {
    transRef: randomUUID().replaceAll('-', '').slice(0, 20),
    sendingBank: '004',
    sendingBankCode: 'KBANK',
    amount: 87_00n,
    currency: 'THB' as const,
    receiver: GSB,
    sender: { displayName: member.bankAccountName, account: member.bankAccountNo, proxy: null },
    transferredAt: new Date(Date.now() - 60_000),
    eventId: randomUUID(),
  };
  await server.db.transaction().execute((trx) => receiveTransfer(trx, report, DEPOSIT_RULES));
  const story = await newestStory(member);
  expect([stepsOf(story), story.waitsFor]).toEqual([['sent', 'seen', 'checked?', 'credited?'], 'operator']);
  expect(story.entry.isBeingChecked).toBe(true);
});

test('DEP-05 a slip tells its story before it is on the statement', async () => {
  const [member, other] = [await makeMember(server), await makeMember(server)];
  const add = (values: object) =>
    server.owner
      .insertInto('slip')
      .values({ member_id: member.id, reference: randomUUID(), file_key: randomUUID(), ...values })
      .returning('id')
      .executeTakeFirstOrThrow();
  const waiting = await add({ step: 'OPERATOR', operator_note: 'SENDER_UNCLEAR' });
  const refused = await add({
    step: 'DONE',
    status: 'FAILED',
    note: 'INVALID_SLIP',
    finished_at: sql<Date>`now() + interval '1 second'`,
  });
  const story = await storyOf(member, `slip-${waiting.id}`);
  expect([stepsOf(story), story.waitsFor, story.reference]).toEqual([
    ['asked', 'checked?', 'credited?'],
    'operator',
    `S${waiting.id}`,
  ]);
  expect(stepsOf(await storyOf(member, `slip-${refused.id}`))).toEqual(['asked', 'refused']);
  await expect(storyOf(other, `slip-${waiting.id}`)).rejects.toMatchObject({ code: 'NO_DATA' });
});

test('WDR-01 a withdrawal says in each state whom it waits for, and is never failed while the end is unknown', async () => {
  const member = await saver();
  const [id = ''] = await makeWaitingPayouts(server.db, [member.id], 1, () => 150_00n);
  const later = sql<Date>`now() + interval '1 day'`;
  for (const [state, due_at, waitsFor, steps] of [
    ['MANUAL', null, 'operator', ['asked', 'checked?', 'released?', 'paid?']],
    ['STUCK', null, 'operator', ['asked', 'checked?', 'released?', 'paid?']],
    ['HELD', later, 'bank', ['asked', 'released?', 'paid?']],
    ['SENT', later, 'bank', ['asked', 'released?', 'paid?']],
    ['UNKNOWN', later, 'bank', ['asked', 'released?', 'paid?']],
  ] as const) {
    await change(id, { state, due_at });
    const story = await newestStory(member);
    expect([state, stepsOf(story), story.waitsFor]).toEqual([state, steps, waitsFor]);
    expect(story.entry).toMatchObject({ status: 'PENDING', balanceAfter: 850 });
  }
  await change(id, { state: 'UNKNOWN', due_at: later, released_at: new Date() });
  expect(stepsOf(await newestStory(member))).toEqual(['asked', 'released', 'paid?']);

  await server.db.transaction().execute(async (trx) => {
    const row = await trx.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await bookRejected(trx, row, 'UNKNOWN_BANK', 'system');
  });
  const back = await newestStory(member);
  expect([stepsOf(back), back.waitsFor]).toEqual([['asked', 'returned'], null]);
  expect(back.entry.balanceAfter).toBeUndefined();

  await member.client('POST /api/wallet/withdraw', { body: { amount: 200 } });
  const paid = await finished(member);
  expect([stepsOf(paid), paid.entry.status]).toEqual([['asked', 'released', 'paid'], 'SUCCESS']);
  expect(paid.bankReference).toEqual(expect.any(String));
  expect(paid.entry.balanceAfter).toBe(800);
});

test('WDR-01 the usual time is learned by bank from enough payouts, and lateness is said by itself', async () => {
  const member = await saver();
  const learn = (bank: string, count: number) =>
    sql`
    insert into withdrawal (member_id, amount, state, hold_id, bank_code, bank_account_no, bank_account_name, currency,
      due_at, created_at, settled_at, pay_amount)
    select ${member.id}, 100, 'PAID', 1, ${bank}, '1', 'A', 'THB', null, now() - make_interval(days => 3),
      now() - make_interval(days => 3) + make_interval(secs => n * 10), 100
    from generate_series(1, ${count}::integer) n`.execute(server.owner);
  await learn('BBL', EXAMPLES);
  await learn('TISCO', EXAMPLES - 1);
  const of = async (bank: string) => {
    const [id = ''] = await makeWaitingPayouts(server.db, [member.id], 1, () => 100_00n);
    await change(id, { bank_code: bank });
    return id;
  };
  await of('TISCO');
  expect((await newestStory(member)).usual).toBeNull();
  expect(await newest(member)).not.toHaveProperty('lateFrom');

  const id = await of('BBL');
  const story = await newestStory(member);
  expect(story.usual).toEqual({ half: 100, most: 180 });
  const asked = Date.parse(story.steps[0]?.at ?? '');
  expect(Date.parse(story.entry.lateFrom ?? '')).toBe(asked + 180_000);
  await change(id, { created_at: sql<Date>`now() - interval '10 minutes'` });
  const late = (await rowsOf(member)).find(({ _id }) => _id === story.entry._id);
  expect(Date.parse(late?.lateFrom ?? '')).toBeLessThan(Date.now());
  await change(id, { bank_code: 'KBANK' });
});

test('TRF-01 a transfer tells each leg by the name of its game, and a stuck one waits for an operator', async () => {
  const member = await saver();
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'pg' } });
  const move = (from: string, to: string) =>
    member.client('POST /api/wallet/transfer', { body: { from, to, amount: 100 } });
  await move('WALLET', 'pg');
  const into = await finished(member);
  expect(stepsOf(into)).toEqual(['asked', 'arrived']);
  expect(into.steps[1]?.place).toBe(into.entry.toTitle);
  expect(into.entry.balanceAfter).toBe(900);

  // As after contradicting answers of the game, and before any.
  const { id } = await server.db
    .selectFrom('transfer_leg')
    .select('id')
    .where('member_id', '=', member.id)
    .executeTakeFirstOrThrow();
  const be = (to: object) => server.owner.updateTable('transfer_leg').set(to).where('id', '=', id).execute();
  await be({ state: 'STUCK', due_at: null });
  const stuck = await newestStory(member);
  expect([stepsOf(stuck), stuck.waitsFor]).toEqual([['asked', 'handed', 'checked?', 'arrived?'], 'operator']);
  await be({ state: 'UNKNOWN', due_at: sql<Date>`now() + interval '1 day'` });
  expect(await newestStory(member)).toMatchObject({ waitsFor: 'game', place: into.entry.toTitle });
  await be({ state: 'CONFIRMED', due_at: null });
});

test('BON-01 SPN-05 a bonus waits for its member’s play, and a prize is there at once', async () => {
  // Holds less than the bonus's target of 200 baht, or the job ends the bonus as reached.
  const member = await makeMember(server);
  const name = { th: 'a', la: 'a', en: 'a' };
  await server.db.transaction().execute(async (trx) => {
    const win = { memberId: member.id, house: 'wheel', id: '7', amount: 50_00n, description: name } as const;
    await creditWin(trx, win);
  });
  expect(stepsOf(await newestStory(member))).toEqual(['credited']);
  await server.db.transaction().execute(async (trx) => {
    await lockMember(trx, member.id);
    await creditReward(trx, member.id, await lockTotal(trx, member.id), {
      source: 'refund',
      id: 1n,
      amount: 100_00n,
      name,
      successBps: 20_000,
      failBps: 0,
    });
  });
  const played = await newestStory(member);
  expect([stepsOf(played), played.waitsFor]).toEqual([['credited', 'ended?'], 'member']);
  await server.db.transaction().execute(async (trx) => {
    await lockMember(trx, member.id);
    const bonus = await findActive(trx, member.id);
    if (bonus === undefined) throw new Error('no bonus');
    const total = await lockTotal(trx, member.id);
    await endBonus(trx, bonus, total, { state: 'CANCELLED', endedWith: 0n, removed: 100_00n });
  });
  expect(stepsOf(await storyOf(member, played.entry._id))).toEqual(['credited', 'ended']);
});

test('STM-08 a story is its member’s and the operators’: nobody else reads it, and both read the same', async () => {
  const [member, other] = [await saver(), await makeMember(server)];
  await claim(member, 55_00n);
  const story = await newestStory(member);
  const { _id } = story.entry;
  await expect(storyOf(other, _id)).rejects.toMatchObject({ code: 'NO_DATA' });
  await expect(storyOf(member, '999999999')).rejects.toMatchObject({ code: 'NO_DATA' });
  expect((await rawCall(server.url, `GET /api/statement/story/${_id}`)).status).toBe(401);
  const bad = await rawCall(server.url, 'GET /api/statement/story/slip-', { token: member.token });
  expect(bad.status).toBe(400);

  const support = await makeOperator(server, 'support');
  const asOperator = (of: TestMember) => support.call(`GET /api/console/members/${of.id}/statement/${_id}`);
  expect(await asOperator(member)).toEqual({ status: 200, body: story });
  expect((await asOperator(other)).status).toBe(404);
});

test('CHT-04 a question and its answer carry a row of the conversation’s member, and of nobody else', async () => {
  const [member, other] = [await makeMember(server), await makeMember(server)];
  await claim(member, 66_00n);
  await claim(other, 67_00n);
  const [{ _id: rowId }, { _id: theirs }] = [await newest(member), await newest(other)];
  const message = (row: string) => ({
    message_type: 'text' as const,
    payload: { text: 'Where?', rowId: row },
  });
  const send = (row: string) =>
    member.client('POST /api/chat/send-message', { body: { message: message(row) } });
  await send(rowId);
  await expect(send(theirs)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  await expect(send('slip-1')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });

  const support = await makeOperator(server, 'support');
  const { id } = await server.db
    .selectFrom('chat_room')
    .select('id')
    .where('member_id', '=', member.id)
    .executeTakeFirstOrThrow();
  const answer = (row: string) =>
    support.call(`POST /api/console/chat/rooms/${id}/messages`, {
      clientId: randomUUID(),
      message: message(row),
    });
  expect((await answer(rowId)).status).toBe(200);
  expect((await answer(theirs)).status).toBe(400);
  const history = await member.client('POST /api/chat/history', { body: { limit: 5, skip: 0 } });
  const mine = history.filter(({ sender }) => sender !== 'system').map((one) => one.message);
  expect(mine).toEqual([message(rowId), message(rowId)]);

  const found = await support.call('POST /api/console/members/search', { text: `T${rowId}` });
  expect(found.body).toMatchObject({ members: [{ id: String(member.id), because: 'reference' }] });
});
