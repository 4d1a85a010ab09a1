import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { doubtOf } from '../../modules/deposits/incoming/doubt.ts';
import { takeFeedReport } from '../../modules/deposits/incoming/receiveFeed.ts';
import { receiveTransfer } from '../../modules/deposits/incoming/receiveTransfer.ts';
import { knownTexts, readNotice } from '../../providers/bankFeed/generic/readNotice.ts';
import type { BankReport } from '../../providers/bankReport.ts';
import type { BankNotice } from '../../providers/incomingTransferFeed.ts';
import { DEPOSIT_RULES } from '../../testing/depositRules.ts';
import { bangkok, type FeedWorld, openFeedWorld, REASON, reportOf, SHOWN } from '../../testing/feedWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';

let world: FeedWorld;
beforeAll(async () => {
  world = await openFeedWorld(OWN_CLUSTER);
});
afterAll(() => world.server.stop());

const MONTHS = 'ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.'.split(' ');

test('DEP-06 a text without its balance or its time that comes again, or is taken again, is credited once', async () => {
  const member = await makeMember(world.server);
  const { key } = world.phone('counter');
  const told = await world.textOf(member, '120.00', '9,120.00');
  const [, bank, digits] = /จาก([A-Z]+)\/(x[0-9]+)/.exec(told) ?? [];
  const now = bangkok();
  const notice = {
    from: 'SCB',
    text: `คุณได้รับเงิน 120.00 บาท ผ่านรายการพร้อมเพย์จาก ${bank} / ${digits} เข้าบัญชี ${SHOWN} เมื่อ ${now.slice(8, 10)} ${MONTHS[Number(now.slice(5, 7)) - 1]} ${now.slice(0, 4)} - ${now.slice(11, 16)}`,
  };
  expect((await world.post(key, notice)).status).toBe(200);
  expect(await world.wallet(member)).toBe(120_00);
  await world.server.owner
    .updateTable('feed_report')
    .set({ posted_at: new Date(Date.now() - 600_000) })
    .where('amount', '=', 120_00n)
    .execute();
  expect((await world.post(key, notice)).status).toBe(200);
  expect(await world.wallet(member)).toBe(120_00);
  const path = `/api/console/connections/${world.feedId}/deliveries`;
  const { deliveries } = (await world.admin.call(`GET ${path}`)).body as { deliveries: { id: string }[] };
  const again = await world.admin.call(`POST ${path}/${deliveries[0]?.id}/take`, { reason: REASON });
  expect(again.body).toMatchObject({ reading: 'proved', outcome: 'KNOWN' });
  expect(await world.wallet(member)).toBe(120_00);

  // The time that the phone sends is the same in each delivery, also if its clock is ahead.
  const texts = [{ text: '{amount} จาก{bank}/{from}เข้า{account} ใช้ได้{balance}บ', isConfirmed: true }];
  const known = knownTexts([{ bank: 'SCB', currency: 'THB', from: ['scb'], texts }]);
  const tell = (amount: string, shownAt: number | null, receivedAt: number) => {
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    const reading = readNotice(known, {
      from: 'scb',
      text: told.replace(/^\S+ 120.00/, amount),
      shownAt: shownAt === null ? null : new Date(start + shownAt * 60_000),
      receivedAt: at(receivedAt),
    });
    if (reading.is !== 'report') throw new Error(reading.is);
    const source = { connectionId: world.feedId, phoneId: world.phone('counter').id };
    const { report } = reading;
    return world.server.db.transaction().execute((trx) => takeFeedReport(trx, source, report, DEPOSIT_RULES));
  };
  const start = Date.now();
  expect([await tell('121.00', 10, -5), await tell('121.00', 10, 0)]).toEqual(['TAKEN', 'KNOWN']);
  expect(await world.wallet(member)).toBe(241_00);
  // Without it a text comes as a second one, which waits for a person.
  expect([await tell('122.00', null, -40), await tell('122.00', null, 0)]).toEqual(['TAKEN', 'TAKEN']);
  expect(await world.wallet(member)).toBe(363_00);
});

test('DEP-06 a text by which less is in the account than came waits for a person, until another source tells of it', async () => {
  const member = await makeMember(world.server);
  const { key } = world.phone('counter');
  const text = await world.textOf(member, '813.00', '5.00');
  expect((await world.post(key, { from: 'SCB', text })).status).toBe(200);
  expect(await world.wallet(member)).toBe(0);
  expect(await world.told(813_00n)).toMatchObject({ status: 'QUEUED', note: 'BALANCE_DIFFERS' });
  const told = await world.server.db
    .selectFrom('account_balance')
    .select('balance')
    .where('balance', '=', 5_00n)
    .execute();
  expect(told).toEqual([]);
  // Asked again it still says why.
  const { id } = await world.told(813_00n);
  await world.server.db.transaction().execute(async (trx) => {
    expect(await doubtOf(trx, { id })).toBe('BALANCE_DIFFERS');
  });
  // As a maker's JSON, too; all that came being all that is there is no contradiction.
  const { id: phoneId } = world.phone('office');
  const money = (amount: bigint, balanceAfter: bigint) =>
    world.take(phoneId, reportOf(member, amount, { channel: 'JSON', balanceAfter }));
  await money(214_00n, 213_99n);
  await money(215_00n, 215_00n);
  expect(await world.told(214_00n)).toMatchObject({ status: 'QUEUED', note: 'BALANCE_DIFFERS' });
  expect(await world.told(215_00n)).toMatchObject({ status: 'CREDITED' });
  // Another phone's text of the same money, whose balance is true, vouches for it.
  await world.take(
    await world.lent(),
    reportOf(member, 214_00n, { sourceKey: 'other', balanceAfter: 9_214_00n }),
  );
  expect(await world.told(214_00n)).toMatchObject({ status: 'CREDITED' });
});

test('DEP-06 an event whose balance was read wrongly is credited when it comes again with the right one, once', async () => {
  const member = await makeMember(world.server);
  const serviceId = await world.lent(true);
  const tell = (amount: bigint, balanceAfter: bigint | null, more: Partial<BankReport> = {}) =>
    world.take(serviceId, eventOf(member, amount, 0, { balanceAfter, hasZone: true, ...more }));
  expect(await tell(216_00n, 0n)).toBe('TAKEN');
  expect(await world.told(216_00n)).toMatchObject({ status: 'QUEUED', note: 'BALANCE_DIFFERS' });
  expect(await tell(216_00n, 5_00n)).toBe('KNOWN');
  expect(await tell(216_00n, 7_216_00n)).toBe('TAKEN');
  expect(await world.told(216_00n)).toMatchObject({ status: 'CREDITED' });
  expect(await tell(216_00n, 7_216_00n)).toBe('KNOWN');
  const booked = await world.server.db
    .selectFrom('account_balance')
    .select('balance')
    .where('balance', '=', 7_216_00n)
    .execute();
  expect(booked).toHaveLength(1);
  // Also where the template names no balance any more; another doubt stays.
  await tell(217_00n, 0n);
  expect(await tell(217_00n, null)).toBe('TAKEN');
  const ofUtc = { hasZone: false, transferredAt: new Date(Date.now() - 7 * 3_600_000) };
  await tell(218_00n, 0n, ofUtc);
  expect(await tell(218_00n, null, ofUtc)).toBe('KNOWN');
  expect(await world.told(218_00n)).toMatchObject({ status: 'QUEUED' });
  expect(await world.wallet(member)).toBe(216_00 + 217_00);
});

test('DEP-06 a late text without time and sender is not credited to whoever waits for the amount now', async () => {
  const member = await makeMember(world.server);
  const made = await member.client('POST /api/qrcode/:bankCode', {
    params: { bankCode: 'KBANK' },
    body: { amount: 531 },
  });
  const qr = await world.server.db
    .selectFrom('deposit_qr')
    .innerJoin('deposit_account as a', 'a.id', 'deposit_account_id')
    .select(['pay_amount', 'a.account_no', 'a.bank_code'])
    .where('member_id', '=', member.id)
    .executeTakeFirst();
  if (qr === undefined) throw new Error(JSON.stringify(made));
  const known = knownTexts([
    {
      bank: qr.bank_code,
      currency: 'THB',
      from: ['bare'],
      texts: [{ text: 'in {amount} to {account}', isConfirmed: true }],
    },
  ]);
  const text = `in ${(Number(qr.pay_amount) / 100).toFixed(2)} to ${qr.account_no}`;
  const { id: phoneId, key } = world.phone('office');
  const tell = async (shownAt: Date | null) => {
    const reading = readNotice(known, { from: 'bare', text, shownAt, receivedAt: new Date() });
    if (reading.is !== 'report') throw new Error(reading.is);
    const { report } = reading;
    const source = { connectionId: world.feedId, phoneId };
    await world.server.db.transaction().execute((trx) => takeFeedReport(trx, source, report, DEPOSIT_RULES));
    const { note } = await world.server.db
      .selectFrom('incoming_transfer')
      .select('note')
      .where('amount', '=', qr.pay_amount)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return note;
  };
  const heard = (minutesAgo: number) =>
    world.server.owner
      .updateTable('feed_heard')
      .set({
        heard_at: new Date(Date.now() - minutesAgo * 60_000),
        back_at: new Date(Date.now() - 86_400_000),
      })
      .where('phone_id', '=', phoneId)
      .execute();
  const age = () =>
    world.server.owner
      .updateTable('feed_report')
      .set({ posted_at: new Date(Date.now() - 2 * 86_400_000) })
      .where('amount', '=', qr.pay_amount)
      .execute();
  expect((await world.post(key, { heartbeat: true })).status).toBe(200);
  await heard(600);
  expect(await tell(new Date())).toBe('MAYBE_OLD');
  await age();
  // A heartbeat after the silence does not make its late texts new ones.
  expect((await world.post(key, { heartbeat: true })).status).toBe(200);
  expect(await tell(new Date())).toBe('MAYBE_OLD');
  await heard(0);
  await age();
  expect(await tell(null)).toBe('MAYBE_OLD');
  await age();
  // The text may be older than the QR, and another member claims the amount.
  const { id: claimant } = await makeMember(world.server);
  const claim = { member_id: claimant, amount: qr.pay_amount };
  await world.server.owner.insertInto('manual_deposit').values(claim).execute();
  expect(await tell(new Date())).toBe('AMBIGUOUS');
  expect(await world.wallet(member)).toBe(0);
  await world.server.owner.deleteFrom('manual_deposit').where('member_id', '=', claimant).execute();
  await age();
  expect(await tell(new Date())).toBeNull();
  expect(await world.wallet(member)).toBe(Number(qr.pay_amount));
});

/** An event of a service, whose time does not say its zone. */
const eventOf = (
  member: TestMember,
  amount: bigint,
  hours: number,
  more: Partial<BankReport> = {},
): BankReport =>
  reportOf(member, amount, {
    channel: 'JSON',
    hasZone: false,
    transferredAt: new Date(Date.now() - hours * 3_600_000),
    ...more,
  });

test('DEP-06 a service that writes UTC without saying so credits nothing beside an SMS of the same money', async () => {
  const member = await makeMember(world.server);
  const serviceId = await world.lent(true);
  await world.take(serviceId, eventOf(member, 170_00n, 7));
  expect(await world.told(170_00n)).toMatchObject({ status: 'QUEUED', note: 'MAYBE_OLD' });
  await world.take(world.phone('office').id, reportOf(member, 170_00n), DEPOSIT_RULES);
  expect(await world.wallet(member)).toBe(170_00);
  // One that tells late, in heaps: until something came right after its time, nobody knows.
  await world.take(serviceId, eventOf(member, 171_00n, 7.6));
  expect(await world.told(171_00n)).toMatchObject({ note: 'MAYBE_OLD' });
  await world.take(serviceId, eventOf(member, 172_00n, 0.1));
  await world.take(serviceId, eventOf(member, 173_00n, 7.6));
  expect(await world.told(173_00n)).toMatchObject({ status: 'CREDITED' });
  await world.take(serviceId, eventOf(member, 174_00n, 7.05));
  expect(await world.told(174_00n)).toMatchObject({ note: 'MAYBE_OLD' });
  await world.take(serviceId, eventOf(member, 175_00n, 7, { hasZone: true }));
  expect(await world.told(175_00n)).toMatchObject({ status: 'CREDITED' });
});

test('DEP-06 a text without time and balance that is shown again later waits, and the statement credits a second payment', async () => {
  const member = await makeMember(world.server);
  const phoneId = await world.lent();
  const shown = (minutesAgo: number) => {
    const at = new Date(Date.now() - minutesAgo * 60_000);
    return reportOf(member, 222_00n, {
      text: 'in 222.00',
      sourceKey: String(minutesAgo),
      datedBy: 'PHONE',
      postedAt: at,
      transferredAt: at,
      slack: { early: 3_600, late: 300 },
    });
  };
  await world.take(phoneId, shown(30));
  await world.take(phoneId, shown(27));
  expect(await world.told(222_00n)).toMatchObject({ status: 'QUEUED', note: 'MAYBE_OLD' });
  expect(await world.wallet(member)).toBe(222_00);
  const line = (minutesAgo: number, nth: string): BankNotice => ({
    eventId: nth,
    transRef: `L222${nth}`,
    sendingBank: '004',
    sendingBankCode: 'KBANK',
    amount: 222_00n,
    currency: 'THB',
    receiver: { type: 'account', bankCode: 'SCB', accountNo: '4680000017' },
    sender: { displayName: '', account: `xxx-x-x${member.bankAccountNo.slice(5, 9)}-x`, proxy: null },
    transferredAt: new Date(Date.now() - minutesAgo * 60_000),
  });
  for (const one of [line(30, 'a'), line(30, 'a')])
    await world.server.db.transaction().execute((trx) => receiveTransfer(trx, one, DEPOSIT_RULES));
  expect(await world.wallet(member)).toBe(222_00);
  await world.server.db.transaction().execute((trx) => receiveTransfer(trx, line(27, 'b'), DEPOSIT_RULES));
  expect(await world.wallet(member)).toBe(444_00);
});

test('DEP-06 an undated SMS that comes long after what another source told is not another payment', async () => {
  const [payer, other] = [await makeMember(world.server), await makeMember(world.server)];
  const phoneId = await world.lent();
  const own = { bankCode: 'SCB', accountNo: '4680000017' };
  const hear = (minutesAgo: number, amount: bigint, { bankCode, accountNo } = own) =>
    world.server.db.transaction().execute((trx) =>
      receiveTransfer(
        trx,
        {
          eventId: randomUUID(),
          transRef: `U${amount}`,
          sendingBank: '004',
          sendingBankCode: 'KBANK',
          amount,
          currency: 'THB',
          receiver: { type: 'account', bankCode, accountNo },
          sender: { displayName: '', account: `xxx-x-x${payer.bankAccountNo.slice(5, 9)}-x`, proxy: null },
          transferredAt: new Date(Date.now() - minutesAgo * 60_000),
        },
        DEPOSIT_RULES,
      ),
    );
  const sms = (amount: bigint, member?: TestMember) =>
    reportOf(payer, amount, {
      datedBy: 'PHONE',
      slack: { early: 3_600, late: 300 },
      ...(member === undefined && { sender: null, sendingBankCode: null }),
    });
  // Somebody else waits for this amount when the SMS comes.
  await other.client('POST /api/qrcode/:bankCode', {
    params: { bankCode: 'KBANK' },
    body: { amount: 233 },
  });
  const qr = await world.server.db
    .selectFrom('deposit_qr')
    .innerJoin('deposit_account as a', 'a.id', 'deposit_account_id')
    .select(['pay_amount', 'a.account_no as accountNo', 'a.bank_code as bankCode'])
    .where('member_id', '=', other.id)
    .executeTakeFirstOrThrow();
  const amount = qr.pay_amount;
  await hear(100, amount, qr);
  await world.server.owner
    .insertInto('feed_heard')
    .values({
      connection_id: world.feedId,
      phone_id: phoneId,
      heard_at: new Date(),
      back_at: new Date(Date.now() - 86_400_000),
    })
    .execute();
  const receiver = { type: 'account' as const, bankCode: qr.bankCode, accountNo: qr.accountNo };
  await world.take(phoneId, { ...sms(amount), receiver }, DEPOSIT_RULES);
  expect(await world.told(amount)).toMatchObject({ status: 'QUEUED', note: 'MAYBE_OLD' });
  expect(await world.wallet(other)).toBe(0);
  // With its sender: first the line, then the SMS; and the other way round.
  await hear(100, 234_00n);
  await world.take(phoneId, sms(234_00n, payer), DEPOSIT_RULES);
  await world.take(phoneId, sms(235_00n, payer), DEPOSIT_RULES);
  await hear(100, 235_00n);
  expect(await world.wallet(payer)).toBe(Number(amount) + 234_00 + 235_00);
});

test('DEP-06 a known event that tells another amount is seen by a person, and nothing more is credited', async () => {
  const member = await makeMember(world.server);
  const serviceId = await world.lent(true);
  const event = (amount: bigint) => eventOf(member, amount, 0, { sourceKey: 'one event', hasZone: true });
  expect(await world.take(serviceId, event(281_00n))).toBe('TAKEN');
  expect(await world.take(serviceId, event(281_00n))).toBe('KNOWN');
  expect(await world.take(serviceId, event(282_00n))).toBe('TAKEN');
  expect(await world.take(serviceId, event(282_00n))).toBe('KNOWN');
  expect(await world.told(282_00n)).toMatchObject({ status: 'QUEUED', note: 'AMOUNT_DIFFERS' });
  expect(await world.wallet(member)).toBe(281_00);
  // One that still waits is a person’s too.
  const unknown = { sourceKey: 'another event', sender: null, sendingBankCode: null };
  await world.take(serviceId, { ...event(283_00n), ...unknown });
  expect(await world.told(283_00n)).toMatchObject({ status: 'QUEUED', note: 'NO_MATCH' });
  await world.take(serviceId, { ...event(284_00n), ...unknown });
  for (const amount of [283_00n, 284_00n])
    expect(await world.told(amount)).toMatchObject({ status: 'QUEUED', note: 'AMOUNT_DIFFERS' });
});
