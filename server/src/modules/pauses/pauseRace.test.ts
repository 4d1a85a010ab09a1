import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { fund, gameBalance, moneyOf, setFaults, until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { deposit, move, openGame } from '../../testing/rewardWorld.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

const call = (member: TestMember, key: string, body?: unknown) =>
  rawCall(server.url, key, { token: member.token, ...(body !== undefined && { body }) });
const exclude = (member: TestMember) =>
  call(member, 'POST /api/protection/exclusion', { months: 6, password: member.password });

async function player(): Promise<TestMember> {
  const member = await makeMember(server);
  await fund(server.db, member.id, 1_000_00n);
  for (const game of ['pg', 'sanam']) await openGame(member, game);
  return member;
}

test('SAFE-12 what was on its way when an exclusion began comes home, and nothing stays open', async () => {
  const member = await player();
  await move(member, 'WALLET', 'sanam', 200);
  // The game takes the money and does not answer in time.
  await setFaults(server.sandbox.url, {
    'game:pg': { mode: 'slow', delayMs: 3_000, times: 1, for: `km${member.id}pg` },
  });
  const started = [
    call(member, 'POST /api/wallet/transfer', { from: 'WALLET', to: 'pg', amount: 300 }),
    call(member, 'POST /api/qrcode/KBANK', { amount: 100 }),
    call(member, `GET /api/autoLogin/sanam/km${member.id}sanam`),
  ];
  await until(async () => (await moneyOf(server.db, member.id)).inTransfer > 0n);
  expect((await exclude(member)).status).toBe(200);
  await Promise.all(started);
  await until(async () => (await moneyOf(server.db, member.id)).wallet === 1_000_00n);
  for (const game of ['pg', 'sanam'])
    expect(await gameBalance(server.sandbox.url, game, `km${member.id}${game}`)).toBe(0n);
  const { rows } = await sql<{ open: bigint }>`
    select (select count(*) from session where member_id = ${member.id})
      + (select count(*) from play_session where member_id = ${member.id} and ended_at is null)
      + (select count(*) from promotion_choice where member_id = ${member.id}) as open`.execute(server.owner);
  expect(rows[0]?.open).toBe(0n);
  await until(async () => {
    const closing = await server.owner
      .selectFrom('game_closing')
      .select('member_id')
      .where('member_id', '=', member.id)
      .executeTakeFirst();
    return closing === undefined;
  });
});

test('SAFE-12 exclusions and everything that opens play at the same moment: never both', async () => {
  for (let round = 0; round < 4; round += 1) {
    const member = await player();
    const results = await Promise.all([
      call(member, 'POST /api/wallet/transfer', { from: 'WALLET', to: 'pg', amount: 100 }),
      call(member, 'POST /api/wallet/transferAll', { to: 'sanam' }),
      exclude(member),
      call(member, `GET /api/autoLogin/pg/km${member.id}pg`),
      deposit(server.db, member.id, 50_00n).then(
        () => 50_00n,
        () => 0n,
      ),
      call(member, 'POST /api/protection/break', { days: 7 }),
    ]);
    expect(results[2]?.valueOf()).toMatchObject({ status: 200 });
    for (const result of results)
      if (typeof result === 'object') expect(result.status, JSON.stringify(result.body)).toBeLessThan(500);
    const arrived = results[4] as bigint;
    await until(async () => (await moneyOf(server.db, member.id)).wallet === 1_000_00n + arrived);
    expect((await moneyOf(server.db, member.id)).inTransfer).toBe(0n);
    await expect(deposit(server.db, member.id, 1_00n)).rejects.toMatchObject({ code: 'PLAY_PAUSED' });
  }
});

test('SAFE-12 the bonus of an excluded member ends as a cancelled one, also one that began at that moment', async () => {
  await sql`
    insert into bonus_definition (code, offer, condition, minimum_deposit, type, max_received, reward_bps, success_bps,
      fail_bps, turnover_bps, name, description)
    values ('T_HALF', 'list', 'deposit', 10000, 'limit', 2, 5000, 20000, 1000, 0,
      '{"th":"ไทย","la":"ລາວ","en":"English"}', '{"th":"","la":"","en":""}')`.execute(server.owner);
  const bonusOf = ({ id }: TestMember) =>
    server.owner
      .selectFrom('member_bonus')
      .select(['state', 'removed'])
      .where('member_id', '=', id)
      .executeTakeFirst();
  const depositor = async () => {
    const member = await makeMember(server);
    await deposit(server.db, member.id, 1_000_00n);
    await openGame(member, 'pg');
    return member;
  };
  const settled = depositor().then(async (member) => {
    await call(member, 'GET /api/bonus/activate/T_HALF');
    await move(member, 'WALLET', 'pg', 700);
    expect((await exclude(member)).status).toBe(200);
    return member;
  });
  const atOnce = depositor().then(async (member) => {
    await Promise.all([call(member, 'GET /api/bonus/activate/T_HALF'), exclude(member)]);
    return member;
  });
  const member = await settled;
  await until(async () => (await bonusOf(member))?.state === 'CANCELLED');
  expect(await bonusOf(member)).toEqual({ state: 'CANCELLED', removed: 500_00n });
  for (const one of [member, await atOnce]) {
    await until(async () => (await moneyOf(server.db, one.id)).wallet === 1_000_00n);
    expect((await bonusOf(one))?.state ?? 'CANCELLED').toBe('CANCELLED');
  }
});
