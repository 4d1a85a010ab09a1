import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSetting } from '../../settings/settings.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { newestOtpCode } from '../../testing/smsCode.ts';
import { windowWithRoom } from '../../testing/spanWithRoom.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let last = 82_000_0000;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_TRUSTED_PROXIES: '1' });
});
afterAll(() => server.stop());

type Fields = Record<string, unknown>;

/** A registration that nobody made before; the number is verified. */
async function verifiedFields(changes: Fields = {}): Promise<Fields & { username: string }> {
  const fields = newFields(changes);
  await verifyNumber(fields.username);
  return fields;
}

function newFields(changes: Fields = {}): Fields & { username: string } {
  // No hundred numbers in a row: codes for these are limited together.
  last += 101;
  return {
    name: 'สมใจ รักดี',
    username: `0${last}`,
    password: 'a good password',
    sourceCode: 'FRIEND',
    inviteCode: '',
    bankCode: 'KBANK',
    bankAccountName: 'SOMJAI RAKDEE',
    bankAccountNo: `9${last}`,
    currency: 'BAHT',
    ...changes,
  } as Fields & { username: string };
}

async function verifyNumber(phoneNumber: string) {
  const sent = await rawCall(server.url, 'POST /api/otp/send', {
    body: { phoneNumber },
    ip: `10.1.${last % 250}.1`,
  });
  expect(sent.body.code).toBe('OK');
  const otpCode = await newestOtpCode(server.sandbox.url, phoneNumber);
  const verified = await rawCall(server.url, 'POST /api/otp/verify', {
    body: { otpToken: sent.body.otpToken, otpCode },
  });
  expect(verified.body.code).toBe('OTP_CODE_VALID');
}

const register = (body: unknown, ip?: string) =>
  rawCall(server.url, 'POST /api/account', { body, ...(ip ? { ip } : {}) });
const validate = (body: unknown, ip?: string) =>
  rawCall(server.url, 'POST /api/account/validate', { body, ...(ip ? { ip } : {}) });
const memberOf = (phoneNumber: string) =>
  server.owner
    .selectFrom('member')
    .selectAll()
    .where('phone_number', '=', `+66${phoneNumber.slice(1)}`)
    .executeTakeFirst();

async function setOtp(otp: boolean) {
  await server.db.transaction().execute((trx) => writeSetting(trx, 'registration', { otp }, 'test'));
  await server.settings.reload();
}

test('REG-07 REG-10 a verified visitor registers with ledger accounts and one form of each text', async () => {
  const fields = await verifiedFields({
    name: '  สมใจ   รักดี ',
    bankAccountName: ' somjai  rakdee ',
    bankAccountNo: `9${last + 101}`.replace(/(\d{3})(\d)/, '$1-$2 '),
  });
  const { currency: _, bankCode: _bank, bankAccountName: _name, bankAccountNo: _no, ...step3 } = fields;
  expect(await validate(step3)).toMatchObject({ status: 200, body: { code: 'OK' } });
  expect(await memberOf(fields.username)).toBeUndefined();
  expect(await register(fields)).toMatchObject({ status: 200, body: { code: 'SUCCESS' } });
  const member = await memberOf(fields.username);
  expect(member).toMatchObject({
    name: 'สมใจ รักดี',
    bank_account_name: 'SOMJAI RAKDEE',
    bank_account_no: `9${last}`,
    source_code: 'FRIEND',
    invited_by: null,
    currency: 'BAHT',
    status: 'active',
  });
  expect(member?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const accounts = await server.owner
    .selectFrom('ledger.account')
    .select('kind')
    .where('member_id', '=', member?.id ?? 0n)
    .orderBy('kind')
    .execute();
  expect(accounts.map(({ kind }) => kind)).toEqual(['in_transfer', 'wallet']);
  const login = await rawCall(server.url, 'POST /api/login', {
    body: { username: fields.username, password: fields.password },
  });
  expect(login.status).toBe(200);
});

test('REG-07 the bank may be empty at step 3, but not half filled in', async () => {
  const fields = await verifiedFields();
  const empty = { ...fields, bankCode: '', bankAccountName: ' ', bankAccountNo: '' };
  expect((await validate(empty)).body.code).toBe('OK');
  expect((await validate({ ...empty, bankAccountNo: '1234567890' })).body.code).toBe('INVALID_BANK');
  expect((await validate(fields)).body.code).toBe('OK');
});

test('REG-15 UNVERIFIED_OTP without a verified number, and where it was verified more than 15 minutes ago', async () => {
  expect((await validate(newFields())).body.code).toBe('UNVERIFIED_OTP');
  expect(await register(newFields())).toMatchObject({ status: 403, body: { code: 'UNVERIFIED_OTP' } });
  const fields = await verifiedFields();
  await server.owner
    .updateTable('otp')
    .set({ verified_at: new Date(Date.now() - 16 * 60_000) })
    .where('phone_number', '=', `+66${fields.username.slice(1)}`)
    .execute();
  expect((await register(fields)).body.code).toBe('UNVERIFIED_OTP');
});

test('REG-15 EXISTING_USER for a number in any spelling; the proof is used up', async () => {
  const fields = await verifiedFields();
  expect((await register(fields)).status).toBe(200);
  const digits = fields.username.slice(1);
  for (const username of [
    fields.username,
    `+66${digits}`,
    `66${digits}`,
    `0${digits.slice(0, 2)}-${digits.slice(2)}`,
  ])
    expect(await register({ ...newFields(), username })).toMatchObject({
      status: 409,
      body: { code: 'EXISTING_USER' },
    });
  const proofs = await server.owner
    .selectFrom('otp')
    .select('consumed_at')
    .where('phone_number', '=', `+66${digits}`)
    .execute();
  expect(proofs.every(({ consumed_at }) => consumed_at !== null)).toBe(true);
});

test('REG-15 who does not hold the number does not learn from EXISTING_USER while OTP is on', async () => {
  expect((await validate({ ...newFields(), username: '0812345678' })).body.code).toBe('UNVERIFIED_OTP');
});

type Visitor = { ip: string; cookie?: string };
const as = ({ ip, cookie }: Visitor) => ({
  ip,
  ...(cookie !== undefined && { headers: { Cookie: cookie } }),
});
const cookieOf = (answer: { headers: Headers }) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';

/** Verifies a number as a browser does, which brings the cookie that the send gave, or as a bare client. */
async function verifyAs(visitor: Visitor, phoneNumber: string, keepsCookies: boolean): Promise<Visitor> {
  const sent = await rawCall(server.url, 'POST /api/otp/send', { body: { phoneNumber }, ...as(visitor) });
  const { otpToken } = sent.body;
  const otpCode = await newestOtpCode(server.sandbox.url, phoneNumber);
  const holder = keepsCookies ? { ...visitor, cookie: cookieOf(sent) } : visitor;
  const body = { otpToken, otpCode };
  const verified = await rawCall(server.url, 'POST /api/otp/verify', { body, ...as(holder) });
  expect(verified.body.code).toBe('OTP_CODE_VALID');
  return holder;
}

test('REG-15 API-05 a verified number is registered by the browser that verified it, at any address, and by nobody else', async () => {
  const fields = newFields();
  const unverified = newFields();
  const holder = await verifyAs({ ip: '198.51.100.20' }, fields.username, true);
  const other = await verifyAs({ ip: '198.51.100.20' }, newFields().username, true);
  const [id, signature = ''] = (holder.cookie ?? '').split('=')[1]?.split('.') ?? [];
  const flipped = signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
  for (const stranger of [
    { ip: '198.51.100.21' },
    // Behind the same address, without a cookie, with one of another browser, with one that nobody signed.
    { ip: '198.51.100.20' },
    { ip: '198.51.100.20', cookie: other.cookie ?? '' },
    { ip: '198.51.100.20', cookie: `krapao_device=${id}.${flipped}` },
    { ip: '198.51.100.20', cookie: `krapao_device=${id}` },
  ]) {
    for (const call of ['POST /api/account/validate', 'POST /api/account']) {
      const [verified, never] = [
        await rawCall(server.url, call, { body: fields, ...as(stranger) }),
        await rawCall(server.url, call, { body: unverified, ...as(stranger) }),
      ];
      expect(verified).toMatchObject({ status: 403, body: { code: 'UNVERIFIED_OTP' } });
      expect(verified.body).toEqual(never.body);
    }
  }
  expect(await memberOf(fields.username)).toBeUndefined();
  const moved = { ...holder, ip: '203.0.113.99' };
  expect(
    (await rawCall(server.url, 'POST /api/account/validate', { body: fields, ...as(moved) })).body.code,
  ).toBe('OK');
  const registered = await rawCall(server.url, 'POST /api/account', { body: fields, ...as(moved) });
  expect(registered.body.code).toBe('SUCCESS');
  const body = { username: fields.username, password: fields.password };
  await rawCall(server.url, 'POST /api/login', { body, ...as(moved) });
  const seen = await server.owner
    .selectFrom('member_device')
    .innerJoin('member', 'member.id', 'member_id')
    .select(['device_id', 'address', sql<boolean>`last_seen_at > first_seen_at`.as('came_again')])
    .where('phone_number', '=', `+66${fields.username.slice(1)}`)
    .execute();
  expect(seen).toEqual([{ device_id: id, address: '203.0.113.99', came_again: true }]);
});

test('REG-15 a number that a client without cookies verified is registered from its address alone', async () => {
  const fields = newFields();
  await verifyAs({ ip: '2001:db8:7:1::5' }, fields.username, false);
  for (const stranger of [{ ip: '2001:db8:7:2::5' }, { ip: '198.51.100.30' }])
    expect(
      (await rawCall(server.url, 'POST /api/account', { body: fields, ...as(stranger) })).body.code,
    ).toBe('UNVERIFIED_OTP');
  expect((await register(fields, '2001:db8:7:1:ffff::6')).body.code).toBe('SUCCESS');
});

test('REG-15 of a holder and strangers who register one verified number at the same time the holder alone does', async () => {
  for (let round = 0; round < 3; round += 1) {
    const fields = newFields();
    const holder = await verifyAs({ ip: '198.51.100.60' }, fields.username, true);
    const thief = await verifyAs({ ip: '198.51.100.61' }, newFields().username, true);
    const codes = await Promise.all(
      [thief, { ip: '198.51.100.60' }, holder, thief, holder].map(async (visitor, nth) => {
        const body = { ...fields, bankAccountNo: `${nth}${last}` };
        return (await rawCall(server.url, 'POST /api/account', { body, ...as(visitor) })).body.code;
      }),
    );
    expect([codes[0], codes[1], codes[3]]).toEqual(Array(3).fill('UNVERIFIED_OTP'));
    expect([codes[2], codes[4]].toSorted()).toEqual(['EXISTING_USER', 'SUCCESS']);
  }
});

test('REG-15 a number that two devices verified one after the other is registered once', async () => {
  const fields = newFields();
  const first = await verifyAs({ ip: '198.51.100.62' }, fields.username, true);
  await sql`update otp set created_at = created_at - interval '2 minutes'`.execute(server.owner);
  const second = await verifyAs({ ip: '198.51.100.63' }, fields.username, true);
  const codes = await Promise.all(
    [first, second].map(async (visitor, nth) => {
      const body = { ...fields, bankAccountNo: `${5 + nth}${last}` };
      return (await rawCall(server.url, 'POST /api/account', { body, ...as(visitor) })).body.code;
    }),
  );
  expect(codes.toSorted()).toEqual(['EXISTING_USER', 'SUCCESS']);
});

test('REG-02 a send tells nobody else that a number is verified: a code goes out, and the holder keeps the proof', async () => {
  const fields = newFields();
  const holder = await verifyAs({ ip: '198.51.100.40' }, fields.username, true);
  const body = { phoneNumber: fields.username };
  const send = (visitor: Visitor) => rawCall(server.url, 'POST /api/otp/send', { body, ...as(visitor) });
  expect((await send({ ip: '198.51.100.41' })).body).toMatchObject({ code: 'OK' });
  expect((await send(holder)).body.code).toBe('OTP_VERIFIED');
  expect((await rawCall(server.url, 'POST /api/account', { body: fields, ...as(holder) })).body.code).toBe(
    'SUCCESS',
  );
});

test('the device is a cookie that no script reads, and a header only for a page of an origin that was named', async () => {
  const body = { phoneNumber: newFields().username };
  const send = (origin?: string) =>
    rawCall(server.url, 'POST /api/otp/send', { body, ...(origin && { headers: { Origin: origin } }) });
  const answer = await send();
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^krapao_device=[0-9a-f-]{36}\.[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/,
    ),
  ]);
  expect(answer.headers.get('x-device-token')).toBeNull();
  expect((await send('https://elsewhere.example')).headers.get('x-device-token')).toBeNull();
});

test('REG-15 SAFE-41 of registrations at the same time one number becomes one member, the others learn EXISTING_USER', async () => {
  const fields = await verifiedFields();
  const codes = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => {
      const answer = await register({ ...fields, bankAccountNo: `7${last}`.slice(0, 9) + index });
      return answer.body.code;
    }),
  );
  expect(codes.toSorted()).toEqual([...Array(5).fill('EXISTING_USER'), 'SUCCESS']);
});

test('REG-15 SAFE-41 of registrations at the same time one bank account belongs to one member, the others keep their proof', async () => {
  const all = await Promise.all(
    Array.from({ length: 4 }, () => verifiedFields({ bankAccountNo: '5550001112' })),
  );
  const codes = await Promise.all(all.map(async (fields) => (await register(fields)).body.code));
  expect(codes.toSorted()).toEqual(['EXISTING_BANK', 'EXISTING_BANK', 'EXISTING_BANK', 'SUCCESS']);
  const loser = all[codes.indexOf('EXISTING_BANK')] ?? newFields();
  expect((await register({ ...loser, bankAccountNo: '5550001113' })).body.code).toBe('SUCCESS');
});

test('REG-15 EXISTING_BANK at the check and at the registration', async () => {
  const first = await verifiedFields();
  await register(first);
  const second = await verifiedFields({ bankAccountNo: first.bankAccountNo });
  expect((await validate(second)).body.code).toBe('EXISTING_BANK');
  expect(await register(second)).toMatchObject({ status: 409, body: { code: 'EXISTING_BANK' } });
  const thai = String(first.bankAccountNo).replace(/\d/g, (digit) => '๐๑๒๓๔๕๖๗๘๙'[Number(digit)] ?? '');
  expect((await validate({ ...second, bankAccountNo: thai })).body.code).toBe('EXISTING_BANK');
  expect((await register({ ...second, bankCode: 'SCB' })).body.code).toBe('SUCCESS');
});

test.each([
  ['an unknown bank', { bankCode: 'NOBANK' }],
  ['a bank that is not offered', { bankCode: 'LDB', bankAccountNo: '123456789012' }],
  ['nine digits at a bank of ten', { bankAccountNo: '123456789' }],
  ['letters in the number', { bankAccountNo: '12345678AB' }],
  ['twelve digits where fourteen are fixed', { bankCode: 'TISCO', bankAccountNo: '123456789012' }],
])('REG-15 %s is INVALID_BANK', async (_title, changes) => {
  const fields = await verifiedFields(changes);
  expect((await validate(fields)).body.code).toBe('INVALID_BANK');
  expect(await register(fields)).toMatchObject({ status: 400, body: { code: 'INVALID_BANK' } });
});

test.each(['KTB', 'TMB', 'BBL'])(
  'REG-12 REG-15 %s wants an account name in English letters',
  async (bankCode) => {
    const fields = await verifiedFields({ bankCode });
    for (const bankAccountName of ['สมใจ รักดี', 'SOMJAI-RAKDEE', 'SOMJAI 2', 'SOMJAI รักดี'])
      expect((await register({ ...fields, bankAccountName })).body.code).toBe('BANK_ACCOUNT_NAME_ENG');
    expect((await register(fields)).body.code).toBe('SUCCESS');
  },
);

test.each(['สมใจ 😀', 'Nat🐘tha', 'นัท 👨‍👩‍👧 🇹🇭', 'Mr. Som ❤️', '👍🏽 Som'])(
  'REG-15 a profile name may have emoji: %s',
  async (name) => {
    const fields = await verifiedFields({ name });
    expect((await register(fields)).body.code).toBe('SUCCESS');
    expect((await memberOf(fields.username))?.name).toBe(name);
  },
);

test.each([
  ['one of the commonest', 'Password1'],
  ['a row of the keyboard', '1qaz2wsx'],
  ['the commonest of eight digits', '12345678'],
  ['one of data leaks, far from the commonest', 'smokey212'],
  ['a birthday of the Buddhist era', '25/12/2530'],
  ['eight equal characters', 'zzzzzzzz'],
  ['eight equal letters of Thai', 'กกกกกกกก'],
  ['two characters over and over', 'x7x7x7x77x'],
  ['the own number', (own: string) => own],
  ['the own number abroad', (own: string) => `+66 ${own.slice(1, 5)}-${own.slice(5)}`],
  ['the own number with a letter', (own: string) => `a${own}!`],
])('REG-15 ASVS 6.2.4 %s is WEAK_PASSWORD at the check and at the registration', async (_title, weak) => {
  const fields = newFields();
  const password = typeof weak === 'function' ? weak(fields.username) : weak;
  // Before the number is looked at: it tells nobody who is verified or a member.
  for (const call of [validate, register])
    expect(await call({ ...fields, password })).toMatchObject({
      status: 400,
      body: { code: 'WEAK_PASSWORD' },
    });
  expect((await register({ ...fields, password: `${password} and 4 words` })).body.code).toBe(
    'UNVERIFIED_OTP',
  );
});

test.each([
  ['a name of spaces', { name: '   ' }],
  ['a name without letters', { name: '12345' }],
  ['a name of emoji alone', { name: '😀😀' }],
  ['a name with a joiner alone', { name: 'som\u200djai' }],
  ['a name with markup', { name: '<b>x</b>' }],
  ['a name with a control character', { name: 'som\u0007jai' }],
  ['a name that turns the writing direction', { name: 'som\u202ejai' }],
  ['an unknown source', { sourceCode: 'NOWHERE' }],
  ['an account name of digits', { bankAccountName: '12345' }],
  ['an account name without a surname', { bankAccountName: 'SOMCHAI' }],
  ['an account name that no bank here shows', { bankAccountName: '王 明' }],
  ['an account name with a letter that only looks right', { bankAccountName: 'S\u041eMCHAI JAIDEE' }],
  ['kip outside Laos', { currency: 'LAK' }],
])('REG-15 %s is INVALID_USER_INFO', async (_title, changes) => {
  const fields = await verifiedFields(changes);
  expect(await register(fields)).toMatchObject({ status: 400, body: { code: 'INVALID_USER_INFO' } });
});

test.each(['081234567', '02055123456', 'phone', '0212345678'])(
  'REG-15 %s as the username is PHONE_NUMBER_REQUIRE_10_DIGIT',
  async (username) => {
    expect((await register({ ...newFields(), username })).body.code).toBe('PHONE_NUMBER_REQUIRE_10_DIGIT');
    expect((await validate({ ...newFields(), username })).body.code).toBe('PHONE_NUMBER_REQUIRE_10_DIGIT');
  },
);

test('REG-15 data that the database refuses for another reason are REGISTER_FAIL, and nothing is stored', async () => {
  const fields = await verifiedFields();
  await sql`alter table member add constraint member_test check (name <> 'ทดสอบ')`.execute(server.owner);
  expect(await register({ ...fields, name: 'ทดสอบ' })).toMatchObject({
    status: 400,
    body: { code: 'REGISTER_FAIL' },
  });
  await sql`alter table member drop constraint member_test`.execute(server.owner);
  expect(await memberOf(fields.username)).toBeUndefined();
  expect((await register(fields)).body.code).toBe('SUCCESS');
});

test('REG-04 REG-10 the inviter is stored where the code is a member’s, and a code of nobody keeps no one out', async () => {
  const inviter = await verifiedFields();
  await register(inviter);
  const id = (await memberOf(inviter.username))?.id;
  const inThai = String(id).replace(/[0-9]/g, (digit) => '๐๑๒๓๔๕๖๗๘๙'.charAt(Number(digit)));
  for (const inviteCode of [` pr${id} `, `PR${inThai}`]) {
    const invited = await verifiedFields({ inviteCode });
    expect((await register(invited)).body.code).toBe('SUCCESS');
    expect((await memberOf(invited.username))?.invited_by).toBe(id);
  }
  for (const inviteCode of ['PR999999999999999999', 'PR0', 'PR1', 'hello', 'PR1;drop', "PR1' or 1=1"]) {
    const fields = await verifiedFields({ inviteCode });
    expect((await register(fields)).body.code).toBe('SUCCESS');
    expect((await memberOf(fields.username))?.invited_by).toBeNull();
  }
});

test('REG-01 with OTP off nobody needs a code, and EXISTING_USER is rate-limited for an address', async () => {
  await setOtp(false);
  try {
    expect((await register(newFields(), '198.51.100.1')).body.code).toBe('SUCCESS');
    const existing = { ...newFields(), username: '0812345678' };
    await windowWithRoom(server.owner, 3_600);
    for (let answers = 0; answers < 20; answers += 1)
      expect((await validate(existing, '198.51.100.7')).body.code).toBe('EXISTING_USER');
    expect(await validate(existing, '198.51.100.7')).toMatchObject({
      status: 429,
      body: { code: 'REQUEST_LIMIT' },
    });
    expect((await validate(newFields(), '198.51.100.7')).body.code).toBe('REQUEST_LIMIT');
    expect((await validate(existing, '198.51.100.8')).body.code).toBe('EXISTING_USER');
  } finally {
    await setOtp(true);
  }
});

test.each([
  ['no body', undefined],
  ['an empty body', {}],
  ['a list', []],
  ['a text', '"hello"'],
  ['a number as name', newFields({ name: 7 })],
  ['a short password', newFields({ password: '1234567' })],
  ['a long password', newFields({ password: 'x'.repeat(129) })],
  ['a long name', newFields({ name: 'ก'.repeat(61) })],
  ['a long account number', newFields({ bankAccountNo: '1'.repeat(41) })],
  ['a null character in the name', newFields({ name: 'som\u0000jai' })],
  ['half a character in the name', newFields({ name: 'som\ud800' })],
  ['a null character in the password', newFields({ password: 'longenough\u0000x' })],
  ['an unknown currency', newFields({ currency: 'USD' })],
  ['null as bank', newFields({ bankCode: null })],
  ['an object as username', newFields({ username: { a: 1 } })],
])('REG-15 %s is INVALID_REQUEST', async (_title, body) => {
  expect(await register(body)).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
});

test('SAFE-33 the age that a visitor confirms at registration is kept with its time; a bare client registers without', async () => {
  const { body } = await rawCall(server.url, 'GET /api/lookup/minimumAge', {});
  expect(body).toEqual({ minimumAge: 20 });
  const confirming = await verifiedFields();
  expect((await register({ ...confirming, confirmedAge: 20 })).status).toBe(200);
  const member = await memberOf(confirming.username);
  expect(member?.age_confirmed).toBe(20);
  expect(Date.now() - (member?.age_confirmed_at?.getTime() ?? 0)).toBeLessThan(60_000);

  const bare = await verifiedFields();
  expect((await register(bare)).status).toBe(200);
  expect(await memberOf(bare.username)).toMatchObject({ age_confirmed: null, age_confirmed_at: null });

  // An old page that asked for fewer years confirms nothing.
  const late = await verifiedFields();
  expect((await register({ ...late, confirmedAge: 18 })).status).toBe(200);
  expect(await memberOf(late.username)).toMatchObject({ age_confirmed: null });
  expect((await register({ ...(await verifiedFields()), confirmedAge: 7 })).body.code).toBe(
    'INVALID_REQUEST',
  );
});
