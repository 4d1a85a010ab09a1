import type { BuiltInRole, Permission } from '@krapao/contract/permissions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { record } from '../audit.ts';

let server: TestServer;
let member: TestMember;
let roomId: bigint;
let phone: string;
let shiftId: string;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  const inviter = await makeMember(server);
  member = await makeMember(server);
  await server.owner
    .updateTable('member')
    .set({ invited_by: inviter.id })
    .where('id', '=', member.id)
    .execute();
  // The inviter's telephone stands on the member's page, and the member's on the inviter's.
  await server.owner
    .updateTable('member')
    .set({ invited_by: member.id })
    .where('id', '=', inviter.id)
    .execute();
  ({ phone_number: phone } = await server.owner
    .selectFrom('member')
    .where('id', '=', member.id)
    .select('phone_number')
    .executeTakeFirstOrThrow());
  ({ id: roomId } = await server.owner
    .insertInto('chat_room')
    .values({ member_id: member.id, language: 'th', last_message_at: new Date(), last_position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow());
  await sql`
    insert into statement_entry (member_id, cause, statement_type, status, from_label, to_label, amount)
    values (${member.id}, 'qr:1', 'deposit', 'SUCCESS', 'KBANK', 'WALLET', 10000)`.execute(server.owner);
  await sql`
    insert into play_day (member_id, day, provider, stake, win, rounds)
    values (${member.id}, ${PLAYED}, 'pg', 5000, 0, 1)`.execute(server.owner);
  const worker = await makeOperator(server, 'cashier');
  const opened = await worker.call('POST /api/console/shifts/open', { counts: [] });
  ({ id: shiftId } = opened.body as { id: string });
  const actor = { operator: worker, ip: '127.0.0.1' };
  const { bankAccountNo, id: memberId } = member;
  await server.db.transaction().execute(async (trx) => {
    await record(trx, actor, { action: 'incoming.dismiss', subject: 'incoming:999999', memberId });
    const before = { phoneNumber: phone, bankAccountNo };
    await record(trx, actor, {
      action: 'member.change',
      subject: `member:${memberId}`,
      memberId,
      before,
      after: { ...before, name: 'NEW NAME' },
    });
  });
});
afterAll(() => server.stop());

const PLAYED = '2026-01-05';

/** What tells of members, with telephones, to who reads registers, reports, shifts and the audit log. */
const books = (): [key: string, body: object][] => [
  ['POST /api/console/registers/deposits', { page: 1, limit: 5 }],
  ['POST /api/console/registers/deposits/file', {}],
  ['POST /api/console/reports/gaming', { from: PLAYED, to: PLAYED }],
  [`POST /api/console/shifts/${shiftId}/decisions`, {}],
  ['POST /api/console/audit', { action: 'member.change', limit: 5 }],
  ['POST /api/console/audit/file', { action: 'member.change' }],
];

/** What tells of a member to who may only read members and answer chats. */
const reads = (): [key: string, body?: object][] => [
  [`GET /api/console/members/${member.id}`],
  [`GET /api/console/members/${member.id}/links`],
  [`GET /api/console/members/${member.id}/data`],
  [`GET /api/console/members/${member.id}/identity`],
  [`POST /api/console/members/${member.id}/invitees`, {}],
  [`POST /api/console/members/${member.id}/payments`, {}],
  [`POST /api/console/members/${member.id}/statement`, {}],
  [`POST /api/console/members/${member.id}/moment`, { at: new Date().toISOString() }],
  ['POST /api/console/members/search', { text: member.phoneNumber }],
  ['POST /api/console/members/list', {}],
  [`GET /api/console/chat/rooms/${roomId}`],
  ['POST /api/console/chat/rooms', { queue: 'all', limit: 50, skip: 0 }],
];
const tells = (body: unknown) => {
  const text = JSON.stringify(body);
  return [phone.slice(-9), member.bankAccountNo].filter((number) => text.includes(number));
};

const IN_FULL: [BuiltInRole | readonly Permission[], boolean][] = [
  ['support', false],
  ['cashier', true],
  ['manager', true],
  ['administrator', true],
  [['member.read', 'chat.answer'], false],
  [['member.read', 'chat.answer', 'member.private'], true],
  [['member.read', 'withdrawal.decide'], true],
];
test.each(IN_FULL)('%s sees telephones and accounts in full: %s', async (role, isInFull) => {
  const by = await makeOperator(server, role);
  for (const [key, body] of reads()) {
    const { status, body: answer } = await by.call(key, body);
    if (status === 403) continue;
    expect(status, key).toBe(200);
    if (!isInFull) expect(tells(answer), key).toEqual([]);
  }
  const page = (await by.call(`GET /api/console/members/${member.id}`)).body as {
    member: { phoneNumber: string; bankAccountNo: string };
  };
  expect(page.member).toMatchObject(
    isInFull
      ? { phoneNumber: phone, bankAccountNo: member.bankAccountNo }
      : { phoneNumber: `•••• ${phone.slice(-4)}`, bankAccountNo: `•••• ${member.bankAccountNo.slice(-4)}` },
  );
});

test('who sees telephones masked finds nobody by part of one, and a member by the whole in any spelling', async () => {
  const found = async (by: TestOperator, text: string) => {
    const { members } = (await by.call('POST /api/console/members/search', { text })).body as {
      members: unknown[];
    };
    const { rooms } = (
      await by.call('POST /api/console/chat/rooms', { queue: 'all', search: text, limit: 50, skip: 0 })
    ).body as { rooms: unknown[] };
    const { total } = (
      await by.call('POST /api/console/registers/deposits', { page: 1, limit: 5, member: text })
    ).body as { total: number };
    return [members.length, rooms.length, total];
  };
  const everything = ['member.read', 'chat.answer', 'report.read'] as const;
  const reader = await makeOperator(server, everything);
  const seer = await makeOperator(server, [...everything, 'member.private']);
  const digits = phone.slice(3);
  for (const part of [digits.slice(-7), digits.slice(-8), digits]) {
    expect(await found(reader, part), part).toEqual([0, 0, 0]);
    expect(await found(seer, part), part).toEqual([1, 1, 1]);
  }
  for (const whole of [phone, phone.slice(1), `0${digits.slice(0, 2)}-${digits.slice(2)}`])
    expect(await found(reader, whole), whole).toEqual([1, 1, 1]);
});

test('registers, reports, shifts and the audit log show the last digits to who sees telephones masked', async () => {
  const reading = ['report.read', 'audit.read', 'shift.work', 'shift.manage'] as const;
  const reader = await makeOperator(server, reading);
  const seer = await makeOperator(server, [...reading, 'member.private']);
  for (const [key, body] of books()) {
    const [masked, whole] = [await reader.call(key, body), await seer.call(key, body)];
    expect([masked.status, tells(masked.body)], key).toEqual([200, []]);
    expect(JSON.stringify(masked.body), key).toContain(`•••• ${phone.slice(-4)}`);
    expect(tells(whole.body), key).toContain(phone.slice(-9));
  }
  // Nor does the log tell them digit by digit.
  const found = async (by: TestOperator, text: string) =>
    ((await by.call('POST /api/console/audit', { text, limit: 5 })).body as { entries: unknown[] }).entries
      .length;
  for (const part of [phone.slice(-5), member.bankAccountNo.slice(0, 6)])
    expect([await found(reader, part), await found(seer, part)], part).toEqual([0, 1]);
  expect(await found(reader, `member:${member.id}`)).toBeGreaterThan(0);
});

test('support has a member’s telephone and account shown with a reason, which the audit log keeps', async () => {
  const support = await makeOperator(server, 'support');
  const show = (reason: string, id: unknown = member.id) =>
    support.call(`POST /api/console/members/${id}/reveal`, { reason });
  expect(await show('')).toMatchObject({ status: 400 });
  expect(await show('to call', '999999999')).toMatchObject({ status: 404, body: { code: 'NO_USER' } });
  expect(await show('to call the member')).toEqual({
    status: 200,
    body: { phoneNumber: phone, bankAccountNo: member.bankAccountNo },
  });
  const lines = await server.owner
    .selectFrom('audit_entry')
    .select(['operator_id', 'member_id', 'reason', 'before', 'after'])
    .where('action', '=', 'member.reveal')
    .execute();
  expect(lines).toEqual([
    {
      operator_id: support.id,
      member_id: member.id,
      reason: 'to call the member',
      before: null,
      after: null,
    },
  ]);
});
