import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { attributeIncomingTransfer } from '../../modules/deposits/attributeIncomingTransfer.ts';
import { addTransferClaim } from '../../modules/deposits/claim/addTransferClaim.ts';
import type { DepositRules } from '../../modules/deposits/depositRules.ts';
import { takeFeedReport } from '../../modules/deposits/incoming/receiveFeed.ts';
import { receiveTransfer } from '../../modules/deposits/incoming/receiveTransfer.ts';
import { createMetrics } from '../../operations/metrics.ts';
import { knownTexts, readNotice } from '../../providers/bankFeed/generic/readNotice.ts';
import type { BankReport } from '../../providers/bankReport.ts';
import type { BankNotice } from '../../providers/incomingTransferFeed.ts';
import { DEPOSIT_RULES } from '../../testing/depositRules.ts';
import { moneyOf, until } from '../../testing/moneyWorld.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { membersOfOwnMoney } from '../approvals/ownMoney.ts';

const REASON = 'phones of the cashiers';
/** Our account at SCB, into which deposits need no slip. */
const SHOWN = 'x000017';
const TERMS = { name: 'phones', priority: 10, config: {}, secrets: {}, reason: REASON };
const SWITCHED_ON = { isActive: true, isShadow: false };
const SIGNED = {
  by: 'signature',
  header: 'x-signature',
  signature: { algorithm: 'hmac-sha256', over: '{body}', encoding: 'hex' },
};
const MONTHS = 'ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.'.split(' ');

let server: TestServer;
let admin: TestOperator;
let feedId: string;
let fencedId: string;
/** One whose maker signs with a key that was typed. */
let signedId: string;
let cashier: TestOperator;
/** Keys made before the first member's money is in: later a second operator must agree. */
const phones = new Map<string, { id: string; key: string }>();

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  admin = await makeOperator(server, 'administrator');
  feedId = await connect({});
  cashier = await makeOperator(server, 'cashier');
  signedId = await connect(
    { template: JSON.stringify({ proof: SIGNED }) },
    { webhookSecret: 'made-by-the-maker' },
  );
  fencedId = await connect({ allowedAddresses: '203.0.113.0/24 ::2' });
  await until(async () => (await post('no key', {})).status === 401);
  for (const name of ['counter', 'office', 'stolen', 'heart']) phones.set(name, await addPhone(name, name));
  phones.set('service', await addPhone('service', 'clerk', true));
  phones.set('clerk', await addPhone('clerk', 'Clerk'));
  phones.set('pocket', await addPhone('pocket', '  Counter '));
});
afterAll(() => server.stop());

async function connect(config: object, secrets = {}): Promise<string> {
  const terms = { ...TERMS, config, secrets };
  const kind = { capability: 'bankFeed', driver: 'generic' };
  const added = await admin.call('POST /api/console/connections', { ...kind, ...terms });
  expect([added.status, added.body]).toMatchObject([200, {}]);
  const { id } = added.body as { id: string };
  const changed = { ...terms, ...SWITCHED_ON, version: 1 };
  expect((await admin.call(`PUT /api/console/connections/${id}`, changed)).status).toBe(200);
  return id;
}

const wallet = async ({ id }: TestMember) => Number((await moneyOf(server.db, id)).wallet);

async function addPhone(
  name: string,
  holder: string,
  isService = false,
): Promise<{ id: string; key: string }> {
  const made = await admin.call(`POST /api/console/feeds/${feedId}/phones`, {
    name,
    holder,
    isService,
    reason: REASON,
  });
  expect([made.status, (made.body as { waits: unknown }).waits]).toEqual([200, null]);
  return made.body as { id: string; key: string };
}

function phone(name: string): { id: string; key: string } {
  const made = phones.get(name);
  if (made === undefined) throw new Error(name);
  return made;
}

function post(key: string, body: object | string, type = 'application/json'): Promise<Response> {
  return fetch(`${server.url}/webhooks/${feedId}`, {
    method: 'POST',
    headers: { 'content-type': type, authorization: `Bearer ${key}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const bangkok = () => new Date(Date.now() + 7 * 3_600_000).toISOString();

/** A text of SCB that names the sender's bank and digits. */
async function textOf(member: TestMember, amount: string, balance: string): Promise<string> {
  const { bank_account_no: number, bank_code: bank } = await server.db
    .selectFrom('member')
    .select(['bank_account_no', 'bank_code'])
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  const now = bangkok();
  const day = `${now.slice(8, 10)}/${now.slice(5, 7)}@${now.slice(11, 16)}`;
  return `${day} ${amount} จาก${bank}/x${number.slice(-6)}เข้า${SHOWN} ใช้ได้${balance}บ`;
}

interface Feed {
  id: string;
  silentSince: string | null;
  heardAt: string | null;
  unread: number;
  phones: {
    id: string;
    name: string;
    heardAt: string | null;
    toldAt: string | null;
    revokedAt: string | null;
  }[];
}
async function feed(): Promise<Feed> {
  const { body } = await admin.call('GET /api/console/feeds');
  const found = (body as { feeds: Feed[] }).feeds.find(({ id }) => id === feedId);
  if (found === undefined) throw new Error('no feed');
  return found;
}

test('DEP-06 a text that a phone forwards credits its sender once, however often and by whichever phone it comes', async () => {
  const member = await makeMember(server);
  const [one, two] = [phone('counter'), phone('office')];
  const text = await textOf(member, '100.00', '5,100.00');
  const notice = { from: 'SCB', text, at: new Date().toISOString() };
  expect((await post(one.key, notice)).status).toBe(200);
  expect(await wallet(member)).toBe(100_00);
  for (const { key } of [one, two, one]) expect((await post(key, notice)).status).toBe(200);
  const form = new URLSearchParams(notice).toString();
  expect((await post(two.key, form, 'application/x-www-form-urlencoded')).status).toBe(200);
  expect(await wallet(member)).toBe(100_00);
  // The same amount in the same minute with another balance is another transfer.
  await post(one.key, { ...notice, text: await textOf(member, '100.00', '5,200.00') });
  expect(await wallet(member)).toBe(200_00);
});

test('DEP-06 a text without its balance or its time that comes again, or is taken again, is credited once', async () => {
  const member = await makeMember(server);
  const { key } = phone('counter');
  const told = await textOf(member, '120.00', '1.00');
  const [, bank, digits] = /จาก([A-Z]+)\/(x[0-9]+)/.exec(told) ?? [];
  const now = bangkok();
  const notice = {
    from: 'SCB',
    text: `คุณได้รับเงิน 120.00 บาท ผ่านรายการพร้อมเพย์จาก ${bank} / ${digits} เข้าบัญชี ${SHOWN} เมื่อ ${now.slice(8, 10)} ${MONTHS[Number(now.slice(5, 7)) - 1]} ${now.slice(0, 4)} - ${now.slice(11, 16)}`,
  };
  expect((await post(key, notice)).status).toBe(200);
  expect(await wallet(member)).toBe(120_00);
  await server.owner
    .updateTable('feed_report')
    .set({ posted_at: new Date(Date.now() - 600_000) })
    .where('amount', '=', 120_00n)
    .execute();
  expect((await post(key, notice)).status).toBe(200);
  expect(await wallet(member)).toBe(120_00);
  const path = `/api/console/connections/${feedId}/deliveries`;
  const { deliveries } = (await admin.call(`GET ${path}`)).body as { deliveries: { id: string }[] };
  const again = await admin.call(`POST ${path}/${deliveries[0]?.id}/take`, { reason: REASON });
  expect(again.body).toMatchObject({ reading: 'proved', outcome: 'KNOWN' });
  expect(await wallet(member)).toBe(120_00);

  // The time that the phone sends is the same in each delivery, also if its clock is ahead.
  const texts = [{ text: '{amount} จาก{bank}/{from}เข้า{account} ใช้ได้{balance}บ', isConfirmed: true }];
  const known = knownTexts([{ bank: 'SCB', currency: 'THB', from: ['scb'], texts }]);
  const take = (amount: string, shownAt: number | null, receivedAt: number) => {
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    const reading = readNotice(known, {
      from: 'scb',
      text: told.replace(/^\S+ 120.00/, amount),
      shownAt: shownAt === null ? null : new Date(start + shownAt * 60_000),
      receivedAt: at(receivedAt),
    });
    if (reading.is !== 'report') throw new Error(reading.is);
    const source = { connectionId: feedId, phoneId: phone('counter').id };
    const { report } = reading;
    return server.db.transaction().execute((trx) => takeFeedReport(trx, source, report, DEPOSIT_RULES));
  };
  const start = Date.now();
  expect([await take('121.00', 10, -5), await take('121.00', 10, 0)]).toEqual(['TAKEN', 'KNOWN']);
  expect(await wallet(member)).toBe(241_00);
  // Without it a text comes as a second one, which waits for a person.
  expect([await take('122.00', null, -40), await take('122.00', null, 0)]).toEqual(['TAKEN', 'TAKEN']);
  expect(await wallet(member)).toBe(363_00);
});

test('DEP-06 a late text without time and sender is not credited to whoever waits for the amount now', async () => {
  const member = await makeMember(server);
  const made = await member.client('POST /api/qrcode/:bankCode', {
    params: { bankCode: 'KBANK' },
    body: { amount: 531 },
  });
  const qr = await server.db
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
  const { id: phoneId, key } = phone('office');
  const tell = async (shownAt: Date | null) => {
    const reading = readNotice(known, { from: 'bare', text, shownAt, receivedAt: new Date() });
    if (reading.is !== 'report') throw new Error(reading.is);
    const { report } = reading;
    const source = { connectionId: feedId, phoneId };
    await server.db.transaction().execute((trx) => takeFeedReport(trx, source, report, DEPOSIT_RULES));
    const { note } = await server.db
      .selectFrom('incoming_transfer')
      .select('note')
      .where('amount', '=', qr.pay_amount)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return note;
  };
  const heard = (minutesAgo: number) =>
    server.owner
      .updateTable('feed_heard')
      .set({
        heard_at: new Date(Date.now() - minutesAgo * 60_000),
        back_at: new Date(Date.now() - 86_400_000),
      })
      .where('phone_id', '=', phoneId)
      .execute();
  const age = () =>
    server.owner
      .updateTable('feed_report')
      .set({ posted_at: new Date(Date.now() - 2 * 86_400_000) })
      .where('amount', '=', qr.pay_amount)
      .execute();
  expect((await post(key, { heartbeat: true })).status).toBe(200);
  await heard(600);
  expect(await tell(new Date())).toBe('MAYBE_OLD');
  await age();
  // A heartbeat after the silence does not make its late texts new ones.
  expect((await post(key, { heartbeat: true })).status).toBe(200);
  expect(await tell(new Date())).toBe('MAYBE_OLD');
  await heard(0);
  await age();
  expect(await tell(null)).toBe('MAYBE_OLD');
  await age();
  // The text may be older than the QR, and another member claims the amount.
  const { id: claimant } = await makeMember(server);
  const claim = { member_id: claimant, amount: qr.pay_amount };
  await server.owner.insertInto('manual_deposit').values(claim).execute();
  expect(await tell(new Date())).toBe('AMBIGUOUS');
  expect(await wallet(member)).toBe(0);
  await server.owner.deleteFrom('manual_deposit').where('member_id', '=', claimant).execute();
  await age();
  expect(await tell(new Date())).toBeNull();
  expect(await wallet(member)).toBe(Number(qr.pay_amount));
});

test('DEP-06 strangers, other texts, wrong and revoked keys credit nothing', async () => {
  const member = await makeMember(server);
  const stolen = phone('stolen');
  const text = await textOf(member, '310.00', '5,310.00');
  const notice = { from: 'SCB', text, at: new Date().toISOString() };
  const before = (await feed()).unread;
  expect((await post(stolen.key, { ...notice, from: '+66812345678' })).status).toBe(200);
  expect((await post(stolen.key, { from: 'SCB', text: 'รหัส OTP 123456' })).status).toBe(200);
  expect((await feed()).unread).toBe(before + 1);
  expect((await post(`kp_${'A'.repeat(43)}`, notice)).status).toBe(401);
  expect((await post(stolen.key, 'no JSON')).status).toBe(400);
  expect((await post(stolen.key, { text })).status).toBe(400);
  const path = `POST /api/console/feeds/${feedId}/phones/${stolen.id}/revoke`;
  expect((await admin.call(path, { reason: REASON })).status).toBe(200);
  expect((await admin.call(path, { reason: REASON })).status).toBe(404);
  expect((await post(stolen.key, notice)).status).toBe(401);
  expect(await wallet(member)).toBe(0);
  expect((await feed()).phones.find(({ id }) => id === stolen.id)?.revokedAt).not.toBeNull();
});

test('DEP-06 codes and advertisements are not kept, broken texts and ids are refused, and strangers fill no disk', async () => {
  const { key } = phone('counter');
  const kept = () =>
    server.db
      .selectFrom('connection_delivery')
      .select(['reading', 'outcome', 'sealed'])
      .where('connection_id', '=', feedId)
      // A delivery that was kept before is counted again.
      .orderBy('last_at', 'desc')
      .execute();
  const before = (await kept()).length;
  const otp = { from: 'SCB', text: 'รหัส OTP ของคุณคือ 918273', at: new Date().toISOString() };
  expect((await post(key, otp)).status).toBe(200);
  expect((await post(key, { ...otp, from: 'ADS' })).status).toBe(200);
  expect((await post(key, { heartbeat: true })).status).toBe(200);
  expect(await kept()).toHaveLength(before);
  for (const broken of ['a\u0000b', 'a\ud800b'])
    expect((await post(key, { ...otp, text: broken })).status, JSON.stringify(broken)).toBe(400);
  expect((await post('no key', { text: 'x'.repeat(60_000) })).status).toBe(401);
  const [newest] = await kept();
  expect(newest?.outcome).toBe('BAD_SIGNATURE');
  expect(newest?.sealed.length).toBeLessThan(8_000);
});

/** A report as a phone's text tells it, of money from the member's account. */
const reportOf = (member: TestMember, amount: bigint, more: Partial<BankReport> = {}): BankReport => ({
  sourceKey: `report-${amount}`,
  channel: 'SMS',
  text: `report ${amount}`,
  postedAt: new Date(),
  hasZone: true,
  datedBy: 'TEXT',
  transRef: null,
  sendingBankCode: 'KBANK',
  amount,
  currency: 'THB',
  receiver: { type: 'masked', bankCode: 'SCB', account: SHOWN },
  sender: { displayName: '', account: `x${member.bankAccountNo.slice(-6)}`, proxy: null },
  reference: null,
  transferredAt: new Date(),
  slack: { early: 300, late: 300 },
  balanceAfter: null,
  ...more,
});

const NARROW: DepositRules = {
  ...DEPOSIT_RULES,
  feed: {
    phoneNoticeSatang: 500_00,
    phoneDaySatang: 700_00,
    phonesNoticeSatang: 5_000_00,
    phonesDaySatang: 100_000_00,
    keyNoticeSatang: 900_00,
    keyDaySatang: 1_000_00,
  },
};

const take = (phoneId: string | null, report: BankReport, rules = NARROW) =>
  server.db
    .transaction()
    .execute((trx) => takeFeedReport(trx, { connectionId: feedId, phoneId }, report, rules));

const told = async (amount: bigint) =>
  server.db
    .selectFrom('incoming_transfer')
    .select(['status', 'note', 'id'])
    .where('amount', '=', amount)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

test('DEP-06 above its limits a holder’s word waits for another source, not for their own other way or phone', async () => {
  const { id: phoneId, key } = phone('counter');
  const member = await makeMember(server);
  const text = await textOf(member, '12,345.00', '99,999.00');
  const waits = { status: 'QUEUED', note: 'ONE_PHONE' };
  expect((await post(key, { from: 'SCB', text })).status).toBe(200);
  expect(await told(12_345_00n)).toMatchObject(waits);
  // The same phone once more, now as its app; then another phone in the same hands.
  expect((await post(key, { from: 'com.scb.phone', text })).status).toBe(200);
  expect(await told(12_345_00n)).toMatchObject(waits);
  expect((await post(phone('pocket').key, { from: 'SCB', text })).status).toBe(200);
  expect(await told(12_345_00n)).toMatchObject(waits);
  expect(await wallet(member)).toBe(0);
  expect((await post(phone('office').key, { from: 'SCB', text })).status).toBe(200);
  expect(await told(12_345_00n)).toMatchObject({ status: 'CREDITED' });
  expect(await wallet(member)).toBe(12_345_00);

  // What the phone alone credited before counts; it has told much more than it credited alone.
  const wide = { ...NARROW, feed: { ...NARROW.feed, phoneDaySatang: 100_000_00 } };
  await take(phoneId, reportOf(member, 500_01n));
  expect(await told(500_01n)).toMatchObject(waits);
  await take(phoneId, reportOf(member, 331_00n));
  expect(await told(331_00n)).toMatchObject(waits);
  await take(phoneId, reportOf(member, 332_00n), wide);
  expect(await told(332_00n)).toMatchObject({ status: 'CREDITED' });
  // Both phones of the holder have one day.
  await take(phone('pocket').id, reportOf(member, 333_00n));
  expect(await told(333_00n)).toMatchObject(waits);
  await take(phone('heart').id, reportOf(member, 333_00n, { sourceKey: 'heart' }));
  expect(await told(333_00n)).toMatchObject({ status: 'CREDITED' });
});

test('DEP-06 a source that shows no sender does not confirm whose money a phone says it is', async () => {
  const member = await makeMember(server);
  const phoneId = phone('heart').id;
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
    server.db.transaction().execute((trx) => receiveTransfer(trx, one, NARROW));
  await take(phoneId, reportOf(member, 601_00n));
  await hear(notice(601_00n, null));
  expect(await told(601_00n)).toMatchObject({ status: 'QUEUED', note: 'ONE_PHONE' });
  await take(phoneId, reportOf(member, 602_00n));
  await hear(notice(602_00n, `xxx-x-x${member.bankAccountNo.slice(5, 9)}-x`));
  expect(await told(602_00n)).toMatchObject({ status: 'CREDITED' });
  expect(await wallet(member)).toBe(602_00);
});

test('DEP-06 the key of the feed itself has its own limits, above those of a phone', async () => {
  const member = await makeMember(server);
  for (const [amount, note] of [
    [900_01n, 'ONE_PHONE'],
    [611_00n, null],
    [612_00n, 'ONE_PHONE'],
  ] as const) {
    await take(null, reportOf(member, amount));
    expect(await told(amount)).toMatchObject({ note });
  }
  // A phone is another hand.
  await take(phone('office').id, reportOf(member, 900_01n, { sourceKey: 'office' }));
  expect(await told(900_01n)).toMatchObject({ status: 'CREDITED' });
});

test('DEP-06 a service has the limits of a key, and its holder’s phone confirms nothing', async () => {
  const member = await makeMember(server);
  const { id: serviceId } = phone('service');
  await take(serviceId, reportOf(member, 620_00n));
  expect(await told(620_00n)).toMatchObject({ status: 'CREDITED' });
  await take(serviceId, reportOf(member, 901_00n));
  expect(await told(901_00n)).toMatchObject({ status: 'QUEUED', note: 'ONE_PHONE' });
  await take(phone('clerk').id, reportOf(member, 901_00n));
  expect(await told(901_00n)).toMatchObject({ status: 'QUEUED', note: 'ONE_PHONE' });
  await take(phone('office').id, reportOf(member, 901_00n));
  expect(await told(901_00n)).toMatchObject({ status: 'CREDITED' });
});

test('whoever knows the key of a service pays nobody whose money that key alone told of', async () => {
  const member = await makeMember(server);
  const barred = (who: TestOperator) => membersOfOwnMoney(server.db, who.id, server);
  await take(phone('service').id, reportOf(member, 2_100_00n), DEPOSIT_RULES);
  expect(await wallet(member)).toBe(2_100_00);
  expect((await barred(cashier)).has(member.id)).toBe(false);
  expect((await barred(admin)).has(member.id)).toBe(true);
  // Nobody else could pay: then the key’s maker does.
  const others = await server.owner
    .updateTable('operator')
    .set({ is_active: false })
    .where('id', '<>', admin.id)
    .where('is_active', '=', true)
    .returning('id')
    .execute();
  expect((await barred(admin)).has(member.id)).toBe(false);
  await server.owner
    .updateTable('operator')
    .set({ is_active: true })
    .where(
      'id',
      'in',
      others.map(({ id }) => id),
    )
    .execute();
  // A key that was typed counts for who typed it.
  const typist = await makeMember(server);
  await take(null, reportOf(typist, 2_200_00n), DEPOSIT_RULES);
  expect((await barred(admin)).has(typist.id)).toBe(false);
  const { secrets_by: by } = await server.db
    .selectFrom('connection')
    .select('secrets_by')
    .where('id', '=', signedId)
    .executeTakeFirstOrThrow();
  expect(by).toEqual([admin.id]);
  await server.owner.updateTable('connection').set({ secrets_by: by }).where('id', '=', feedId).execute();
  expect((await barred(admin)).has(typist.id)).toBe(true);
});

test('a bearer is made by the site, and not typed', async () => {
  const typed = {
    ...TERMS,
    capability: 'bankFeed',
    driver: 'generic',
    secrets: { webhookSecret: 'known-to-me' },
  };
  const refused = await admin.call('POST /api/console/connections', typed);
  expect([refused.status, refused.body]).toMatchObject([400, { code: 'CONNECTION_INVALID' }]);
});

test('DEP-14 a claim leads no phone around its limits, and credits no text that was perhaps shown twice', async () => {
  const member = await makeMember(server);
  const { bank_code: bankCode, account_no: number } = await server.db
    .selectFrom('deposit_account')
    .select(['bank_code', 'account_no'])
    .where('mode', '=', 'SLIP')
    .where('bank_type', '=', 'BANK')
    .executeTakeFirstOrThrow();
  // Into this account a deposit needs a slip or a claim: nothing is credited, and nothing counts yet.
  const into = { receiver: { type: 'masked' as const, bankCode, account: `x${number.slice(-6)}` } };
  const phoneId = phone('office').id;
  const claim = (amount: bigint, rules = NARROW) =>
    server.db
      .transaction()
      .execute((trx) => addTransferClaim(trx, { memberId: member.id, amount, rules, requestKey: undefined }));
  const before = await wallet(member);
  for (const amount of [401_00n, 402_00n, 403_00n]) {
    await take(phoneId, reportOf(member, amount, into));
    expect(await told(amount)).toMatchObject({ note: 'NO_MATCH' });
  }
  const wide = { ...NARROW, feed: { ...NARROW.feed, phoneDaySatang: 100_000_00 } };
  await claim(401_00n, wide);
  expect(await told(401_00n)).toMatchObject({ status: 'CREDITED' });
  for (const amount of [402_00n, 403_00n]) {
    await claim(amount);
    expect(await told(amount)).toMatchObject({ status: 'QUEUED', note: 'ONE_PHONE' });
  }
  expect(await wallet(member)).toBe(before + 401_00);

  // The phone shows both of its texts once more: neither confirms the other, nor does a second claim.
  for (const again of ['first', 'again'])
    for (const channel of ['APP', 'SMS'] as const) {
      const text = `${channel} of one payment`;
      await take(
        phoneId,
        reportOf(member, 404_00n, { ...into, channel, text, sourceKey: `${channel} ${again}` }),
        wide,
      );
      if (again === 'first') await claim(404_00n, wide);
    }
  await claim(404_00n, wide);
  expect(await told(404_00n)).toMatchObject({ status: 'QUEUED', note: 'MAYBE_OLD' });
  expect(await wallet(member)).toBe(before + 805_00);
});

test('DEP-06 a text that a bank repeats is one, by whichever phones it comes; who tells both tells two', async () => {
  const member = await makeMember(server);
  const [counter, office] = [phone('counter').id, phone('office').id];
  const wide = { ...NARROW, feed: { ...NARROW.feed, phoneDaySatang: 100_000_00 } };
  const tell = (phoneId: string, amount: bigint, more: Partial<BankReport>) =>
    take(phoneId, reportOf(member, amount, { sourceKey: randomUUID(), ...more }), wide);
  const late = { transferredAt: new Date(Date.now() + 240_000) };
  // One phone shows both, the other tells nearer to the second; then it shows its own once more.
  await tell(counter, 451_00n, {});
  await tell(counter, 451_00n, late);
  await tell(office, 451_00n, late);
  await tell(office, 451_00n, late);
  expect(await wallet(member)).toBe(451_00);
  // The other phone lost the first: it does not tell that there are two.
  const hourLater = { transferredAt: new Date(Date.now() + 3_600_000) };
  await tell(counter, 452_00n, {});
  await tell(counter, 452_00n, hourLater);
  await tell(office, 452_00n, hourLater);
  expect(await told(452_00n)).toMatchObject({ status: 'QUEUED', note: 'MAYBE_OLD' });
  expect(await wallet(member)).toBe(903_00);
  // It tells both in other words each time: two payments.
  await tell(counter, 453_00n, {});
  await tell(counter, 453_00n, {});
  await tell(office, 453_00n, { text: 'one' });
  expect(await wallet(member)).toBe(1_356_00);
  await tell(office, 453_00n, { text: 'two' });
  expect(await wallet(member)).toBe(1_809_00);
});

test('DEP-06 phones together have a limit, and a revoked one names nobody', async () => {
  const [thief, payer] = [await makeMember(server), await makeMember(server)];
  const [counter, office] = [phone('counter').id, phone('office').id];
  for (const phoneId of [counter, office]) await take(phoneId, reportOf(thief, 5_000_01n));
  expect(await told(5_000_01n)).toMatchObject({ status: 'QUEUED', note: 'ONE_PHONE' });
  for (const phoneId of [counter, office]) await take(phoneId, reportOf(thief, 4_999_00n));
  expect(await told(4_999_00n)).toMatchObject({ status: 'CREDITED' });

  const taken = await lent();
  // What it alone told, and what another told of without a sender.
  for (const amount of [461_00n, 4_620_00n]) await take(taken, reportOf(thief, amount), UNUSED);
  const unnamed = { sender: null, sendingBankCode: null };
  await take(counter, reportOf(payer, 4_620_00n, unnamed));
  expect(await told(4_620_00n)).toMatchObject({ status: 'QUEUED', note: 'ONE_PHONE' });
  const path = `POST /api/console/feeds/${feedId}/phones/${taken}/revoke`;
  expect((await admin.call(path, { reason: REASON })).status).toBe(200);
  expect(await told(4_620_00n)).toMatchObject({ status: 'QUEUED', note: 'NO_MATCH' });
  // Another’s payment is not taken for what it told.
  await take(counter, reportOf(payer, 461_00n, unnamed));
  const both = await server.db
    .selectFrom('incoming_transfer')
    .select(['status', 'told_by'])
    .where('amount', '=', 461_00n)
    .execute();
  expect(both.map(({ status, told_by: by }) => [status, by.length])).toEqual([
    ['QUEUED', 1],
    ['QUEUED', 1],
  ]);
  expect(await wallet(thief)).toBe(4_999_00);
});

/** Nothing is credited on a phone's word. */
const UNUSED: DepositRules = { ...NARROW, feed: { ...NARROW.feed, phoneNoticeSatang: 0 } };

/** One more phone, which somebody else carries. */
async function lent(isService = false): Promise<string> {
  const id = randomUUID();
  await server.owner
    .insertInto('feed_phone')
    .values({
      id,
      connection_id: feedId,
      name: 'lent',
      holder: id,
      is_service: isService,
      key_hash: Buffer.from(id),
      created_by: admin.id,
    })
    .execute();
  return id;
}

test('DEP-06 a list of networks is checked, and without a trusted proxy nobody tells another address', async () => {
  const { connections } = (await admin.call('GET /api/console/connections')).body as {
    connections: { id: string; version: number }[];
  };
  const version = connections.find(({ id }) => id === feedId)?.version;
  const wrong = { ...TERMS, config: { allowedAddresses: '203.0.113.7, nowhere' }, ...SWITCHED_ON, version };
  expect(await admin.call(`PUT /api/console/connections/${feedId}`, wrong)).toMatchObject({
    body: { code: 'CONNECTION_INVALID' },
  });
  const answer = await fetch(`${server.url}/webhooks/${fencedId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
    body: '{"heartbeat":true}',
  });
  expect(answer.status).toBe(401);
  const kept = await server.db
    .selectFrom('connection_delivery')
    .select('outcome')
    .where('connection_id', '=', fencedId)
    .execute();
  expect(kept).toEqual([{ outcome: 'BAD_ADDRESS' }]);
});

test('DEP-06 a phone gets another name, and its key stays', async () => {
  const { id, key } = phone('office');
  const path = `POST /api/console/feeds/${feedId}/phones`;
  expect((await admin.call(`${path}/${id}/rename`, { name: 'front desk' })).status).toBe(200);
  expect((await admin.call(`${path}/${feedId}/rename`, { name: 'nobody' })).status).toBe(404);
  expect((await feed()).phones.find((one) => one.id === id)?.name).toBe('front desk');
  expect((await post(key, { heartbeat: true })).status).toBe(200);
});

test('after the first money a key waits for a second operator, and opens nothing until then', async () => {
  const path = `POST /api/console/feeds/${feedId}/phones`;
  const made = await admin.call(path, { name: 'late', holder: 'late', isService: false, reason: REASON });
  const { key, waits } = made.body as { key: string; waits: unknown };
  expect([made.status, waits !== null]).toEqual([200, true]);
  expect((await post(key, { heartbeat: true })).status).toBe(401);
});

test('DEP-06 a heartbeat shows that a phone lives; a feed that falls silent is named, in the console and the metrics', async () => {
  const heart = phone('heart');
  expect((await post(heart.key, { heartbeat: true })).status).toBe(200);
  const living = await feed();
  expect(living.silentSince).toBeNull();
  const asked = async () => (await admin.call('GET /api/console/queues')).body as { silentFeeds: object[] };
  expect((await asked()).silentFeeds).toEqual([]);
  expect(living.phones.find(({ id }) => id === heart.id)).toMatchObject({
    heardAt: expect.any(String),
    toldAt: null,
  });
  const hourAgo = new Date(Date.now() - 61 * 60_000);
  await server.owner.updateTable('feed_heard').set({ heard_at: hourAgo }).execute();
  await server.owner
    .updateTable('connection')
    .set({ changed_at: hourAgo })
    .where('id', '=', feedId)
    .execute();
  expect((await feed()).silentSince).toBe(hourAgo.toISOString());
  expect((await asked()).silentFeeds).toEqual([
    { id: feedId, name: 'phones', silentSince: hourAgo.toISOString() },
  ]);
  const { text } = await createMetrics(server.db).render();
  const age = new RegExp(`krapao_connection_age_seconds\\{[^}]*${feedId}[^}]*\\} ([0-9.]+)`);
  const [, seconds] = age.exec(text) ?? [];
  expect(Number(seconds)).toBeGreaterThan(3_600);
});

test('DEP-06 the tester tells how a text is read and whose money it is, and stores nothing', async () => {
  const member = await makeMember(server);
  const text = await textOf(member, '77.00', '5,377.00');
  const tried = async (body: object) =>
    (await admin.call(`POST /api/console/feeds/${feedId}/try`, body)).body as {
      reading: string;
      report: object | null;
    };
  expect(await tried({ from: 'SCB', text })).toMatchObject({
    reading: 'report',
    report: {
      amount: 77,
      isConfirmed: true,
      isUnclear: false,
      depositAccount: { bankCode: 'SCB', accountNo: '4680000017' },
      member: { id: String(member.id) },
      balance: 5_377,
      note: null,
    },
  });
  expect(await tried({ from: 'SCB', text: text.replace(SHOWN, 'x999999') })).toMatchObject({
    report: { depositAccount: null, member: null, note: 'NOT_OURS' },
  });
  const nothing = { report: null, nearest: null };
  expect(await tried({ from: 'a stranger', text })).toEqual({ reading: 'stranger', ...nothing });
  expect(await tried({ from: 'SCB', text: 'OTP 123456' })).toEqual({ reading: 'other', ...nothing });
  // What is not read is told with how far it was understood.
  const [read, rest] = text.split('ใช้ได้');
  expect(await tried({ from: 'SCB', text: `${read}ยอดใช้ได้${rest}` })).toMatchObject({
    reading: 'other',
    nearest: { bank: 'SCB', read, unread: `ยอดใช้ได้${rest}`, expected: 'ใช้ได้ {balance} บ' },
  });
  expect(await tried({ from: 'SCB', text: text.replace('77.00', '0.00') })).toMatchObject({
    nearest: { read: text.replace('77.00', '0.00'), unread: '', expected: '' },
  });
  const { body } = await admin.call(`GET /api/console/feeds/${feedId}/texts`);
  expect((body as { banks: { bank: string }[] }).banks.map(({ bank }) => bank)).toContain('LDB');
  expect(await wallet(member)).toBe(0);
  const stored = await server.db
    .selectFrom('incoming_transfer')
    .select('id')
    .where('amount', '=', 77_00n)
    .execute();
  expect(stored).toEqual([]);
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
  const member = await makeMember(server);
  const serviceId = await lent(true);
  await take(serviceId, eventOf(member, 170_00n, 7));
  expect(await told(170_00n)).toMatchObject({ status: 'QUEUED', note: 'MAYBE_OLD' });
  await take(phone('office').id, reportOf(member, 170_00n), DEPOSIT_RULES);
  expect(await wallet(member)).toBe(170_00);
  // One that tells late, in heaps: until something came right after its time, nobody knows.
  await take(serviceId, eventOf(member, 171_00n, 7.6));
  expect(await told(171_00n)).toMatchObject({ note: 'MAYBE_OLD' });
  await take(serviceId, eventOf(member, 172_00n, 0.1));
  await take(serviceId, eventOf(member, 173_00n, 7.6));
  expect(await told(173_00n)).toMatchObject({ status: 'CREDITED' });
  await take(serviceId, eventOf(member, 174_00n, 7.05));
  expect(await told(174_00n)).toMatchObject({ note: 'MAYBE_OLD' });
  await take(serviceId, eventOf(member, 175_00n, 7, { hasZone: true }));
  expect(await told(175_00n)).toMatchObject({ status: 'CREDITED' });
});

test('DEP-06 a text without time and balance that is shown again later waits, and the statement credits a second payment', async () => {
  const member = await makeMember(server);
  const phoneId = await lent();
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
  await take(phoneId, shown(30));
  await take(phoneId, shown(27));
  expect(await told(222_00n)).toMatchObject({ status: 'QUEUED', note: 'MAYBE_OLD' });
  expect(await wallet(member)).toBe(222_00);
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
    await server.db.transaction().execute((trx) => receiveTransfer(trx, one, DEPOSIT_RULES));
  expect(await wallet(member)).toBe(222_00);
  await server.db.transaction().execute((trx) => receiveTransfer(trx, line(27, 'b'), DEPOSIT_RULES));
  expect(await wallet(member)).toBe(444_00);
});

test('DEP-06 an undated SMS that comes long after what another source told is not another payment', async () => {
  const [payer, other] = [await makeMember(server), await makeMember(server)];
  const phoneId = await lent();
  const own = { bankCode: 'SCB', accountNo: '4680000017' };
  const hear = (minutesAgo: number, amount: bigint, { bankCode, accountNo } = own) =>
    server.db.transaction().execute((trx) =>
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
  const qr = await server.db
    .selectFrom('deposit_qr')
    .innerJoin('deposit_account as a', 'a.id', 'deposit_account_id')
    .select(['pay_amount', 'a.account_no as accountNo', 'a.bank_code as bankCode'])
    .where('member_id', '=', other.id)
    .executeTakeFirstOrThrow();
  const amount = qr.pay_amount;
  await hear(100, amount, qr);
  await server.owner
    .insertInto('feed_heard')
    .values({
      connection_id: feedId,
      phone_id: phoneId,
      heard_at: new Date(),
      back_at: new Date(Date.now() - 86_400_000),
    })
    .execute();
  const receiver = { type: 'account' as const, bankCode: qr.bankCode, accountNo: qr.accountNo };
  await take(phoneId, { ...sms(amount), receiver }, DEPOSIT_RULES);
  expect(await told(amount)).toMatchObject({ status: 'QUEUED', note: 'MAYBE_OLD' });
  expect(await wallet(other)).toBe(0);
  // With its sender: first the line, then the SMS; and the other way round.
  await hear(100, 234_00n);
  await take(phoneId, sms(234_00n, payer), DEPOSIT_RULES);
  await take(phoneId, sms(235_00n, payer), DEPOSIT_RULES);
  await hear(100, 235_00n);
  expect(await wallet(payer)).toBe(Number(amount) + 234_00 + 235_00);
});

test('DEP-06 a known event that tells another amount is seen by a person, and nothing more is credited', async () => {
  const member = await makeMember(server);
  const serviceId = await lent(true);
  const event = (amount: bigint) => eventOf(member, amount, 0, { sourceKey: 'one event', hasZone: true });
  expect(await take(serviceId, event(281_00n))).toBe('TAKEN');
  expect(await take(serviceId, event(281_00n))).toBe('KNOWN');
  expect(await take(serviceId, event(282_00n))).toBe('TAKEN');
  expect(await take(serviceId, event(282_00n))).toBe('KNOWN');
  expect(await told(282_00n)).toMatchObject({ status: 'QUEUED', note: 'AMOUNT_DIFFERS' });
  expect(await wallet(member)).toBe(281_00);
});

test('DEP-06 what an operator credits at the same moment counts for the day of the holder', async () => {
  const member = await makeMember(server);
  const phoneId = await lent();
  const stranger = { account: 'x999999', displayName: '', proxy: null };
  await take(phoneId, reportOf(member, 390_00n, { sender: stranger }));
  const { id: transferId } = await told(390_00n);
  let isDone = false;
  const second = await server.db.transaction().execute(async (trx) => {
    const decision = { operator: `operator:${admin.id}`, reason: REASON };
    await attributeIncomingTransfer(trx, { transferId, memberId: member.id, ...decision }, NARROW);
    const parallel = take(phoneId, reportOf(member, 391_00n)).finally(() => {
      isDone = true;
    });
    await until(async () => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(
        server.owner,
      );
      return isDone || rows.length > 0;
    });
    return { parallel };
  });
  await second.parallel;
  expect(await told(391_00n)).toMatchObject({ status: 'QUEUED', note: 'ONE_PHONE' });
});
