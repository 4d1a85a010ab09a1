import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../../ledger/verify.ts';
import { bringFirstMoney } from '../../../testing/firstMoney.ts';
import { newNumbers } from '../../../testing/memberNumbers.ts';
import { until } from '../../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { deposit } from '../../../testing/rewardWorld.ts';
import { makeMember } from '../../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';

let server: TestServer;
let manager: TestOperator;
let second: TestOperator;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  await bringFirstMoney(server);
  manager = await makeOperator(server, 'manager');
  second = await makeOperator(server, 'manager');
});
afterAll(() => server.stop());

/** Registers anew, by what anybody may type. @returns the member's number */
async function register(change: {
  name?: string;
  bankAccountNo?: string;
  bankCode?: string;
}): Promise<bigint> {
  const fresh = newNumbers();
  await server.client()('POST /api/account', {
    body: {
      name: 'Another Name',
      username: fresh.phoneNumber,
      password: 'correct horse 9',
      bankCode: 'SCB',
      bankAccountNo: fresh.bankAccountNo,
      bankAccountName: 'ANOTHER NAME',
      ...change,
    },
  });
  const { id } = await server.owner
    .selectFrom('member')
    .select('id')
    .where('phone_number', 'like', `%${fresh.phoneNumber.slice(1)}`)
    .executeTakeFirstOrThrow();
  return id;
}

/** Erases a member who asked a day ago. @returns the state that the job left */
async function erase(id: bigint): Promise<string> {
  await sql`insert into erasure (member_id, asked_at, due_at) values (${id}, now() - interval '25 hours', now())`.execute(
    server.owner,
  );
  return until(async () => {
    server.wakeJob('erasures');
    const { state } = await server.owner
      .selectFrom('erasure')
      .select('state')
      .where('member_id', '=', id)
      .executeTakeFirstOrThrow();
    return state !== 'ASKED' && state;
  });
}

const linesAbout = (id: bigint) =>
  server.owner
    .selectFrom('audit_entry')
    .select(['action', 'before', 'after', 'reason'])
    .where('member_id', '=', id)
    .orderBy('id')
    .execute();

test('SAFE-43 nobody takes words about others away by the name or the account that they register with', async () => {
  const victim = await makeMember(server);
  await sql`insert into incoming_transfer (sending_bank, trans_ref, source, transferred_at, early_seconds, late_seconds,
      amount, currency, sender, receiver, status, member_id, cause, credited_at, credited_amount)
    values ('004', 'EV1', 'NOTICE', now(), 0, 0, 10000, 'THB', '{"account":"1112223334","displayName":"MR MULE"}', '{}',
      'CREDITED', ${victim.id}, 'incoming:ev1', now(), 10000)`.execute(server.owner);
  const reason = `the account was taken over; mule 1112223334, own ${victim.bankAccountNo}`;
  await manager.call(`POST /api/console/members/${victim.id}/freeze`, { reason });
  const details = await server.owner
    .selectFrom('member')
    .selectAll()
    .where('id', '=', victim.id)
    .executeTakeFirstOrThrow();
  const asked = await manager.call(`POST /api/console/members/${victim.id}/change`, {
    name: details.name,
    phoneNumber: newNumbers().phoneNumber,
    bankCode: details.bank_code,
    bankAccountNo: details.bank_account_no,
    bankAccountName: details.bank_account_name,
    reason: 'new phone',
  });
  const { id: approval } = (asked.body as { waits: { id: string } }).waits;
  const before = await linesAbout(victim.id);

  expect(await erase(await register({ name: 'e a' }))).toBe('ERASED');
  expect(await erase(await register({ bankAccountNo: '1112223334' }))).toBe('ERASED');
  expect(await erase(await register({ bankAccountNo: victim.bankAccountNo }))).toBe('ERASED');

  expect(await linesAbout(victim.id)).toEqual(before);
  const { sender } = await server.owner
    .selectFrom('incoming_transfer')
    .select('sender')
    .where('trans_ref', '=', 'EV1')
    .executeTakeFirstOrThrow();
  expect(sender).toMatchObject({ account: '1112223334' });
  expect(await decideApproval(second, approval, 'approve')).toMatchObject({ status: 200 });
});

test('SAFE-43 lines about others lose the numbers that were proved to be an erased member’s, and nothing else', async () => {
  const [member, goes, other] = [
    await makeMember(server),
    await makeMember(server),
    await makeMember(server),
  ];
  const row = await server.owner
    .selectFrom('member')
    .selectAll()
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  const fresh = newNumbers();
  const asked = await manager.call(`POST /api/console/members/${member.id}/change`, {
    name: row.name,
    phoneNumber: fresh.phoneNumber,
    bankCode: row.bank_code,
    bankAccountNo: fresh.bankAccountNo,
    bankAccountName: 'ZEBRA QUOKKA',
    reason: 'new phone',
  });
  await decideApproval(second, (asked.body as { waits: { id: string } }).waits.id, 'approve');
  await manager.call(`POST /api/console/members/${other.id}/notes`, {
    text: `brother of ${member.phoneNumber}`,
  });
  const reason = `lent to ${member.phoneNumber} and account ${member.bankAccountNo}, case 1${member.bankAccountNo}`;
  await manager.call(`POST /api/console/members/${other.id}/freeze`, { reason });
  await sql`update member set merged_into = ${member.id}, merged_at = now(), status = 'suspended' where id = ${goes.id}`.execute(
    server.owner,
  );
  await sql`insert into pause (member_id, kind, source, until_at) values
    (${member.id}, 'exclusion', 'member', now() + interval '180 days')`.execute(server.owner);
  expect(await erase(member.id)).toBe('ERASED');
  expect(await linesAbout(other.id)).toContainEqual({
    action: 'member.freeze',
    before: { isFrozen: false },
    after: { isFrozen: true },
    reason: `lent to … and account …, case 1${member.bankAccountNo}`,
  });
  const notes = await server.owner
    .selectFrom('member_note')
    .select('text')
    .where('member_id', '=', other.id)
    .execute();
  expect(notes).toEqual([{ text: 'brother of …' }]);
  // Accounts that were merged into it are the same person.
  const merged = await server.owner
    .selectFrom('member')
    .select(['status', 'phone_number'])
    .where('id', '=', goes.id)
    .executeTakeFirstOrThrow();
  expect(merged).toEqual({ status: 'closed', phone_number: `erased ${goes.id}` });
  await expect(
    register({ bankCode: goes.bankCode, bankAccountNo: goes.bankAccountNo }),
  ).rejects.toMatchObject({
    code: 'INVALID_USER_3',
  });
  expect(await verify(server.owner)).toEqual([]);
  await expect(
    sql`update audit_entry set reason = 'other words', commitment = audit_commitment(audit_entry), salt = null
      where salt is not null`.execute(server.owner),
  ).rejects.toThrow('append-only');
  // Money that comes afterwards waits in the queue.
  await expect(deposit(server.db, member.id, 100_00n)).rejects.toMatchObject({ code: 'INACTIVE_USER' });
});

test('SAFE-43 an erasure waits for money that an operator decides about, and for requests for a second operator', async () => {
  const waits = await makeMember(server);
  await sql`insert into statement_entry (member_id, cause, statement_type, status, from_label, to_label, amount)
    values (${waits.id}, 'seen:ev', 'deposit', 'PENDING', 'KBANK', 'WALLET', 50000)`.execute(server.owner);
  expect(await erase(waits.id)).toBe('STOPPED');
  const asked = await makeMember(server);
  const { waits: request } = (
    await manager.call(`POST /api/console/members/${asked.id}/change`, {
      name: 'Other Name',
      phoneNumber: newNumbers().phoneNumber,
      bankCode: 'KBANK',
      bankAccountNo: asked.bankAccountNo,
      bankAccountName: 'OTHER NAME',
      reason: 'new phone',
    })
  ).body as { waits: { id: string } };
  expect(await erase(asked.id)).toBe('STOPPED');
  expect(await decideApproval(second, request.id, 'approve')).toMatchObject({ status: 200 });
});
