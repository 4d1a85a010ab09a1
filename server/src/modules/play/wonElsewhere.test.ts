import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
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

// Attacks that win money at a place that the refund or the invite share does not see.

const server = rewardServer();
beforeAll(async () => {
  await changeSetting(server.node, 'registration', { otp: false });
  await changeSetting(server.node, 'refund', { shareBps: 20_00 });
  await changeSetting(server.node, 'invite', { shareBps: 20_00 });
});

let people = 0;
/** An account with 1,000 baht at this game: of a new person, or on the device of another account. */
async function account(game: string, { cookie, inviteCode }: { cookie?: string; inviteCode?: string } = {}) {
  people += 1;
  const person = await registerPerson(server.node, {
    bankAccountName: `WINNER SAE${'ABCDEFGHIJ'[people]}TANG`,
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
