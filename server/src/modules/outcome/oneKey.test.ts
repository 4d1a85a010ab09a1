import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { refusal } from '../../testing/refusal.ts';
import { deposit, openGame } from '../../testing/rewardWorld.ts';
import { SHORT_PROVIDER_WAITS } from '../../testing/shortWaits.ts';
import { paintSlip } from '../../testing/slipPicture.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, SHORT_PROVIDER_WAITS);
  await switchSetting(server, 'deposit', { isManual: true });
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

type Press = (of: TestMember, idempotencyKey: string) => Promise<unknown>;

const toGame =
  (amount: number): Press =>
  (of, idempotencyKey) =>
    of.client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'pg', amount }, idempotencyKey });
const withdraw =
  (amount: number): Press =>
  (of, idempotencyKey) =>
    of.client('POST /api/wallet/withdraw', { body: { amount }, idempotencyKey });
const say =
  (amount: number): Press =>
  (of, idempotencyKey) =>
    of.client('POST /api/wallet/add', { body: { amount }, idempotencyKey });
const activate =
  (code: string): Press =>
  (of, idempotencyKey) =>
    of.client('GET /api/bonus/activate/:code', { params: { code }, idempotencyKey });
const drawQr =
  (amount: number, bankCode: string): Press =>
  (of, idempotencyKey) =>
    of.client('POST /api/qrcode/:bankCode', { params: { bankCode }, body: { amount }, idempotencyKey });
const sendSlip =
  (text: string): Press =>
  async (of, idempotencyKey) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await paintSlip(text))]), 'slip.png');
    return of.client('POST /api/wallet/slip', { form, idempotencyKey });
  };
const endBonus: Press = (of, idempotencyKey) => of.client('GET /api/bonus/clear', { idempotencyKey });
const takeRefund: Press = (of, idempotencyKey) => of.client('GET /api/refund/addWallet', { idempotencyKey });
const spin: Press = (of, idempotencyKey) =>
  of.client('POST /api/spinwheel/spin', { body: {}, idempotencyKey });

/** Two calls that are not the same, by what they make; some are refused for themselves as well. */
const OTHERS: [string, Press, string, Press][] = [
  ['transfer', toGame(100), 'withdrawal', withdraw(300)],
  ['withdrawal', withdraw(300), 'transfer', toGame(100)],
  ['transfer', toGame(100), 'transfer of another amount', toGame(101)],
  ['withdrawal', withdraw(300), 'withdrawal of another amount', withdraw(301)],
  ['transfer', toGame(100), 'withdrawal below the minimum', withdraw(0.01)],
  ['transfer', toGame(100), 'transfer above the wallet', toGame(50_000)],
  ['transferClaim', say(250), 'transfer', toGame(100)],
  ['transfer', toGame(100), 'claim of a transfer', say(251)],
  ['slip', sendSlip('one'), 'claim of a transfer', say(252)],
  ['slip', sendSlip('one'), 'slip with another picture', sendSlip('two')],
  ['transfer', toGame(100), 'slip', sendSlip('one')],
  ['qr', drawQr(100, 'KBANK'), 'order at a gateway', drawQr(100, 'WW')],
  ['qr', drawQr(100, 'WW'), 'QR of an account', drawQr(100, 'KBANK')],
  ['bonus', activate('WELCOME100'), 'transfer', toGame(100)],
  ['bonus', activate('WELCOME100'), 'other bonus', activate('NOWHERE')],
  ['transfer', toGame(100), 'bonus', activate('WELCOME100')],
  ['transfer', toGame(100), 'end of a bonus', endBonus],
  ['transfer', toGame(100), 'refund', takeRefund],
  ['transfer', toGame(100), 'spin', spin],
];

/** A member with 1,000 baht in the wallet and an account at a game. */
async function player(): Promise<TestMember> {
  const member = await makeMember(server);
  await deposit(server.db, member.id, 1_000_00n);
  await openGame(member, 'pg');
  return member;
}

const idOf = (answer: unknown) => {
  const { id, _id, qrcodeId } = answer as { id?: string; _id?: string; qrcodeId?: string };
  return id ?? _id ?? qrcodeId;
};

/** What the member has, has made, and is told under the key; not how far the jobs are with it. */
async function traces(of: TestMember, key: string) {
  const { posted, held, made } = await sql<{ posted: bigint; held: bigint; made: bigint }>`
    select posted, held, (
      select count(*) from (
        select from statement_entry where member_id = ${of.id} union all
        select from deposit_qr where member_id = ${of.id} and status = 'OPEN' union all
        select from gateway_payment where member_id = ${of.id} and status = 'OPEN' union all
        select from member_bonus where member_id = ${of.id} union all
        select from slip where member_id = ${of.id} union all
        select from request_outcome where member_id = ${of.id}) made) as made
    from ledger.account where member_id = ${of.id} and kind = 'wallet'`
    .execute(server.owner)
    .then(({ rows }) => rows[0] as { posted: bigint; held: bigint; made: bigint });
  const { kind, id, amount } = await of.client('GET /api/outcome/:key', { params: { key } });
  return { available: posted - held, made, kind, id, amount };
}

test.each(OTHERS.map(([made, first, other, second]) => ({ made, first, other, second })))(
  'TRF-01 WDR-01 DEP-14 the key of a $made is not for another call: $other',
  async ({ made, first, second }) => {
    const member = await player();
    const key = randomUUID();
    const answer = await first(member, key);
    const before = await traces(member, key);
    expect(before.kind).toBe(made);
    expect(await refusal(second(member, key))).toBe('IDEMPOTENCY_MISMATCH');
    expect(await traces(member, key)).toEqual(before);
    expect(idOf(await first(member, key))).toBe(idOf(answer));
    expect(await traces(member, key)).toEqual(before);
  },
);

test('TRF-01 WDR-01 one key for two calls at once: one of them is done, the other one is refused', async () => {
  const member = await player();
  const key = randomUUID();
  const before = await traces(member, key);
  const answers = await Promise.all(
    [toGame(100), withdraw(300), say(250), toGame(100)].map((press) =>
      press(member, key).then(idOf, (error) => error.code),
    ),
  );
  const { id, made } = await traces(member, key);
  expect(made).toBe(before.made + 1n);
  for (const answer of answers) expect([id, 'IDEMPOTENCY_MISMATCH']).toContain(answer);
});

test('TRF-01 the same key of another member is another key', async () => {
  const [one, two] = [await player(), await player()];
  const key = randomUUID();
  const first = idOf(await toGame(100)(one, key));
  const second = idOf(await withdraw(300)(two, key));
  expect(second).not.toBe(first);
  expect(await traces(one, key)).toMatchObject({ kind: 'transfer', id: first });
  expect(await traces(two, key)).toMatchObject({ kind: 'withdrawal', id: second });
});

test('DEP-14 a key that found a claim of a transfer makes no new one when that has ended', async () => {
  const member = await player();
  const { id } = (await say(260)(member, 'made')) as { id: string };
  expect(idOf(await say(260)(member, 'found'))).toBe(id);
  await sql`update manual_deposit set status = 'FAILED', finished_at = now() where id = ${id}`.execute(
    server.owner,
  );
  expect(await say(260)(member, 'found')).toMatchObject({ id, status: 'FAILED' });
  expect(idOf(await say(260)(member, 'other'))).not.toBe(id);
});
