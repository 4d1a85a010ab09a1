import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { type RawAnswer, rawCall } from '../../testing/rawCall.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

const codeOf = (answer: RawAnswer) => answer.body.code;
const put = (path: string, token: string, body: unknown) =>
  rawCall(server.url, `PUT /api/account/${path}`, { token, body });
const bankOf = (member: TestMember) => ({
  bankCode: member.bankCode,
  bankAccountName: member.bankAccountName,
  bankAccountNo: member.bankAccountNo,
});

test('PRO-03 the profile shows the member and the bank in three languages', async () => {
  const member = await makeMember(server);
  const profile = await member.client('GET /api/account/profile');
  expect(profile).toEqual({
    _id: String(member.id),
    username: member.phoneNumber,
    name: 'สมชาย ใจดี',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    ...bankOf(member),
    currency: 'BAHT',
    bank: { nameTH: 'กสิกรไทย', nameEN: 'Kasikornbank', nameLA: 'ກະສິກອນໄທ' },
  });
});

test('PRO-03 the name changes, in one form; the bank data may be typed in any spelling', async () => {
  const member = await makeMember(server);
  const answer = await put('profile', member.token, {
    ...bankOf(member),
    name: '  ສົມສັກ   ໃຈດີ ',
    bankAccountName: ` ${member.bankAccountName.toLowerCase().replace(' ', '  ')}`,
    bankAccountNo: member.bankAccountNo.replace(/^(\d{3})/, '$1-'),
  });
  expect(answer).toMatchObject({ status: 200, body: { name: 'ສົມສັກ ໃຈດີ', ...bankOf(member) } });
});

test('PRO-03 whoever holds a session cannot redirect payouts: other bank data are INVALID_BANK and change nothing', async () => {
  const member = await makeMember(server);
  for (const change of [
    { bankCode: 'SCB' },
    { bankAccountNo: '1112223334' },
    { bankAccountName: 'SOMEBODY ELSE' },
  ]) {
    const answer = await put('profile', member.token, { name: 'ใหม่', ...bankOf(member), ...change });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_BANK' } });
  }
  expect(await member.client('GET /api/account/profile')).toMatchObject({
    name: 'สมชาย ใจดี',
    ...bankOf(member),
  });
});

test.each(['   ', '<script>', '\u202eabc', '...'])(
  'PRO-03 %j as a name is INVALID_USER_INFO',
  async (name) => {
    const member = await makeMember(server);
    expect(codeOf(await put('profile', member.token, { ...bankOf(member), name }))).toBe('INVALID_USER_INFO');
  },
);

test('DEP-13 the name of a KTB, TMB or BBL account is corrected once to English letters', async () => {
  const member = await makeMember(server);
  const correct = (bankCode: string, bankAccountName: string) =>
    put('bankAccountName', member.token, { bankCode, bankAccountName });
  expect(codeOf(await correct('KBANK', 'SOMCHAI JAIDEE'))).toBe('INVALID_BANK');
  expect(codeOf(await correct('KTB', 'SOMCHAI JAIDEE'))).toBe('NO_BANK');
  await server.owner
    .updateTable('member')
    .set({ bank_code: 'KTB', bank_account_name: 'สมชาย ใจดี' })
    .where('id', '=', member.id)
    .execute();
  for (const name of ['สมชาย', 'SOMCHAI 1', 'SOMCHAI_JAIDEE'])
    expect(codeOf(await correct('KTB', name))).toBe('BANK_ACCOUNT_NAME_ENG');
  expect(codeOf(await correct('KTB', ' somchai jaidee '))).toBe('SUCCESS');
  expect(await member.client('GET /api/account/profile')).toMatchObject({
    bankAccountName: 'SOMCHAI JAIDEE',
  });
  expect(codeOf(await correct('KTB', 'SOMEBODY ELSE'))).toBe('INVALID_BANK');
  const told = server.owner.selectFrom('notification').select('kind').where('member_id', '=', member.id);
  expect(await told.where('kind', '=', 'accountNameCorrected').execute()).toHaveLength(1);
});

test('PRO-02 changing the password ends the other sessions and makes the old one wrong', async () => {
  const member = await makeMember(server);
  const logIn = (password: string) =>
    rawCall(server.url, 'POST /api/login', { body: { username: member.phoneNumber, password } });
  const other = (await logIn(member.password)).body.token;
  const changed = await put('changepwd', member.token, {
    oldPassword: member.password,
    newPassword: 'รหัสผ่านใหม่ของฉัน',
  });
  expect(changed).toMatchObject({ status: 200, body: { code: 'SUCCESS' } });
  expect(codeOf(await rawCall(server.url, 'GET /api/account/profile', { token: other }))).toBe(
    'UNAUTHORIZED',
  );
  expect((await rawCall(server.url, 'GET /api/account/profile', { token: member.token })).status).toBe(200);
  expect(codeOf(await logIn(member.password))).toBe('WRONG_CREDENTIAL');
  expect((await logIn('รหัสผ่านใหม่ของฉัน')).status).toBe(200);
});

test('PRO-02 a wrong old password is WRONG_PASSWORD, after five of them REQUEST_LIMIT_1MIN; logging in stays possible', async () => {
  const member = await makeMember(server);
  const change = (oldPassword: string) =>
    put('changepwd', member.token, { oldPassword, newPassword: 'another password' });
  for (let failures = 0; failures < 5; failures += 1)
    expect(await change('wrong')).toMatchObject({ status: 400, body: { code: 'WRONG_PASSWORD' } });
  expect(codeOf(await change(member.password))).toBe('REQUEST_LIMIT_1MIN');
  const login = await rawCall(server.url, 'POST /api/login', {
    body: { username: member.phoneNumber, password: member.password },
  });
  expect(login.status).toBe(200);
});

test('PRO-02 ASVS 6.2.4 6.2.12 a new password that is easy to guess is WEAK_PASSWORD, and the old one holds', async () => {
  const member = await makeMember(server);
  for (const newPassword of ['Sunshine', 'smokey212', '88888888', member.phoneNumber])
    expect(await put('changepwd', member.token, { oldPassword: member.password, newPassword })).toMatchObject(
      { status: 400, body: { code: 'WEAK_PASSWORD' } },
    );
  expect(
    (
      await member.client('POST /api/login', {
        body: { username: member.phoneNumber, password: member.password },
      })
    ).token,
  ).toMatch(/./);
});

test('PRO-02 of two changes at the same time one holds', async () => {
  const member = await makeMember(server);
  const answers = await Promise.all(
    ['password one', 'password two'].map((newPassword) =>
      put('changepwd', member.token, { oldPassword: member.password, newPassword }),
    ),
  );
  expect(answers.map(codeOf).sort()).toEqual(['SUCCESS', 'WRONG_PASSWORD']);
});

test('PRO-02 a log-in with the old password while it changes leaves no session behind', async () => {
  const member = await makeMember(server);
  const sessions = await Promise.all([
    ...Array.from({ length: 4 }, () =>
      rawCall(server.url, 'POST /api/login', {
        body: { username: member.phoneNumber, password: member.password },
      }),
    ),
    put('changepwd', member.token, { oldPassword: member.password, newPassword: 'another password' }),
  ]);
  expect(codeOf(sessions[4] as RawAnswer)).toBe('SUCCESS');
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from session where member_id = ${member.id}`.execute(server.owner);
  expect(rows[0]?.open).toBe(1);
});

test.each([
  ['profile', { name: 'ก', bankCode: 'KBANK', bankAccountName: 'A B', bankAccountNo: 1234567890 }],
  ['profile', { name: 'a\u0000b', bankCode: 'KBANK', bankAccountName: 'A B', bankAccountNo: '1234567890' }],
  ['profile', { name: 'ก' }],
  ['bankAccountName', { bankCode: "KTB' --", bankAccountName: 'A B' }],
  ['bankAccountName', { bankCode: 'KTB', bankAccountName: 'A'.repeat(121) }],
  ['changepwd', { oldPassword: 'x', newPassword: 'short' }],
  ['changepwd', { oldPassword: 'x', newPassword: 'y'.repeat(129) }],
  ['changepwd', []],
])('PRO-03 PUT /api/account/%s with a bad body is INVALID_REQUEST (%#)', async (path, body) => {
  const { token } = await makeMember(server);
  expect(await put(path, token, body)).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
});

test.each(['profile', 'bankAccountName', 'changepwd'])(
  'API-05 PUT /api/account/%s without a token is UNAUTHORIZED',
  async (path) => {
    expect(codeOf(await rawCall(server.url, `PUT /api/account/${path}`, { body: {} }))).toBe('UNAUTHORIZED');
  },
);

test('HOM-04 what a member chose is remembered, and what was not named stays', async () => {
  const member = await makeMember(server);
  const chosen = () => member.client('GET /api/account/habits');
  const nothing = { takesMoneyAlong: null, bringsMoneyBack: false, depositWay: null, lastQr: null };
  expect(await chosen()).toEqual(nothing);
  expect(await member.client('PUT /api/account/habits', { body: {} })).toEqual(nothing);
  await member.client('PUT /api/account/habits', { body: { takesMoneyAlong: false } });
  await member.client('PUT /api/account/habits', { body: { bringsMoneyBack: true, depositWay: 'wallet' } });
  expect(await chosen()).toEqual({
    takesMoneyAlong: false,
    bringsMoneyBack: true,
    depositWay: 'wallet',
    lastQr: null,
  });
  expect(await put('habits', member.token, { depositWay: 'cheque' })).toMatchObject({ status: 400 });
});
