import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { askProof, setPin } from '../../testing/memberProof.ts';
import { fund } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

const PIN = '283916';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

/** A member with a PIN, and 1,000 baht in the wallet. */
async function guarded(): Promise<TestMember> {
  const member = await makeMember(server);
  await fund(server.db, member.id, 1_000_00n);
  expect(await setPin(server.url, member, PIN)).toMatchObject({ status: 200 });
  return member;
}

function withdraw(
  { token }: { token: string },
  amount: number,
  { proof, key, call = 'withdraw' }: { proof?: string; key?: string; call?: string } = {},
) {
  return rawCall(server.url, `POST /api/wallet/${call}`, {
    token,
    body: { amount },
    headers: { ...(proof && { 'X-Step-Up': proof }), ...(key && { 'Idempotency-Key': key }) },
  });
}
const proofFor = async (
  { token }: { token: string },
  satang: string,
  given: { pin: string } = { pin: PIN },
) => (await askProof(server.url, token, { action: 'withdraw', subject: satang }, given)).body.proof as string;
const refused = { status: 403, body: { code: 'STEP_UP_REQUIRED' } };
const inWallet = async (member: TestMember) => (await member.client('GET /api/wallet')).wallet.amount;

test('WDR-01 a member who set nothing up withdraws as the specification says, from an amount in 24 hours with the password', async () => {
  const member = await makeMember(server);
  await fund(server.db, member.id, 1_000_00n);
  expect(await withdraw(member, 200)).toMatchObject({ status: 200, body: { status: 'PENDING' } });

  // The withdrawals of 24 hours count together: with the 200 above, 499.99.
  await switchSetting(server, 'memberSecurity', { stepUpFromSatang: 500_00 });
  expect(await withdraw(member, 299.99)).toMatchObject({ status: 200 });
  expect(await withdraw(member, 100)).toMatchObject(refused);
  const asked = await withdraw(member, 300, { key: 'large' });
  expect(asked).toMatchObject({
    status: 403,
    body: { code: 'STEP_UP_REQUIRED', stepUp: { action: 'withdraw', subject: '30000', ways: ['password'] } },
  });
  const { body } = await askProof(server.url, member.token, asked.body.stepUp, { password: member.password });
  expect(await withdraw(member, 300, { key: 'large', proof: body.proof })).toMatchObject({ status: 200 });
  await switchSetting(server, 'memberSecurity', { stepUpFromSatang: 0 });
});

test('money of a member with a PIN leaves with one proof, once, and a lost answer is found by its key', async () => {
  const member = await guarded();
  for (const call of ['withdraw', 'withdrawAll']) {
    expect(await withdraw(member, 200, { call, key: call })).toMatchObject({
      status: 403,
      body: { stepUp: { action: 'withdraw', subject: '20000', ways: ['pin'] } },
    });
    const proof = await proofFor(member, '20000');
    const made = await withdraw(member, 200, { call, key: call, proof });
    expect(made).toMatchObject({ status: 200, body: { status: 'PENDING' } });
    // The proof is used up; the repeat answers what was made, with and without it.
    for (const again of [{ proof }, {}])
      expect((await withdraw(member, 200, { call, key: call, ...again })).body.id).toBe(made.body.id);
    expect(await withdraw(member, 200, { call, key: `${call}-2`, proof })).toMatchObject(refused);
    const outcome = await rawCall(server.url, `GET /api/outcome/${call}`, { token: member.token });
    expect(outcome.body).toMatchObject({ kind: 'withdrawal', id: made.body.id });
  }
  expect(await inWallet(member)).toBe(600);
});

test('of two withdrawals at once with one proof, one is made', async () => {
  const member = await guarded();
  const proof = await proofFor(member, '20000');
  const answers = await Promise.all(['a', 'b', 'c'].map((key) => withdraw(member, 200, { key, proof })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  expect(await inWallet(member)).toBe(800);
});

test('a refused withdrawal keeps its proof for the next try', async () => {
  const member = await guarded();
  const proof = await proofFor(member, '200000');
  expect(await withdraw(member, 2_000, { proof })).toMatchObject({ body: { code: 'MONEY_NOT_ENOUGH' } });
  await fund(server.db, member.id, 1_000_00n);
  expect(await withdraw(member, 2_000, { proof })).toMatchObject({ status: 200 });
});

test('a proof counts for nobody and nothing else, and not for long', async () => {
  const member = await guarded();
  const other = await guarded();
  const again = await server.client()('POST /api/login', {
    body: { username: member.phoneNumber, password: member.password },
  });
  const proof = await proofFor(member, '20000');
  // Another member, another session of this one, another amount, another action, no proof at all.
  expect(await withdraw(other, 200, { proof })).toMatchObject(refused);
  expect(await withdraw(again, 200, { proof })).toMatchObject(refused);
  expect(await withdraw(member, 200.01, { proof })).toMatchObject(refused);
  expect(
    await rawCall(server.url, 'DELETE /api/account/pin', {
      token: member.token,
      headers: { 'X-Step-Up': proof },
    }),
  ).toMatchObject({ status: 403, body: { stepUp: { action: 'security', ways: ['password'] } } });
  for (const wrong of ['', 'x', 'A'.repeat(43), `${proof}A`])
    expect(await withdraw(member, 200, { proof: wrong })).toMatchObject(refused);

  await server.owner.updateTable('step_up_proof').set({ expires_at: sql`now()` }).execute();
  expect(await withdraw(member, 200, { proof })).toMatchObject(refused);
  expect(await inWallet(member)).toBe(1_000);
});

test('only a way that counts gives a proof: exactly one, and not the password where the member has a PIN', async () => {
  const member = await guarded();
  const ask = (body: object) =>
    rawCall(server.url, 'POST /api/account/stepUp', { token: member.token, body });
  const leaving = { action: 'withdraw', subject: '20000' };
  expect(await ask({ ...leaving, password: member.password })).toMatchObject(refused);
  expect(await ask({ action: 'security', subject: 'pin', pin: PIN })).toMatchObject(refused);
  expect(await ask({ ...leaving, pin: '394857' })).toMatchObject({ body: { code: 'WRONG_PIN' } });
  expect(await ask({ action: 'security', subject: 'pin', password: 'wrong' })).toMatchObject({
    body: { code: 'WRONG_PASSWORD' },
  });
  for (const body of [
    leaving,
    { ...leaving, pin: PIN, password: member.password },
    { ...leaving, pin: '12345' },
    { ...leaving, pin: 'abcdef' },
    { action: 'else', subject: '', pin: PIN },
    { action: 'withdraw', subject: 'x'.repeat(101), pin: PIN },
  ])
    expect(await ask(body)).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
  expect(await withdraw(member, 200)).toMatchObject(refused);
});

test('a proof ends with its session', async () => {
  const member = await guarded();
  await proofFor(member, '12345');
  const count = () =>
    server.owner.selectFrom('step_up_proof').select('way').where('subject', '=', '12345').execute();
  expect(await count()).toEqual([{ way: 'pin' }]);
  await member.client('POST /api/logout');
  expect(await count()).toEqual([]);
});
