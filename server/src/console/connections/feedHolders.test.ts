import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attributeIncomingTransfer } from '../../modules/deposits/attributeIncomingTransfer.ts';
import { addTransferClaim } from '../../modules/deposits/claim/addTransferClaim.ts';
import type { DepositRules } from '../../modules/deposits/depositRules.ts';
import { receiveTransfer } from '../../modules/deposits/incoming/receiveTransfer.ts';
import type { BankReport } from '../../providers/bankReport.ts';
import type { BankNotice } from '../../providers/incomingTransferFeed.ts';
import { DEPOSIT_RULES } from '../../testing/depositRules.ts';
import { type FeedWorld, NARROW, openFeedWorld, REASON, reportOf } from '../../testing/feedWorld.ts';
import { until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeMember } from '../../testing/testMember.ts';
import type { TestOperator } from '../../testing/testOperator.ts';
import { membersOfOwnMoney } from '../approvals/ownMoney.ts';

let world: FeedWorld;
beforeAll(async () => {
  world = await openFeedWorld(OWN_CLUSTER);
});
afterAll(() => world.server.stop());

/** Nothing is credited on a phone's word. */
const UNUSED: DepositRules = { ...NARROW, feed: { ...NARROW.feed, phoneNoticeSatang: 0 } };

test('DEP-06 above its limits a holder’s word waits for another source, not for their own other way or phone', async () => {
  const { id: phoneId, key } = world.phone('counter');
  const member = await makeMember(world.server);
  const text = await world.textOf(member, '12,345.00', '99,999.00');
  const waits = { status: 'QUEUED', note: 'ONE_PHONE' };
  expect((await world.post(key, { from: 'SCB', text })).status).toBe(200);
  expect(await world.told(12_345_00n)).toMatchObject(waits);
  // The same phone once more, now as its app; then another phone in the same hands.
  expect((await world.post(key, { from: 'com.scb.phone', text })).status).toBe(200);
  expect(await world.told(12_345_00n)).toMatchObject(waits);
  expect((await world.post(world.phone('pocket').key, { from: 'SCB', text })).status).toBe(200);
  expect(await world.told(12_345_00n)).toMatchObject(waits);
  expect(await world.wallet(member)).toBe(0);
  expect((await world.post(world.phone('office').key, { from: 'SCB', text })).status).toBe(200);
  expect(await world.told(12_345_00n)).toMatchObject({ status: 'CREDITED' });
  expect(await world.wallet(member)).toBe(12_345_00);

  // What the phone alone credited before counts; it has told much more than it credited alone.
  await world.take(phoneId, reportOf(member, 400_00n));
  expect(await world.told(400_00n)).toMatchObject({ status: 'CREDITED' });
  const wide = { ...NARROW, feed: { ...NARROW.feed, phoneDaySatang: 100_000_00 } };
  await world.take(phoneId, reportOf(member, 500_01n));
  expect(await world.told(500_01n)).toMatchObject(waits);
  await world.take(phoneId, reportOf(member, 331_00n));
  expect(await world.told(331_00n)).toMatchObject(waits);
  await world.take(phoneId, reportOf(member, 332_00n), wide);
  expect(await world.told(332_00n)).toMatchObject({ status: 'CREDITED' });
  // Both phones of the holder have one day.
  await world.take(world.phone('pocket').id, reportOf(member, 333_00n));
  expect(await world.told(333_00n)).toMatchObject(waits);
  await world.take(world.phone('heart').id, reportOf(member, 333_00n, { sourceKey: 'heart' }));
  expect(await world.told(333_00n)).toMatchObject({ status: 'CREDITED' });
});

test('DEP-06 a source that shows no sender does not confirm whose money a phone says it is', async () => {
  const member = await makeMember(world.server);
  const phoneId = world.phone('heart').id;
  const notice = (amount: bigint, account: string | null): BankNotice => ({
    eventId: randomUUID(),
    transRef: `N${amount}${account === null ? 'A' : 'B'}`,
    sendingBank: '004',
    sendingBankCode: 'KBANK',
    amount,
    currency: 'THB',
    receiver: { type: 'account', bankCode: 'SCB', accountNo: '4680000017' },
    sender: { displayName: '', account, proxy: null },
    transferredAt: new Date(),
  });
  const hear = (one: BankNotice) =>
    world.server.db.transaction().execute((trx) => receiveTransfer(trx, one, NARROW));
  await world.take(phoneId, reportOf(member, 601_00n));
  await hear(notice(601_00n, null));
  expect(await world.told(601_00n)).toMatchObject({ status: 'QUEUED', note: 'ONE_PHONE' });
  await world.take(phoneId, reportOf(member, 602_00n));
  await hear(notice(602_00n, `xxx-x-x${member.bankAccountNo.slice(5, 9)}-x`));
  expect(await world.told(602_00n)).toMatchObject({ status: 'CREDITED' });
  expect(await world.wallet(member)).toBe(602_00);
});

test('DEP-06 the key of the feed itself has its own limits, above those of a phone', async () => {
  const member = await makeMember(world.server);
  for (const [amount, note] of [
    [900_01n, 'ONE_PHONE'],
    [611_00n, null],
    [612_00n, 'ONE_PHONE'],
  ] as const) {
    await world.take(null, reportOf(member, amount));
    expect(await world.told(amount)).toMatchObject({ note });
  }
  // A phone is another hand.
  await world.take(world.phone('office').id, reportOf(member, 900_01n, { sourceKey: 'office' }));
  expect(await world.told(900_01n)).toMatchObject({ status: 'CREDITED' });
});

test('DEP-06 a service has the limits of a key, and its holder’s phone confirms nothing', async () => {
  const member = await makeMember(world.server);
  const { id: serviceId } = world.phone('service');
  await world.take(serviceId, reportOf(member, 620_00n));
  expect(await world.told(620_00n)).toMatchObject({ status: 'CREDITED' });
  await world.take(serviceId, reportOf(member, 901_00n));
  expect(await world.told(901_00n)).toMatchObject({ status: 'QUEUED', note: 'ONE_PHONE' });
  await world.take(world.phone('clerk').id, reportOf(member, 901_00n));
  expect(await world.told(901_00n)).toMatchObject({ status: 'QUEUED', note: 'ONE_PHONE' });
  await world.take(world.phone('office').id, reportOf(member, 901_00n));
  expect(await world.told(901_00n)).toMatchObject({ status: 'CREDITED' });
});

test('whoever knows the key of a service pays nobody whose money that key alone told of', async () => {
  const member = await makeMember(world.server);
  const barred = (who: TestOperator) => membersOfOwnMoney(world.server.db, who.id, world.server);
  await world.take(world.phone('service').id, reportOf(member, 2_100_00n), DEPOSIT_RULES);
  expect(await world.wallet(member)).toBe(2_100_00);
  expect((await barred(world.cashier)).has(member.id)).toBe(false);
  expect((await barred(world.admin)).has(member.id)).toBe(true);
  // Nobody else could pay: then the key’s maker does.
  const others = await world.server.owner
    .updateTable('operator')
    .set({ is_active: false })
    .where('id', '<>', world.admin.id)
    .where('is_active', '=', true)
    .returning('id')
    .execute();
  expect((await barred(world.admin)).has(member.id)).toBe(false);
  await world.server.owner
    .updateTable('operator')
    .set({ is_active: true })
    .where(
      'id',
      'in',
      others.map(({ id }) => id),
    )
    .execute();
  // A key that was typed counts for who typed it.
  const typist = await makeMember(world.server);
  await world.take(null, reportOf(typist, 2_200_00n), DEPOSIT_RULES);
  expect((await barred(world.admin)).has(typist.id)).toBe(false);
  const typists = await world.server.db
    .selectFrom('typed_secret')
    .select('operator_id')
    .where('connection_id', '=', world.signedId)
    .execute();
  expect(typists).toEqual([{ operator_id: world.admin.id }]);
  await world.server.owner
    .insertInto('typed_secret')
    .values({ connection_id: world.feedId, operator_id: world.admin.id })
    .execute();
  expect((await barred(world.admin)).has(typist.id)).toBe(true);
});

test('DEP-14 a claim leads no phone around its limits, and credits no text that was perhaps shown twice', async () => {
  const member = await makeMember(world.server);
  const { bank_code: bankCode, account_no: number } = await world.server.db
    .selectFrom('deposit_account')
    .select(['bank_code', 'account_no'])
    .where('mode', '=', 'SLIP')
    .where('bank_type', '=', 'BANK')
    .executeTakeFirstOrThrow();
  // Into this account a deposit needs a slip or a claim: nothing is credited, and nothing counts yet.
  const into = { receiver: { type: 'masked' as const, bankCode, account: `x${number.slice(-6)}` } };
  const phoneId = world.phone('office').id;
  const claim = (amount: bigint, rules = NARROW) =>
    world.server.db
      .transaction()
      .execute((trx) => addTransferClaim(trx, { memberId: member.id, amount, rules, requestKey: undefined }));
  const before = await world.wallet(member);
  for (const amount of [401_00n, 402_00n, 403_00n]) {
    await world.take(phoneId, reportOf(member, amount, into));
    expect(await world.told(amount)).toMatchObject({ note: 'NO_MATCH' });
  }
  const wide = { ...NARROW, feed: { ...NARROW.feed, phoneDaySatang: 100_000_00 } };
  await claim(401_00n, wide);
  expect(await world.told(401_00n)).toMatchObject({ status: 'CREDITED' });
  for (const amount of [402_00n, 403_00n]) {
    await claim(amount);
    expect(await world.told(amount)).toMatchObject({ status: 'QUEUED', note: 'ONE_PHONE' });
  }
  expect(await world.wallet(member)).toBe(before + 401_00);

  // The phone shows both of its texts once more: neither confirms the other, nor does a second claim.
  for (const again of ['first', 'again'])
    for (const channel of ['APP', 'SMS'] as const) {
      const text = `${channel} of one payment`;
      await world.take(
        phoneId,
        reportOf(member, 404_00n, { ...into, channel, text, sourceKey: `${channel} ${again}` }),
        wide,
      );
      if (again === 'first') await claim(404_00n, wide);
    }
  await claim(404_00n, wide);
  expect(await world.told(404_00n)).toMatchObject({ status: 'QUEUED', note: 'MAYBE_OLD' });
  expect(await world.wallet(member)).toBe(before + 805_00);
});

test('DEP-06 a text that a bank repeats is one, by whichever phones it comes; who tells both tells two', async () => {
  const member = await makeMember(world.server);
  const [counter, office] = [world.phone('counter').id, world.phone('office').id];
  const wide = { ...NARROW, feed: { ...NARROW.feed, phoneDaySatang: 100_000_00 } };
  const tell = (phoneId: string, amount: bigint, more: Partial<BankReport>) =>
    world.take(phoneId, reportOf(member, amount, { sourceKey: randomUUID(), ...more }), wide);
  const late = { transferredAt: new Date(Date.now() + 240_000) };
  // One phone shows both, the other tells nearer to the second; then it shows its own once more.
  await tell(counter, 451_00n, {});
  await tell(counter, 451_00n, late);
  await tell(office, 451_00n, late);
  await tell(office, 451_00n, late);
  expect(await world.wallet(member)).toBe(451_00);
  // The other phone lost the first: it does not tell that there are two.
  const hourLater = { transferredAt: new Date(Date.now() + 3_600_000) };
  await tell(counter, 452_00n, {});
  await tell(counter, 452_00n, hourLater);
  await tell(office, 452_00n, hourLater);
  expect(await world.told(452_00n)).toMatchObject({ status: 'QUEUED', note: 'MAYBE_OLD' });
  expect(await world.wallet(member)).toBe(903_00);
  // It tells both in other words each time: two payments.
  await tell(counter, 453_00n, {});
  await tell(counter, 453_00n, {});
  await tell(office, 453_00n, { text: 'one' });
  expect(await world.wallet(member)).toBe(1_356_00);
  await tell(office, 453_00n, { text: 'two' });
  expect(await world.wallet(member)).toBe(1_809_00);
});

test('DEP-06 phones together have a limit, and a revoked one names nobody', async () => {
  const [thief, payer] = [await makeMember(world.server), await makeMember(world.server)];
  const [counter, office] = [world.phone('counter').id, world.phone('office').id];
  for (const phoneId of [counter, office]) await world.take(phoneId, reportOf(thief, 5_000_01n));
  expect(await world.told(5_000_01n)).toMatchObject({ status: 'QUEUED', note: 'ONE_PHONE' });
  for (const phoneId of [counter, office]) await world.take(phoneId, reportOf(thief, 4_999_00n));
  expect(await world.told(4_999_00n)).toMatchObject({ status: 'CREDITED' });

  const taken = await world.lent();
  // What it alone told, and what another told of without a sender.
  for (const amount of [461_00n, 4_620_00n]) await world.take(taken, reportOf(thief, amount), UNUSED);
  const unnamed = { sender: null, sendingBankCode: null };
  await world.take(counter, reportOf(payer, 4_620_00n, unnamed));
  expect(await world.told(4_620_00n)).toMatchObject({ status: 'QUEUED', note: 'ONE_PHONE' });
  const path = `POST /api/console/feeds/${world.feedId}/phones/${taken}/revoke`;
  expect((await world.admin.call(path, { reason: REASON })).status).toBe(200);
  expect(await world.told(4_620_00n)).toMatchObject({ status: 'QUEUED', note: 'NO_MATCH' });
  // Another’s payment is not taken for what it told.
  await world.take(counter, reportOf(payer, 461_00n, unnamed));
  const both = await world.server.db
    .selectFrom('incoming_transfer')
    .select(['status', 'told_by'])
    .where('amount', '=', 461_00n)
    .execute();
  expect(both.map(({ status, told_by: by }) => [status, by.length])).toEqual([
    ['QUEUED', 1],
    ['QUEUED', 1],
  ]);
  expect(await world.wallet(thief)).toBe(4_999_00);
});

test('DEP-06 what an operator credits at the same moment counts for the day of the holder', async () => {
  const member = await makeMember(world.server);
  const phoneId = await world.lent();
  const stranger = { account: 'x999999', displayName: '', proxy: null };
  await world.take(phoneId, reportOf(member, 390_00n, { sender: stranger }));
  const { id: transferId } = await world.told(390_00n);
  let isDone = false;
  const second = await world.server.db.transaction().execute(async (trx) => {
    const decision = { operator: `operator:${world.admin.id}`, reason: REASON };
    await attributeIncomingTransfer(trx, { transferId, memberId: member.id, ...decision }, NARROW);
    const parallel = world.take(phoneId, reportOf(member, 391_00n)).finally(() => {
      isDone = true;
    });
    await until(async () => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(
        world.server.owner,
      );
      return isDone || rows.length > 0;
    });
    return { parallel };
  });
  await second.parallel;
  expect(await world.told(391_00n)).toMatchObject({ status: 'QUEUED', note: 'ONE_PHONE' });
});
