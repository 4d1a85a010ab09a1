import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../../ledger/verify.ts';
import { newNumbers } from '../../../testing/memberNumbers.ts';
import { until } from '../../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { refusal } from '../../../testing/refusal.ts';
import { deposit } from '../../../testing/rewardWorld.ts';
import { makeMember, type TestMember } from '../../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';
import { requireDeposit } from '../../protection/admit.ts';
import { usedSums } from '../../protection/levels/levelSums.ts';
import { remind } from '../../protection/reminders.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

/** Registers again with the phone or the payout account of an erased member, and another of the other. */
async function again(gone: TestMember, same: 'phone' | 'account'): Promise<TestMember> {
  const fresh = newNumbers();
  const phoneNumber = same === 'phone' ? gone.phoneNumber : fresh.phoneNumber;
  const bankAccountNo = same === 'account' ? gone.bankAccountNo : fresh.bankAccountNo;
  const { bankCode, password } = gone;
  const bankAccountName = `AGAIN ${gone.bankAccountName.split(' ')[1]}${same === 'phone' ? 'P' : 'A'}`;
  const visitor = server.client();
  await visitor('POST /api/account', {
    body: { name: 'สมชาย ใจดี', username: phoneNumber, password, bankCode, bankAccountNo, bankAccountName },
  });
  const { token } = await visitor('POST /api/login', { body: { username: phoneNumber, password } });
  const client = server.client(token);
  const { _id } = await client('GET /api/account/profile');
  return { ...gone, id: BigInt(_id), phoneNumber, bankAccountNo, bankAccountName, token, client };
}

/** Erases a member who asked a day ago. */
async function erase({ id }: TestMember): Promise<void> {
  await sql`insert into erasure (member_id, asked_at, due_at) values (${id}, now() - interval '25 hours', now())`.execute(
    server.owner,
  );
  const state = await until(async () => {
    server.wakeJob('erasures');
    const row = await server.owner
      .selectFrom('erasure')
      .select('state')
      .where('member_id', '=', id)
      .executeTakeFirstOrThrow();
    return row.state !== 'ASKED' && row.state;
  });
  expect(state).toBe('ERASED');
}

const limit = ({ id }: TestMember, most: bigint) =>
  sql`insert into member_limit (member_id, kind, period, most, from_at)
    values (${id}, 'deposit', 'month', ${most}, clock_timestamp())`.execute(server.owner);

async function depositAndWithdraw(member: TestMember, baht: number): Promise<void> {
  await deposit(server.db, member.id, BigInt(baht) * 100n);
  const { id } = await member.client('POST /api/wallet/withdraw', { body: { amount: baht } });
  await until(
    async () =>
      (await server.db.selectFrom('withdrawal').select('state').where('id', '=', id).executeTakeFirst())
        ?.state === 'PAID',
  );
}

const choose = (member: TestMember) =>
  refusal(member.client('GET /api/promotion/activate/:code', { params: { code: 'TODAY10' } }));
const isOpen = ({ id }: TestMember, satang: bigint) =>
  requireDeposit(server.db, id, satang).then(
    () => 'no refusal',
    ({ code }) => code,
  );

test('SAFE-43 SAFE-07 SAFE-24 SAFE-45 limits, sums and taken offers outlive an erasure, known by the phone or the account', async () => {
  const [member, stranger] = [await makeMember(server), await makeMember(server)];
  expect(await choose(member)).toBe('no refusal');
  await member.client('GET /api/bonus/clear');
  await depositAndWithdraw(member, 300);
  await limit(member, 1_000_00n);
  await erase(member);

  const byPhone = await again(member, 'phone');
  const byAccount = await again(member, 'account');
  for (const one of [byPhone, byAccount]) {
    expect(await isOpen(one, 700_00n)).toBe('no refusal');
    expect(await isOpen(one, 700_01n)).toBe('LIMIT_REACHED');
    expect(await usedSums(server.db, one.id)).toEqual({
      depositMonth: 300_00n,
      balance: 0n,
      payoutMonth: 300_00n,
    });
    expect((await remind(server.db, one.id, server.settings.get('protection'))).deposited).toBe(300_00n);
    expect(await choose(one)).toBe('PROMOTION_RECEIVED');
    // The page of their own money is that of this account.
    expect(await one.client('GET /api/protection/activity')).toMatchObject({ deposited: 0 });
  }
  expect(await isOpen(stranger, 700_01n)).toBe('no refusal');
  expect(await choose(stranger)).toBe('no refusal');
});

test('SAFE-43 SAFE-07 a limit that was loosened after an erasure stays so after the next; an old hash knows nobody', async () => {
  const first = await makeMember(server);
  await limit(first, 100_00n);
  await erase(first);
  const second = await again(first, 'phone');
  expect(await isOpen(second, 100_01n)).toBe('LIMIT_REACHED');
  await sql`update member_limit set ended_at = now() where member_id = ${second.id}`.execute(server.owner);
  await limit(second, 500_00n);
  await depositAndWithdraw(second, 300);
  await erase(second);
  const third = await again(first, 'phone');
  expect(await isOpen(third, 200_00n)).toBe('no refusal');
  expect(await isOpen(third, 200_01n)).toBe('LIMIT_REACHED');
  await erase(third);
  await sql`update former_identity set until = now()`.execute(server.owner);
  expect(await isOpen(await again(first, 'phone'), 200_01n)).toBe('no refusal');
});
