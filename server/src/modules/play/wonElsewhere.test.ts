import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { HOUSE_TEMPLATE } from '../../providers/game/generic-transfer/template.fixture.ts';
import { playRound, until } from '../../testing/moneyWorld.ts';
import { registerPerson } from '../../testing/person.ts';
import { refusal } from '../../testing/refusal.ts';
import { rewardServer } from '../../testing/rewardServer.ts';
import {
  changeSetting,
  closeToday,
  deposit,
  move,
  openGame,
  play,
  today,
} from '../../testing/rewardWorld.ts';
import type { TestMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { lockGame } from '../games/moneyAtGames.ts';
import { leaveHouse } from '../transfers/leaveHouse.ts';

// Attacks that win money at a place that the refund or the invite share does not see.

const KEY = 'key-of-the-next-house';
const server = rewardServer({ SANDBOX_SECRET: KEY });
/** A house that has never heard of our players. */
let nextHouse: string;
/** One that is removed. */
let lostHouse: string;
let boss: TestOperator;
beforeAll(async () => {
  boss = await makeOperator(server.node, 'administrator');
  nextHouse = await connectHouse('Next house');
  lostHouse = await connectHouse('Lost house');
  await changeSetting(server.node, 'registration', { otp: false });
  await changeSetting(server.node, 'refund', { shareBps: 20_00 });
  await changeSetting(server.node, 'invite', { shareBps: 20_00 });
});

/** Adds the sandbox's house at `/as/game-generic`, which tells figures. */
async function connectHouse(name: string): Promise<string> {
  const terms = {
    name,
    priority: 1,
    config: {
      baseUrl: `${server.node.sandbox.url}/as/game-generic`,
      currency: 'THB',
      template: JSON.stringify(HOUSE_TEMPLATE),
    },
    reason: 'contract of November',
  };
  const secrets = { apiKey: KEY };
  const added = await boss.call('POST /api/console/connections', {
    capability: 'game',
    driver: 'generic-transfer',
    ...terms,
    secrets,
  });
  const { id = '' } = added.body as { id?: string };
  await boss.call(`PUT /api/console/connections/${id}`, {
    ...terms,
    secrets,
    version: 1,
    isShadow: false,
    isActive: true,
  });
  return id;
}

/** Leads a game to another house, as operators do when no money is there. */
const lead = (code: string, connectionId: string | null) =>
  server.node.owner.transaction().execute(async (trx) => {
    await lockGame(trx, code);
    await leaveHouse(trx, code);
    await trx
      .updateTable('game_provider')
      .set({ connection_id: connectionId, external_code: connectionId && code })
      .where('code', '=', code)
      .execute();
  });

/** Lets the running job close the current day of a game at one house. */
async function closeAt(code: string, connectionId: string | null): Promise<void> {
  const days = sql`where provider = ${code} and day = ${today()}::date and connection_id is not distinct from ${connectionId}::uuid`;
  await sql`
    insert into play_close (provider, day, connection_id, external_code)
    values (${code}, ${today()}::date, ${connectionId}, ${connectionId && code}) on conflict do nothing`.execute(
    server.node.owner,
  );
  await sql`update play_close set due_at = now() ${days} and closed_at is null`.execute(server.node.owner);
  await until(async () => {
    const { rows } = await sql<{
      ended: boolean;
    }>`select due_at is null as ended from play_close ${days}`.execute(server.node.owner);
    return rows[0]?.ended;
  });
}

let people = 0;
/** An account with 1,000 baht at this game: of a new person, or on the device of another account. */
async function account(game: string, { cookie, inviteCode }: { cookie?: string; inviteCode?: string } = {}) {
  people += 1;
  const person = await registerPerson(server.node, {
    bankAccountName: `WINNER SAE${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[people]}TANG`,
    address: '203.0.113.7',
    ...(cookie !== undefined && { cookie }),
    ...(inviteCode !== undefined && { inviteCode }),
  });
  await deposit(server.node.db, person.id, 1_000_00n);
  await openGame(person, game);
  await move(person, 'WALLET', game, 1_000);
  return person;
}

/** Both sides of an even bet, at two providers. */
async function betOnBothSides(loser: TestMember, winner: TestMember): Promise<void> {
  await play(server.node, loser, 'pg', 1_000, 0);
  await play(server.node, winner, 'imi', 1_000, 2_000);
}

test('RFD-01 thief: both sides at two providers of which one tells its day later', async () => {
  const first = await account('pg');
  const second = await account('imi', { cookie: first.cookie });
  await betOnBothSides(first, second);
  await closeToday(server.node, 'pg');
  expect(await refusal(first.client('GET /api/refund/receive'))).toBe('NO_REFUND');
  await closeToday(server.node, 'imi');
  expect((await first.client('GET /api/refund/check')).refundAmount).toBe(0);
  expect(await refusal(first.client('GET /api/refund/receive'))).toBe('REFUND_MINIMUM');
});

test('RFD-01 thief: the winner’s game moves to another house before its day is closed', async () => {
  const first = await account('pg');
  const second = await account('imi', { cookie: first.cookie });
  await betOnBothSides(first, second);
  await move(second, 'imi', 'WALLET', 2_000);
  await lead('imi', nextHouse);
  await closeToday(server.node, 'pg');
  await closeAt('imi', nextHouse);
  // The next house knows of no play; the one before has not been asked.
  expect(await refusal(first.client('GET /api/refund/receive'))).toBe('NO_REFUND');
  await closeAt('imi', null);
  expect((await first.client('GET /api/refund/check')).refundAmount).toBe(0);
  expect(await refusal(first.client('GET /api/refund/receive'))).toBe('REFUND_MINIMUM');
  await lead('imi', null);
});

test('RFD-01 thief: the winner’s game moves there and back on one day, and is played at both houses', async () => {
  const first = await account('pg');
  const second = await account('imi', { cookie: first.cookie });
  await play(server.node, first, 'pg', 1_000, 0);
  await play(server.node, second, 'imi', 1_000, 1_300);
  await second.client('GET /api/wallet/refresh/slot');
  await move(second, 'imi', 'WALLET', 1_300);
  await lead('imi', nextHouse);
  await openGame(second, 'imi');
  await move(second, 'WALLET', 'imi', 500);
  await playRound(server.node.sandbox.url, 'game-generic', {
    username: `km${second.id}imi`,
    stake: 500,
    win: 900,
  });
  await second.client('GET /api/wallet/refresh/slot');
  await move(second, 'imi', 'WALLET', 900);
  await lead('imi', null);
  await closeToday(server.node, 'pg');
  await closeAt('imi', nextHouse);
  expect(await refusal(first.client('GET /api/refund/receive'))).toBe('NO_REFUND');
  await closeAt('imi', null);
  const { rows } = await sql`
    select stake, win, rounds from play_day where member_id = ${second.id}`.execute(server.node.owner);
  expect(rows).toEqual([{ stake: 1_500_00n, win: 2_200_00n, rounds: 2 }]);
  // 20 % of 1,000 less the 700 that the other side won.
  expect((await first.client('GET /api/refund/check')).refundAmount).toBe(60);
});

test('RFD-01 what was played at a house that was removed is unknown: two operators may close its day', async () => {
  const second = await makeOperator(server.node, 'administrator');
  const loser = await account('pg');
  await lead('imi', lostHouse);
  await account('imi', { cookie: loser.cookie });
  await play(server.node, loser, 'pg', 1_000, 0);
  await lead('imi', null);
  await sql`delete from connection where id = ${lostHouse}`.execute(server.node.owner);
  await closeToday(server.node, 'pg');
  await closeAt('imi', null);
  await closeAt('imi', lostHouse);
  expect(await refusal(loser.client('GET /api/refund/receive'))).toBe('NO_REFUND');
  const listed = async () =>
    ((await boss.call('GET /api/console/reports/days')).body as { days: { id: string }[] }).days;
  const [day] = await listed();
  expect(await listed()).toEqual([
    expect.objectContaining({
      title: 'Chan Pen',
      isRemoved: true,
      house: null,
      reason: 'CONNECTION_REMOVED',
    }),
  ]);
  const { status, body } = await boss.call(`POST /api/console/reports/days/${day?.id}/close`, {
    reason: 'the house wrote that nobody won',
  });
  expect(status).toBe(200);
  expect(await refusal(loser.client('GET /api/refund/receive'))).toBe('NO_REFUND');
  await decideApproval(second, (body as { waits: { id: string } }).waits.id, 'approve');
  expect(await listed()).toEqual([]);
  expect((await loser.client('GET /api/refund/check')).refundAmount).toBe(200);
});

test('INV-02 thief: two invited accounts of one person bet on both sides', async () => {
  const inviter = await account('pg');
  const inviteCode = `PR${inviter.id}`;
  const first = await account('pg', { inviteCode });
  const second = await account('imi', { inviteCode, cookie: first.cookie });
  // Simulates a shared network, so that the inviter counts as another person.
  await changeSetting(server.node, 'links', { addressMembers: 1 });
  const friend = await account('pg', { inviteCode });
  await betOnBothSides(first, second);
  await play(server.node, friend, 'pg', 100, 0);
  const share = async () => (await inviter.client('GET /api/wallet')).invite.amount;
  await closeToday(server.node, 'pg');
  expect(await share()).toBe(20);
  await closeToday(server.node, 'imi');
  // Only the friend's share.
  expect(await share()).toBe(20);
});

test('RFD-01 thief: what a cancelled bonus had won makes the next bonus nobody’s own money', async () => {
  const thief = await account('pg');
  await play(server.node, thief, 'pg', 1_000, 0);
  await openGame(thief, 'imi');
  await thief.client('GET /api/bonus/activate/:code', { params: { code: 'NIGHT20' } });
  await move(thief, 'WALLET', 'imi', 20);
  await play(server.node, thief, 'imi', 20, 60);
  await thief.client('GET /api/wallet/refresh/slot');
  await move(thief, 'imi', 'WALLET', 60);
  await thief.client('GET /api/bonus/check/active');
  await thief.client('GET /api/bonus/clear');
  expect(await server.walletOf(thief)).toBe(0n);
  await closeToday(server.node, 'imi');
  await makeYesterday(thief);

  await thief.client('GET /api/bonus/activate/:code', { params: { code: 'LATER' } });
  await move(thief, 'WALLET', 'pg', 100);
  await play(server.node, thief, 'pg', 100, 0);
  await sql`insert into play_close (provider, day, due_at, closed_at) values ('imi', ${today()}::date, null, now())`.execute(
    server.node.owner,
  );
  await closeToday(server.node, 'pg');
  // 1,100 were lost, of which 1,000 were the member's own.
  expect((await thief.client('GET /api/refund/check')).refundAmount).toBe(200);
});

/** Moves the member's play at imi and all earlier bonuses to the previous day, and offers another bonus. */
async function makeYesterday({ id }: TestMember): Promise<void> {
  const text = '{"th":"x","la":"x","en":"x"}';
  for (const query of [
    sql`update play_day set day = day - 1 where member_id = ${id} and provider = 'imi'`,
    sql`update play_close set day = day - 1 where provider = 'imi' and day = ${today()}::date`,
    sql`update game_account set created_at = created_at - interval '1 day' where member_id = ${id}`,
    sql`update statement_entry set created_at = created_at - interval '1 day'
      where member_id = ${id} and statement_type in ('bonus', 'finish_bonus')`,
    sql`insert into play_close (provider, day, due_at, closed_at) values ('pg', ${today()}::date - 1, null, now())`,
    sql`insert into bonus_definition (code, offer, condition, type, max_received, reward_amount, success_bps, fail_bps, name,
      description) values ('LATER', 'list', 'none', 'limit', 1, 10000, 100000, 0, ${text}, ${text})`,
  ])
    await query.execute(server.node.owner);
}
