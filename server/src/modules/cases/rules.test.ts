import { randomUUID } from 'node:crypto';
import type { CaseRule } from '@krapao/contract/cases';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { deposit } from '../../testing/rewardWorld.ts';
import { openVerbWorld, type VerbWorld, type WorldMember } from '../../testing/verbWorld.ts';
import { makeWaitingPayouts } from '../../testing/waitingPayouts.ts';
import { findFacts } from './findFacts.ts';

let world: VerbWorld;
beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER);
  world.set('laundering', {
    structuring: { isOn: true, belowSatang: 10_000_00, deposits: 5, days: 2 },
    littlePlay: { isOn: true, depositsSatang: 10_000_00, playedPercent: 50, withdrawnPercent: 80, days: 7 },
    manySenders: { isOn: true, senders: 4, days: 30 },
    oneSender: { isOn: true, members: 3, days: 30 },
    accountChanged: { isOn: true, days: 3, withdrawalSatang: 5_000_00 },
    unusualDeposit: { isOn: true, times: 10, depositSatang: 5_000_00 },
    sharedDevice: { isOn: true, members: 3 },
    sharedAccount: { isOn: true, members: 2 },
    bonusEnded: { isOn: true, minutes: 10, withdrawalSatang: 5_000_00 },
    reportedSum: { isOn: true, satang: 100_000_00 },
  });
});
afterAll(() => world.close());

const deposits = async ({ id }: WorldMember, ...baht: number[]) => {
  for (const amount of baht) await deposit(world.db, id, BigInt(amount) * 100n);
};
/** Withdrawals of the deposited money that wait for an operator. */
const withdraw = ({ id }: WorldMember, baht: number) =>
  makeWaitingPayouts(world.db, [id], 1, () => BigInt(baht) * 100n);
const play = ({ id }: WorldMember, baht: number) =>
  sql`insert into play_day (member_id, provider, day, stake, win, rounds)
    values (${id}, 'pg', (now() at time zone 'Asia/Bangkok')::date, ${baht * 100}, 0, 1)`.execute(
    world.owner,
  );
const pay = ({ id }: WorldMember, sender: { account: string; displayName: string }, baht = 100) =>
  sql`insert into incoming_transfer (sending_bank, trans_ref, source, amount, currency, receiver, sender,
      transferred_at, status, member_id, cause, credited_at, credited_amount)
    values ('004', ${randomUUID()}, 'NOTICE', ${baht * 100}, 'THB', '{}',
      ${JSON.stringify({ bankCode: 'KBANK', proxy: null, ...sender })}::jsonb,
      now(), 'CREDITED', ${id}, ${randomUUID()}, now(), ${baht * 100})`.execute(world.owner);
const see = ({ id }: WorldMember, device: string) =>
  sql`insert into member_device (member_id, device_id, address) values (${id}, ${device}, '198.51.100.7')`.execute(
    world.owner,
  );
const changeAccount = ({ id }: WorldMember, days: number) =>
  sql`update member set created_at = now() - interval '90 days',
      bank_account_changed_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(world.owner);
const endBonus = ({ id }: WorldMember, minutes: number) =>
  sql`insert into member_bonus (member_id, source, name, type, deposit, bonus, state, ended_at, due_at, started_on,
      wallet_version, success_bps, fail_bps)
    values (${id}, 'refund', '{"th": "", "la": "", "en": ""}', 'day', 0, 100, 'REACHED',
      now() - make_interval(mins => ${minutes}), null, current_date, 0, 10000, 0)`.execute(world.owner);
const at = (last: number) => ({ account: `xxx-x-x${last}-x`, displayName: 'SOMCHAI J' });

/** A history that makes a rule fire, and one that just does not; who is looked at. */
const HISTORIES: Partial<
  Record<CaseRule, Record<'fires' | 'near', (member: WorldMember) => Promise<unknown>>>
> = {
  structuring: {
    fires: (member) => deposits(member, 2_000, 2_000, 2_000, 2_000, 2_000),
    // Enough money in too few deposits, and one deposit that is not small.
    near: (member) => deposits(member, 2_500, 2_500, 2_500, 2_500, 10_000),
  },
  littlePlay: {
    fires: async (member) => {
      await deposits(member, 10_000);
      await play(member, 4_999);
      await withdraw(member, 8_000);
    },
    near: async (member) => {
      await deposits(member, 10_000);
      await play(member, 5_000);
      await withdraw(member, 8_000);
    },
  },
  manySenders: {
    fires: async (member) => {
      for (const last of [1111, 2222, 3333, 4444]) await pay(member, at(last));
    },
    // The fourth is a sender seen before, as another source writes them.
    near: async (member) => {
      for (const last of [1112, 2223, 3334]) await pay(member, at(last));
      await pay(member, { account: 'X1112', displayName: 'SOMCHAI JAIDEE' });
    },
  },
  oneSender: {
    fires: async (member) => {
      for (const one of [member, await world.newMember(), await world.newMember()]) await pay(one, at(7777));
    },
    // Equal digits under another name are another sender.
    near: async (member) => {
      for (const one of [member, await world.newMember()]) await pay(one, at(8888));
      await pay(await world.newMember(), { ...at(8888), displayName: 'MALEE S' });
    },
  },
  accountChanged: {
    fires: async (member) => {
      await changeAccount(member, 2);
      await deposits(member, 5_000);
      await withdraw(member, 5_000);
    },
    near: async (member) => {
      await changeAccount(member, 4);
      await deposits(member, 5_000);
      await withdraw(member, 5_000);
    },
  },
  unusualDeposit: {
    fires: (member) => deposits(member, 500, 500, 500, 900, 5_001),
    near: (member) => deposits(member, 500, 500, 500, 900, 5_000),
  },
  sharedDevice: {
    fires: async (member) => {
      const device = randomUUID();
      for (const one of [member, await world.newMember(), await world.newMember()]) await see(one, device);
    },
    // A third, whom operators declared to be another person.
    near: async (member) => {
      const device = randomUUID();
      const other = await world.newMember();
      for (const one of [member, await world.newMember(), other]) await see(one, device);
      await sql`insert into member_distinct (member_id, other_id, operator_id, reason)
        values (${member.id}, ${other.id}, ${world.operatorId}, 'seen both')`.execute(world.owner);
    },
  },
  sharedAccount: {
    fires: async (member) => {
      const other = await world.newMember();
      await deposits(other, 100);
      const [id] = await withdraw(other, 100);
      await sql`update withdrawal set bank_account_no = ${member.bankAccountNo} where id = ${id}`.execute(
        world.owner,
      );
    },
    near: async (member) => {
      const other = await world.newMember();
      await deposits(other, 100);
      const [id] = await withdraw(other, 100);
      await sql`update withdrawal set bank_account_no = ${member.bankAccountNo}, bank_code = 'SCB'
        where id = ${id}`.execute(world.owner);
    },
  },
  bonusEnded: {
    fires: async (member) => {
      await deposits(member, 5_000);
      await endBonus(member, 9);
      await withdraw(member, 5_000);
    },
    near: async (member) => {
      await deposits(member, 5_000);
      await endBonus(member, 11);
      await withdraw(member, 5_000);
    },
  },
  reportedSum: {
    fires: (member) => deposits(member, 60_000, 40_000),
    near: async (member) => {
      await deposits(member, 60_000, 39_999);
      await withdraw(member, 99_999);
    },
  },
  netDeposits: {
    fires: (member) => deposits(member, 30_000, 20_000),
    near: async (member) => {
      await deposits(member, 30_000, 20_000);
      await withdraw(member, 1);
    },
  },
};

const rulesFor = async ({ id }: WorldMember) =>
  (await findFacts(world.db, [id], world.context.settings))
    .filter((found) => found.memberId === id)
    .map((found) => found.rule);

describe.each(Object.entries(HISTORIES))('%s', (rule, { fires, near }) => {
  const row = rule === 'netDeposits' ? 'SAFE-25' : rule === 'reportedSum' ? 'SAFE-37' : 'SAFE-35';
  test(`${row} ${rule} finds its history and leaves a near one out`, async () => {
    const [found, left] = [await world.newMember(), await world.newMember()];
    await fires(found);
    await near(left);
    expect(await rulesFor(found)).toContain(rule);
    expect(await rulesFor(left)).not.toContain(rule);
  });
});

test('SAFE-41 one document number under two accounts is a case of the older one; another number is none', async () => {
  const [first, second, third] = [await world.newMember(), await world.newMember(), await world.newMember()];
  for (const [{ id }, number] of [
    [first, 'one'],
    [second, 'one'],
    [third, 'two'],
  ] as const)
    await sql`insert into identity_request (member_id, level, document_kind, state, finished_at, number_hash)
      values (${id}, 2, 'idCard', 'APPROVED', now(), ${Buffer.from(number)})`.execute(world.owner);
  const found = (await findFacts(world.db, [second.id, third.id], world.context.settings)).filter(
    ({ rule }) => rule === 'sameDocument',
  );
  expect(found).toMatchObject([{ memberId: first.id, count: 2, evidence: [`member:${second.id}`] }]);
});

test('SAFE-35 a rule that is off finds nothing', async () => {
  const member = await world.newMember();
  await HISTORIES.reportedSum?.fires(member);
  const laundering = world.context.settings.get('laundering');
  world.set('laundering', { reportedSum: { ...laundering.reportedSum, isOn: false } });
  expect(await rulesFor(member)).not.toContain('reportedSum');
  world.set('laundering', { reportedSum: laundering.reportedSum });
  expect(await rulesFor(member)).toContain('reportedSum');
});

test('SAFE-35 what happened before the days of a rule does not count', async () => {
  const member = await world.newMember();
  await deposits(member, 2_000, 2_000, 2_000, 2_000, 2_000);
  world.set('laundering', {
    structuring: { isOn: true, belowSatang: 10_000_00, deposits: 5, days: 1 },
  });
  await sql`alter table ledger.posting disable trigger user`.execute(world.owner);
  await sql`update ledger.posting p set at = at - interval '25 hours' from ledger.account a
    where a.id = p.credit and a.member_id = ${member.id}
      and p.id = (select min(q.id) from ledger.posting q where q.credit = a.id)`.execute(world.owner);
  await sql`alter table ledger.posting enable trigger user`.execute(world.owner);
  expect(await rulesFor(member)).not.toContain('structuring');
  await deposits(member, 2_000);
  expect(await rulesFor(member)).toContain('structuring');
});
