import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { SETTINGS, type SettingValue } from '../../settings/schema.ts';
import { writeSetting } from '../../settings/settings.ts';
import { anyLevel } from '../../testing/anyLevel.ts';
import { LOOSE_PAYOUTS } from '../../testing/loosePayouts.ts';
import { until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { deposit, move, openGame, play } from '../../testing/rewardWorld.ts';
import { payFrom } from '../../testing/sandboxBank.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { withoutTriggers } from '../../testing/withoutTriggers.ts';
import { holdWithdrawal, startWithdrawal } from './startWithdrawal.ts';

const GSB = { bankCode: 'GSB', accountNo: '020990000033' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  await anyLevel(server);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

/** Only these rules; no other rule stops. */
const only = (change: Partial<SettingValue<'payout'>>) =>
  switchSetting(server, 'payout', { ...LOOSE_PAYOUTS, ...change });

/** A member who deposited so many baht. */
async function depositor(baht = 1_000): Promise<TestMember> {
  const member = await makeMember(server);
  await deposit(server.db, member.id, BigInt(baht) * 100n);
  return member;
}

const ask = async (member: TestMember, amount: number) =>
  (await member.client('POST /api/wallet/withdraw', { body: { amount } })).id;

/** The result of a withdrawal: PAID, or the rules that stopped it. */
const endOf = (id: string) =>
  until(async () => {
    const { state, stopped_by } = await server.db
      .selectFrom('withdrawal')
      .select(['state', 'stopped_by'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return state === 'PAID' ? 'PAID' : state === 'MANUAL' && (stopped_by ?? []);
  });
const withdraw = async (member: TestMember, amount: number) => endOf(await ask(member, amount));

const age = (member: TestMember, column: string, hours: number) =>
  sql`update member set ${sql.ref(column)} = now() - make_interval(hours => ${hours}) where id = ${member.id}`.execute(
    server.owner,
  );

test('WDR-01 who is minutes old and moves 747,003 in and out without play waits for a person, and reads so', async () => {
  await switchSetting(server, 'payout', SETTINGS.payout.default);
  const member = await depositor(747_003);
  await openGame(member, 'pg');
  await move(member, 'WALLET', 'pg', 200_000);
  await move(member, 'pg', 'WALLET', 200_000);
  const id = await ask(member, 200_000);
  expect(await endOf(id)).toEqual([
    'AMOUNT',
    'MEMBER_DAY',
    'MEMBER_AGE',
    'BANK_ACCOUNT_AGE',
    'PASSWORD_AGE',
    'PLAY',
    'ACCOUNT_NAME',
  ]);
  const { statements } = await member.client('POST /api/statement', { body: { page: 1, limit: 1 } });
  expect(statements[0]).toMatchObject({ status: 'PENDING', payout: { isBeingChecked: true } });

  const cashier = await makeOperator(server, 'cashier');
  const { items } = (await cashier.call('GET /api/console/withdrawals')).body as {
    items: { id: string; stoppedBy: string[] }[];
  };
  expect(items.find((item) => item.id === id)?.stoppedBy).toContain('PLAY');
  await cashier.call(`POST /api/console/queues/withdrawals/${id}/claim`);
  const pay = { transRef: 'BYHAND1', accountId: null, reason: 'looked' };
  const { body } = await cashier.call(`POST /api/console/withdrawals/${id}/pay`, pay);
  const { waits } = body as { waits: { id: string } };
  await decideApproval(await makeOperator(server, 'manager'), waits.id, 'approve');
  const after = await member.client('POST /api/statement', { body: { page: 1, limit: 1 } });
  expect(after.statements[0]?.status).toBe('SUCCESS');
  expect(after.statements[0]?.payout?.isBeingChecked).toBeUndefined();
});

test('WDR-01 the highest amount, and splitting below it, end at the sum of 24 hours', async () => {
  await only({ maximumSatang: 500_00, memberDaySatang: 1_000_00 });
  const member = await depositor(3_000);
  expect(await withdraw(member, 500.01)).toEqual(['AMOUNT']);
  expect(await withdraw(member, 500)).toBe('PAID');
  expect(await withdraw(member, 400)).toBe('PAID');
  expect(await withdraw(member, 100.01)).toEqual(['MEMBER_DAY']);
  const last = await ask(member, 100);
  expect(await endOf(last)).toBe('PAID');
  expect(await withdraw(member, 100)).toEqual(['MEMBER_DAY']);
  // Neither midnight nor the hours since then reset the day.
  const shift = (hours: number) =>
    sql`
    update withdrawal set released_at = released_at - make_interval(hours => ${hours})
    where member_id = ${member.id}`.execute(server.owner);
  await shift(23);
  expect(await withdraw(member, 100)).toEqual(['MEMBER_DAY']);
  await shift(2);
  expect(await withdraw(member, 100)).toBe('PAID');
});

test('WDR-01 of withdrawals at the same moment no two share what is left of a sum', async () => {
  await only({ memberDaySatang: 500_00 });
  const member = await depositor(4_000);
  const ids = await Promise.all(Array.from({ length: 8 }, () => ask(member, 300)));
  const ends = await Promise.all(ids.map(endOf));
  expect(ends.filter((end) => end === 'PAID')).toHaveLength(1);
  expect(ends.filter((end) => end !== 'PAID')).toEqual(Array.from({ length: 7 }, () => ['MEMBER_DAY']));

  await sql`update withdrawal set released_at = released_at - interval '1 hour'`.execute(server.owner);
  await only({ siteHourSatang: 500_00 });
  const many = await Promise.all(Array.from({ length: 6 }, () => depositor(400)));
  const others = await Promise.all((await Promise.all(many.map((one) => ask(one, 200)))).map(endOf));
  expect(others.filter((end) => end === 'PAID')).toHaveLength(2);
  expect(others.filter((end) => end !== 'PAID')).toEqual(Array.from({ length: 4 }, () => ['SITE_HOUR']));
});

test('WDR-01 a new member, an account or a password that was changed just before: a person pays', async () => {
  await only({ memberAgeHours: 2, bankAccountAgeHours: 2, passwordAgeHours: 2 });
  const member = await depositor();
  expect(await withdraw(member, 100)).toEqual(['MEMBER_AGE', 'BANK_ACCOUNT_AGE', 'PASSWORD_AGE']);
  for (const column of ['created_at', 'bank_account_changed_at', 'password_changed_at'])
    await age(member, column, 3);
  expect(await withdraw(member, 100)).toBe('PAID');
  await member.client('PUT /api/account/changepwd', {
    body: { oldPassword: member.password, newPassword: 'another horse 8' },
  });
  expect(await withdraw(member, 100)).toEqual(['PASSWORD_AGE']);
  await age(member, 'password_changed_at', 3);
  await server.owner
    .updateTable('member')
    .set({ bank_account_no: member.bankAccountNo.split('').reverse().join('') })
    .where('id', '=', member.id)
    .execute();
  expect(await withdraw(member, 100)).toEqual(['BANK_ACCOUNT_AGE']);
});

test('WDR-01 what was deposited has been played once: moving it into a game and back is no play', async () => {
  await only({ playedShareBps: 100_00 });
  const member = await depositor(1_000);
  await openGame(member, 'pg');
  await move(member, 'WALLET', 'pg', 1_000);
  await move(member, 'pg', 'WALLET', 1_000);
  expect(await withdraw(member, 100)).toEqual(['PLAY']);
  await move(member, 'WALLET', 'pg', 500);
  await play(server, member, 'pg', 499, 499);
  await play(server, member, 'pg', 500, 500);
  expect(await withdraw(member, 100)).toEqual(['PLAY']);
  await play(server, member, 'pg', 1, 1);
  expect(await withdraw(member, 100)).toBe('PAID');
});

test('WDR-01 play of earlier days covers no deposit of today, play after midnight the deposit before it', async () => {
  await only({ playedShareBps: 100_00 });
  const old = await depositor(1_000);
  const day = (member: TestMember, daysAgo: number, stake: number) =>
    sql`
    insert into play_day (member_id, day, provider, stake, win, rounds)
    values (${member.id}, (now() at time zone 'Asia/Bangkok')::date - ${daysAgo}::integer, 'pg', ${stake}, 0, 1)`.execute(
      server.owner,
    );
  await day(old, 1, 50_000_00);
  expect(await withdraw(old, 100)).toEqual(['PLAY']);
  await day(old, 0, 1_000_00);
  expect(await withdraw(old, 100)).toBe('PAID');
  const late = await depositor(1_000);
  await day(late, -1, 1_000_00);
  expect(await withdraw(late, 100)).toBe('PAID');
});

test('WDR-01 the sandbox pays up to 1,000 baht once in 24 hours without play', async () => {
  await only({ playedShareBps: 100_00, withoutPlaySatang: 1_000_00 });
  const member = await depositor(5_000);
  expect(await withdraw(member, 1_000.01)).toEqual(['PLAY']);
  expect(await withdraw(member, 1_000)).toBe('PAID');
  expect(await withdraw(member, 100)).toEqual(['PLAY']);
});

test('WDR-01 money that another account paid in, a deposit far above the usual, a bonus that just ended', async () => {
  await only({ stopsThirdPartyPayer: true, usualDepositTimes: 5, bonusEndedMinutes: 60 });
  const payer = await depositor();
  const seen = (bankCode: string, account: string) =>
    sql`insert into incoming_transfer (sending_bank, trans_ref, source, amount, currency, receiver, sender,
        transferred_at, status, member_id, cause, credited_at, credited_amount)
      values ('004', ${crypto.randomUUID()}, 'NOTICE', 10000, 'THB', '{}',
        ${JSON.stringify({ displayName: 'SOMCHAI J***', account, proxy: null, bankCode })}::jsonb,
        now(), 'CREDITED', ${payer.id}, ${crypto.randomUUID()}, now(), 10000)`.execute(server.owner);
  await seen('KBANK', `xxx-x-x${payer.bankAccountNo.slice(5, 9)}-x`);
  expect(await withdraw(payer, 100)).toBe('PAID');
  await seen('SCB', `xxx-x-x${payer.bankAccountNo.slice(5, 9)}-x`);
  expect(await withdraw(payer, 100)).toEqual(['THIRD_PARTY_PAYER']);

  const regular = await depositor(100);
  for (let nth = 0; nth < 3; nth += 1) await deposit(server.db, regular.id, 100_00n);
  await deposit(server.db, regular.id, 500_00n);
  expect(await withdraw(regular, 100)).toBe('PAID');
  await deposit(server.db, regular.id, 500_01n);
  expect(await withdraw(regular, 100)).toEqual(['UNUSUAL_DEPOSIT']);

  const winner = await depositor();
  const bonus = (minutes: number) =>
    sql`insert into member_bonus (member_id, source, name, type, deposit, bonus, success_bps, fail_bps, wallet_version,
        started_on, state, ended_with, due_at, ended_at)
      values (${winner.id}, 'refund', '{"th":"x","la":"x","en":"x"}', 'limit', 0, 1, 1, 0, 1, now(), 'REACHED', 0, null,
        now() - make_interval(mins => ${minutes}))`.execute(server.owner);
  await bonus(61);
  expect(await withdraw(winner, 100)).toBe('PAID');
  await bonus(59);
  expect(await withdraw(winner, 100)).toEqual(['BONUS_ENDED']);
});

test('WDR-01 who shares a device, the account’s name or an invitation with another member waits for a person', async () => {
  const [one, other] = [await depositor(), await depositor()];
  const rename = ({ id }: TestMember, name: string) =>
    server.owner.updateTable('member').set({ bank_account_name: name }).where('id', '=', id).execute();
  await rename(one, 'PRASIT THONGDEE');
  await rename(other, 'MALEE SUKJAI');
  await only({
    stopsSharedDevice: true,
    stopsSharedAddress: true,
    stopsSharedName: true,
    stopsInviter: true,
  });
  expect(await withdraw(one, 100)).toBe('PAID');
  const device = crypto.randomUUID();
  for (const { id } of [one, other])
    await sql`insert into member_device (member_id, device_id, address) values (${id}, ${device}, '198.51.100.7')`.execute(
      server.owner,
    );
  expect(await withdraw(one, 100)).toEqual(['SHARED_DEVICE']);
  await sql`update member set invited_by = ${other.id} where id = ${one.id}`.execute(server.owner);
  await rename(other, 'PRASIT THONGDEE');
  expect(await withdraw(other, 100)).toEqual(
    expect.arrayContaining(['SHARED_DEVICE', 'SHARED_NAME', 'INVITER']),
  );
});

test('WDR-01 before a first payout the bank tells the account’s name; another name or none is a person’s', async () => {
  await only({ asksAccountName: true });
  const unknown = await depositor();
  expect(await withdraw(unknown, 100)).toEqual(['ACCOUNT_NAME']);
  await payFrom(server, unknown, GSB, 10);
  expect(await withdraw(unknown, 100)).toBe('PAID');
  // Another script neither confirms nor contradicts.
  for (const name of ['MALEE SUKJAI', 'สมชาย ใจดี']) {
    const other = await depositor();
    await payFrom(server, other, GSB, 10);
    await server.owner
      .updateTable('member')
      .set({ bank_account_name: name })
      .where('id', '=', other.id)
      .execute();
    expect(await withdraw(other, 100)).toEqual(['ACCOUNT_NAME']);
  }
});

test('WDR-01 a suspended member waits for a person', async () => {
  await only({});
  const member = await depositor();
  await server.owner.updateTable('member').set({ status: 'suspended' }).where('id', '=', member.id).execute();
  const request = { amount: 100_00n, transferId: undefined, attForBaht: 68_000 };
  const { id } = await server.db
    .transaction()
    .execute(async (trx) =>
      holdWithdrawal(
        trx,
        await startWithdrawal(trx, member.id, request, undefined),
        server.settings.get('withdraw'),
      ),
    );
  server.wakeJob('withdrawals');
  expect(await endOf(id)).toEqual(['SUSPENDED']);
});

test('WDR-01 a node that has not heard that automatic payout is off, or a limit lower, does not pay', async () => {
  await only({});
  const member = await depositor();
  const unheard = <Key extends 'withdraw' | 'payout'>(key: Key, change: Partial<SettingValue<Key>>) =>
    withoutTriggers(server.owner, 'setting', (trx) =>
      writeSetting(trx, key, { ...server.settings.get(key), ...change }, 'test'),
    );
  await unheard('payout', { maximumSatang: 50_00 });
  expect(await withdraw(member, 100)).toEqual(['AMOUNT']);
  await only({});
  await unheard('withdraw', { isAutomatic: false });
  expect(server.settings.get('withdraw').isAutomatic).toBe(true);
  expect(await withdraw(member, 100)).toEqual([]);
  await switchSetting(server, 'withdraw', { isAutomatic: true });
  expect(await withdraw(member, 100)).toBe('PAID');
});

test('WDR-01 the sum of the day counts what a person paid', async () => {
  await only({ maximumSatang: 300_00, memberDaySatang: 500_00 });
  const member = await depositor();
  const id = await ask(member, 400);
  expect(await endOf(id)).toEqual(['AMOUNT']);
  const cashier = await makeOperator(server, 'cashier');
  await cashier.call(`POST /api/console/queues/withdrawals/${id}/claim`);
  await cashier.call(`POST /api/console/withdrawals/${id}/pay`, {
    transRef: 'BYHAND2',
    accountId: null,
    reason: 'looked',
  });
  expect(await withdraw(member, 200)).toEqual(['MEMBER_DAY']);
  expect(await withdraw(member, 100)).toBe('PAID');
});

test('SAFE-39 a list that came into force after the request stops the machine, though the job has compared nobody yet', async () => {
  await only({});
  const member = await depositor(2_000);
  expect(await withdraw(member, 100)).toBe('PAID');
  const { id: operatorId } = await makeOperator(server, 'manager');
  const { bank_account_name: name } = await server.owner
    .selectFrom('member')
    .select('bank_account_name')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  await sql`with list as (
      insert into identity_list (kind, version, title, sha256, entries, imported_by, active_at, screened_at)
      values ('sanctions', 1, 'new', 'x', 1, ${operatorId}, now(), now()) returning id)
    insert into identity_list_entry (list_id, line, reference, names, whole_keys, keys, fingerprint)
    select id, 1, 'S1', array[${name}], array[account_name_key(${name})], account_name_keys(${name}, false), 'new'
    from list`.execute(server.owner);
  expect(await withdraw(member, 100)).toEqual(['FINDING']);
});
