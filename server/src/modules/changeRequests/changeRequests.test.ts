import { afterAll, beforeAll, expect, test } from 'vitest';
import { bringFirstMoney } from '../../testing/firstMoney.ts';
import { newNumbers } from '../../testing/memberNumbers.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { newestOtpCode } from '../../testing/smsCode.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

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

const refused = (code: string) => expect.objectContaining({ code });

async function codeFor(phoneNumber: string, purpose: 'newPhone' | 'oldPhone') {
  const { otpToken } = await server.client()('POST /api/otp/send', { body: { phoneNumber, purpose } });
  return { otpToken, otpCode: await newestOtpCode(server.sandbox.url, phoneNumber) };
}

async function askForPhone(member: TestMember, phoneNumber: string) {
  await member.client('POST /api/account/requests/phone', {
    body: {
      phoneNumber,
      newCode: await codeFor(phoneNumber, 'newPhone'),
      oldCode: await codeFor(member.phoneNumber, 'oldPhone'),
      password: member.password,
      note: 'a new SIM',
    },
  });
}
const askForAccount = (member: TestMember, change: object = {}) =>
  member.client('POST /api/account/requests/bankAccount', {
    body: {
      bankCode: 'SCB',
      bankAccountNo: newNumbers().bankAccountNo,
      bankAccountName: member.bankAccountName,
      password: member.password,
      ...change,
    },
  });
const requestOf = async (member: TestMember, kind: string) => {
  const { requests } = await member.client('GET /api/account/requests');
  return requests.find((request) => request.kind === kind);
};
const kindsTold = async (member: TestMember) =>
  (
    await server.owner
      .selectFrom('notification')
      .where('member_id', '=', member.id)
      .orderBy('id')
      .select('kind')
      .execute()
  )
    .map(({ kind }) => kind)
    .filter((kind) => /^(?:phone|payoutAccount)/.test(kind));

const decideAs = async (operator: TestOperator, id: string | undefined, verb: string, more: object = {}) => {
  await operator.call(`POST /api/console/queues/changeRequests/${id}/claim`);
  return operator.call(`POST /api/console/changeRequests/${id}/${verb}`, { reason: 'called them', ...more });
};
const memberRow = (member: TestMember) =>
  server.owner.selectFrom('member').selectAll().where('id', '=', member.id).executeTakeFirstOrThrow();

test('another phone number: codes to both, two operators, then the new number logs in and every session has ended', async () => {
  const member = await makeMember(server);
  const before = await memberRow(member);
  const { phoneNumber } = newNumbers();
  await askForPhone(member, phoneNumber);
  const request = await requestOf(member, 'phone');
  expect(request).toMatchObject({ state: 'WAITING', phoneNumber, refusal: null });
  const queue = await manager.call('GET /api/console/changeRequests');
  expect((queue.body as { items: unknown[] }).items).toContainEqual(
    expect.objectContaining({ id: request?.id, kind: 'phone', hasOldNumber: true, note: 'a new SIM' }),
  );
  const asked = await decideAs(manager, request?.id, 'approve');
  expect(asked).toMatchObject({ status: 200, body: { waits: { cause: { code: 'TWO_PERSONS' } } } });
  // It waits for the second operator, in their queue alone.
  const left = await manager.call('GET /api/console/changeRequests');
  expect((left.body as { items: { id: string }[] }).items.map(({ id }) => id)).not.toContain(request?.id);
  expect(await memberRow(member)).toMatchObject({ phone_number: before.phone_number });
  const { id } = (asked.body as { waits: { id: string } }).waits;
  expect(await decideApproval(manager, id, 'approve')).toMatchObject({ body: { code: 'FOUR_EYES' } });
  expect(await decideApproval(second, id, 'approve')).toMatchObject({ status: 200 });

  await expect(requestOf(member, 'phone')).rejects.toEqual(refused('UNAUTHORIZED'));
  const { token } = await server.client()('POST /api/login', {
    body: { username: phoneNumber, password: member.password },
  });
  const again = { ...member, client: server.client(token) };
  expect(await requestOf(again, 'phone')).toMatchObject({ state: 'APPROVED' });
  const after = await memberRow(member);
  // Payouts wait as after a new password.
  expect(after.access_changed_at).toBeInstanceOf(Date);
  expect(after.bank_account_changed_at).toEqual(before.bank_account_changed_at);
  expect(await kindsTold(member)).toEqual(['phoneAsked', 'phoneChanged']);
});

test('a number is asked for by who holds it, with the password, and is nobody else’s', async () => {
  const member = await makeMember(server);
  const other = await makeMember(server);
  const { phoneNumber } = newNumbers();
  const ask = (change: object) =>
    member.client('POST /api/account/requests/phone', {
      body: { phoneNumber, newCode: { otpToken: 'x', otpCode: '1' }, password: member.password, ...change },
    });
  const newCode = await codeFor(phoneNumber, 'newPhone');
  await expect(ask({ newCode, password: 'wrong horse 9' })).rejects.toEqual(refused('WRONG_PASSWORD'));
  await expect(ask({})).rejects.toEqual(refused('OTP_TOKEN_INVALID'));
  // The code of another number.
  await expect(ask({ newCode, phoneNumber: newNumbers().phoneNumber })).rejects.toEqual(
    refused('OTP_CODE_INVALID'),
  );
  // A code for the old number that somebody else got.
  const foreign = await codeFor(other.phoneNumber, 'oldPhone');
  await expect(ask({ newCode, oldCode: foreign })).rejects.toEqual(refused('OTP_CODE_INVALID'));
  const taken = await codeFor(other.phoneNumber, 'newPhone').catch(async () => {
    await server.owner
      .deleteFrom('otp')
      .where('phone_number', 'like', `%${other.phoneNumber.slice(1)}`)
      .execute();
    return codeFor(other.phoneNumber, 'newPhone');
  });
  await expect(ask({ newCode: taken, phoneNumber: other.phoneNumber })).rejects.toEqual(
    refused('EXISTING_USER'),
  );
  expect(await requestOf(member, 'phone')).toBeUndefined();
  await ask({ newCode });
  expect(await requestOf(member, 'phone')).toMatchObject({ state: 'WAITING' });
});

test('another payout account is the member’s own and nobody else’s; one request at a time', async () => {
  const member = await makeMember(server);
  const other = await makeMember(server);
  for (const [change, code] of [
    [{ password: 'wrong horse 9' }, 'WRONG_PASSWORD'],
    [{ bankAccountName: 'PREECHA KHAMOY' }, 'ACCOUNT_NAME_DIFFERS'],
    [{ bankAccountNo: '12' }, 'INVALID_BANK'],
    [{ bankCode: 'KTB', bankAccountName: 'สมชาย ใจดี' }, 'BANK_ACCOUNT_NAME_ENG'],
    [{ bankCode: other.bankCode, bankAccountNo: other.bankAccountNo }, 'EXISTING_BANK'],
  ] as const)
    await expect(askForAccount(member, change)).rejects.toEqual(refused(code));
  await member.client('POST /api/account/freeze', { body: { endsOthers: false } });
  await expect(askForAccount(member)).rejects.toEqual(refused('ACCOUNT_FROZEN'));
  await server.owner.updateTable('member').set({ frozen_at: null }).where('id', '=', member.id).execute();
  expect(await requestOf(member, 'bankAccount')).toBeUndefined();

  const asked = await Promise.allSettled([askForAccount(member), askForAccount(member)]);
  expect(asked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(askForAccount(member)).rejects.toEqual(refused('CHANGE_REQUESTED'));
  expect(await kindsTold(member)).toEqual(['payoutAccountAsked']);
});

test('an approved payout account is new to the rules; one that was refused or taken back changes nothing', async () => {
  const member = await makeMember(server);
  await askForAccount(member);
  const first = await requestOf(member, 'bankAccount');
  await member.client('DELETE /api/account/requests/:requestId', { params: { requestId: first?.id ?? '' } });
  expect(await requestOf(member, 'bankAccount')).toMatchObject({ state: 'TAKEN_BACK' });
  await expect(
    member.client('DELETE /api/account/requests/:requestId', { params: { requestId: first?.id ?? '' } }),
  ).rejects.toEqual(refused('ALREADY_DECIDED'));
  const stranger = await makeMember(server);
  await askForAccount(member);
  const refusedOne = await requestOf(member, 'bankAccount');
  await expect(
    stranger.client('DELETE /api/account/requests/:requestId', {
      params: { requestId: refusedOne?.id ?? '' },
    }),
  ).rejects.toEqual(refused('NO_DATA'));
  expect(await decideAs(manager, refusedOne?.id, 'reject', { refusal: 'NAME' })).toMatchObject({
    status: 200,
  });
  expect(await requestOf(member, 'bankAccount')).toMatchObject({ state: 'REFUSED', refusal: 'NAME' });

  const bankAccountNo = newNumbers().bankAccountNo;
  await askForAccount(member, { bankAccountNo });
  const third = await requestOf(member, 'bankAccount');
  const { id } = ((await decideAs(manager, third?.id, 'approve')).body as { waits: { id: string } }).waits;
  const before = await memberRow(member);
  expect(await decideApproval(second, id, 'approve')).toMatchObject({ status: 200 });
  const after = await memberRow(member);
  expect(after).toMatchObject({ bank_code: 'SCB', bank_account_no: bankAccountNo });
  expect(after.bank_account_changed_at.getTime()).toBeGreaterThan(before.bank_account_changed_at.getTime());
  // The sessions stay: who logs in has not changed.
  expect(await requestOf(member, 'bankAccount')).toMatchObject({ state: 'APPROVED' });
  expect(await kindsTold(member)).toEqual([
    'payoutAccountAsked',
    'payoutAccountAsked',
    'payoutAccountRefused',
    'payoutAccountAsked',
    'payoutAccountChanged',
  ]);
});

test('what the member takes back while a second operator looks at it is not made, and a refusal brings it back to the queue', async () => {
  const member = await makeMember(server);
  await askForAccount(member);
  const request = await requestOf(member, 'bankAccount');
  const waiting = async () =>
    ((await decideAs(manager, request?.id, 'approve')).body as { waits: { id: string } }).waits.id;
  expect(await decideApproval(second, await waiting(), 'reject')).toMatchObject({ status: 200 });
  const again = await waiting();
  await member.client('DELETE /api/account/requests/:requestId', {
    params: { requestId: request?.id ?? '' },
  });
  expect(await decideApproval(second, again, 'approve')).toMatchObject({ body: { code: 'ALREADY_DECIDED' } });
  expect(await memberRow(member)).toMatchObject({ bank_account_no: member.bankAccountNo });
});

test('what was asked before a freeze is not made during it, neither by one operator nor by the second', async () => {
  const member = await makeMember(server);
  const before = await memberRow(member);
  await askForPhone(member, newNumbers().phoneNumber);
  const request = await requestOf(member, 'phone');
  const { id } = ((await decideAs(manager, request?.id, 'approve')).body as { waits: { id: string } }).waits;
  await member.client('POST /api/account/freeze', { body: { endsOthers: false } });
  expect(await decideApproval(second, id, 'approve')).toMatchObject({ body: { code: 'ACCOUNT_FROZEN' } });
  expect(await decideApproval(second, id, 'reject')).toMatchObject({ status: 200 });
  const { body } = await manager.call('GET /api/console/changeRequests');
  expect((body as { items: unknown[] }).items).toContainEqual(
    expect.objectContaining({ id: request?.id, member: expect.objectContaining({ isFrozen: true }) }),
  );
  expect(await decideAs(manager, request?.id, 'approve')).toMatchObject({ body: { code: 'ACCOUNT_FROZEN' } });
  expect((await memberRow(member)).phone_number).toBe(before.phone_number);
});

test('who may not change members neither sees the requests nor decides them', async () => {
  const member = await makeMember(server);
  await askForAccount(member);
  const request = await requestOf(member, 'bankAccount');
  for (const role of ['support', 'cashier'] as const) {
    const operator = await makeOperator(server, role);
    expect(await operator.call('GET /api/console/changeRequests')).toMatchObject({ status: 403 });
    expect(await decideAs(operator, request?.id, 'approve')).toMatchObject({ status: 403 });
  }
  expect(
    await manager.call(`POST /api/console/changeRequests/${request?.id}/approve`, { reason: 'r' }),
  ).toMatchObject({ body: { code: 'QUEUE_NOT_TAKEN' } });
});
