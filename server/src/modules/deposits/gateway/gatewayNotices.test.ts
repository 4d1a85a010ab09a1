import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AppContext } from '../../../context.ts';
import { verify } from '../../../ledger/verify.ts';
import type { CreatePaymentResult, OpenPayment, PaymentQuery } from '../../../providers/paymentGateway.ts';
import { QUEUES } from '../../../queues.ts';
import { histories } from '../../../testing/budget.ts';
import { DEPOSIT_RULES } from '../../../testing/depositRules.ts';
import { moneyOf } from '../../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld, type WorldMember } from '../../../testing/verbWorld.ts';
import { askGateways } from './askGateways.ts';
import { cancelGatewayPayment } from './closeGatewayPayment.ts';
import { openGatewayPayment, startGatewayPayment } from './createGatewayPayment.ts';
import { creditLatePayment, dismissLatePayment } from './decideLatePayment.ts';
import { receiveGatewayNotice } from './gatewayNotices.ts';
import { type GatewayPaymentRow, presentGatewayPayment } from './gatewayPayment.ts';

const MAKER = randomUUID();
const ATT_FOR_BAHT = 650_00;
let world: VerbWorld;
let member: WorldMember;
/** What the maker answers. */
let ways: Partial<OpenPayment>;
let answer: PaymentQuery;
let questions: number;

const connection = {
  id: MAKER,
  capability: 'gateway',
  isActive: true,
  port: {
    createPayment: async () => made(ways),
    query: async () => {
      questions += 1;
      return answer;
    },
  },
};
const context = (isThere = true): AppContext => ({
  ...world.context,
  connections: {
    find: (id: string) => (isThere && id === MAKER ? connection : undefined),
    current: async (id: string) => (isThere && id === MAKER ? connection : undefined),
    ask: (_: unknown, __: string, work: (port: typeof connection.port) => unknown) => work(connection.port),
  } as unknown as AppContext['connections'],
});

beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER);
  await world.owner
    .insertInto('gateway')
    .values({
      code: 'LAO',
      title_th: 'ลาว',
      title_la: 'ລາວ',
      title_en: 'Laos',
      currency: 'LAK',
      minimum: 100_00n,
      maximum: 5_000_00n,
      presets: [100],
      shown: 'QR',
      connection_id: MAKER,
      is_active: true,
      position: 9,
    })
    .execute();
  await world.owner.updateTable('gateway').set({ connection_id: MAKER }).where('code', '=', 'WW').execute();
});
beforeEach(async () => {
  member = await world.newMember();
  questions = 0;
  answer = { status: 'pending' };
  ways = {};
});
afterAll(async () => {
  expect(await verify(world.owner)).toEqual([]);
  await world.close();
});

const made = (given: Partial<OpenPayment>): CreatePaymentResult => ({
  status: 'created',
  payment: {
    paymentId: randomUUID().replaceAll('-', ''),
    payUrl: null,
    qrPayload: 'a QR',
    expiresAt: new Date(Date.now() + 900_000),
    ...given,
  },
});
const start = (code: string, amount: bigint) =>
  world.run((trx) =>
    startGatewayPayment(trx, context().connections, {
      memberId: member.id,
      code,
      amount,
      minimum: 1_00n,
      minutes: 15,
      attForBaht: ATT_FOR_BAHT,
      requestKey: undefined,
    }),
  );
const order = async (code = 'WW', amount = 150_00n, shown = 'QR') =>
  openGatewayPayment(context(), await start(code, amount), { shown });
const rowOf = ({ id }: { id: string }) =>
  world.db.selectFrom('gateway_payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const hint = (id: string, from = MAKER) =>
  world.run((trx) => receiveGatewayNotice(trx, from, { status: 'hint', id }, DEPOSIT_RULES));
const prove = (payment: GatewayPaymentRow, amount = payment.pay_amount) =>
  world.run((trx) =>
    receiveGatewayNotice(
      trx,
      MAKER,
      { status: 'proved', notice: { id: payment.reference, amount, paidAt: new Date() } },
      DEPOSIT_RULES,
    ),
  );
const wallet = async () => (await moneyOf(world.db, member.id)).wallet;
const due = (payment: GatewayPaymentRow) =>
  world.owner
    .updateTable('gateway_payment')
    .set({ due_at: new Date(0) })
    .where('id', '=', payment.id)
    .execute();

test('DEP-06 a forged hint credits nothing; a thousand cause one question, and unknown ids none', async () => {
  const payment = await order();
  expect(await hint(randomUUID())).toBe('FOREIGN');
  expect(await hint("' or 1=1")).toBe('FOREIGN');
  expect(await hint(payment.id, randomUUID())).toBe('FOREIGN');
  expect(await askGateways(context())).toBe(0);

  /** When it was asked about, in milliseconds. */
  const asked = new Set<number>();
  const ids = [payment.id, payment.reference, payment.payment_id ?? ''];
  for (let nth = 0; nth < 1_000; nth += 100) {
    await Promise.all(Array.from({ length: 100 }, (_, n) => hint(ids[n % 3] ?? '')));
    await askGateways(context());
    asked.add((await rowOf(payment)).asked_at?.getTime() ?? 0);
  }
  // On a busy machine more than one; then the next is never nearer than five seconds.
  const times = [...asked];
  expect(questions).toBe(times.length);
  expect(times[0]).toBeGreaterThan(0);
  for (const [nth, at] of times.entries())
    if (nth > 0) expect(at - (times[nth - 1] ?? 0)).toBeGreaterThanOrEqual(5_000);
  expect(await wallet()).toBe(0n);
  expect(await rowOf(payment)).toMatchObject({ status: 'OPEN', paid_at: null });
});

test('DEP-06 a true hint that comes while the maker is asked is asked about again, and credited once', async () => {
  const payment = await order();
  await due(payment);
  connection.port.query = async () => {
    expect(await hint(payment.id)).toBe('ASKING');
    return { status: 'pending' };
  };
  await askGateways(context());
  const { due_at, asked_at } = await rowOf(payment);
  expect((due_at?.getTime() ?? 0) - (asked_at?.getTime() ?? 0)).toBe(5_000);
  connection.port.query = async () => ({ status: 'paid', amount: 150_00n, paidAt: new Date() });
  await due(payment);
  expect(await askGateways(context())).toBe(1);
  expect(await hint(payment.id)).toBe('KNOWN');
  expect(await prove(payment)).toBe('KNOWN');
  expect(await wallet()).toBe(150_00n);
  connection.port.query = async () => {
    questions += 1;
    return answer;
  };
});

test('DEP-06 a gateway in kip: the rate stays with the order, and another amount counts at that rate', async () => {
  const payment = await order('LAO', 100_01n);
  expect(payment).toMatchObject({ pay_currency: 'LAK', pay_amount: 65_007_00n, att_for_baht: ATT_FOR_BAHT });
  expect(await presentGatewayPayment(payment)).toMatchObject({ kip: 65_007, amount: 100.01 });
  expect(await prove(payment)).toBe('TAKEN');
  expect(await wallet()).toBe(payment.amount);

  const less = await order('LAO', 200_00n);
  expect(await prove(less, 65_000_00n)).toBe('ASKING');
  answer = { status: 'paid', amount: 65_000_00n, paidAt: new Date() };
  await askGateways(context());
  expect(await rowOf(less)).toMatchObject({ status: 'PAID', received: 65_000_00n, paid_amount: 100_00n });
  expect(await wallet()).toBe(payment.amount + 100_00n);
});

test('DEP-06 an amount that is read in another unit is not credited: an operator decides, once', async () => {
  const payment = await order();
  await hint(payment.reference);
  answer = { status: 'paid', amount: 150_00n * 100n, paidAt: new Date() };
  await askGateways(context());
  expect(await wallet()).toBe(0n);
  expect(await rowOf(payment)).toMatchObject({ status: 'EXPIRED', note: 'TOO_MUCH', due_at: null });
  expect((await rowOf(payment)).queued_at).not.toBeNull();
  // The member sees what was ordered, in progress.
  const { amount, status } = await world.db
    .selectFrom('statement_entry')
    .select(['amount', 'status'])
    .where('cause', '=', `gateway:${payment.id}`)
    .executeTakeFirstOrThrow();
  expect([amount, status]).toEqual([150_00n, 'PENDING']);
  expect(await prove(payment)).toBe('KNOWN');
  const decide = () =>
    world.run((trx) => dismissLatePayment(trx, { paymentId: payment.id, ...world.decision }));
  await decide();
  await expect(decide()).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
  expect(await wallet()).toBe(0n);

  const more = await order('WW', 200_00n);
  await hint(more.reference);
  answer = { status: 'paid', amount: 400_00n, paidAt: new Date() };
  await askGateways(context());
  expect(await wallet()).toBe(400_00n);
});

test('DEP-06 a maker cannot hold an order open for longer than some minutes after its end', async () => {
  ways = { expiresAt: new Date(Date.now() + 86_400_000) };
  const { created_at, expires_at } = await order();
  expect(expires_at.getTime() - created_at.getTime()).toBeLessThan(21 * 60_000);
});

test('DEP-06 a maker without a QR is paid on its page; a page that is no web address is none', async () => {
  const payUrl = 'https://pay.example/o/1';
  ways = { payUrl, qrPayload: null };
  const page = await order();
  const shown = await presentGatewayPayment(page);
  expect(shown).toMatchObject({ hasQrcode: true, payUrl, status: 'OPEN' });
  expect(shown.qrcode).toMatch(/^<svg/);
  ways = { payUrl };
  expect(await presentGatewayPayment(await order('WW', 100_00n, 'PAGE'))).toMatchObject({ payUrl });
  ways = { payUrl };
  expect(await presentGatewayPayment(await order())).not.toHaveProperty('payUrl');
  ways = { payUrl: 'javascript:alert(1)', qrPayload: null };
  await expect(order()).rejects.toMatchObject({ code: 'QR_FAIL' });
  ways = { paymentId: page.payment_id ?? '' };
  await expect(order()).rejects.toMatchObject({ code: 'QR_FAIL' });
});

test('DEP-09 a gateway takes what lies within its limits, and nothing while its connection is off', async () => {
  await expect(start('LAO', 99_99n)).rejects.toMatchObject({ code: 'DEPOSIT_MINIMUM' });
  await expect(start('LAO', 5_000_01n)).rejects.toMatchObject({ code: 'DEPOSIT_MAXIMUM' });
  const open = await order('LAO', 100_00n);
  connection.isActive = false;
  await expect(start('LAO', 100_00n)).rejects.toMatchObject({ code: 'NO_BANK' });
  answer = { status: 'paid', amount: open.pay_amount, paidAt: new Date() };
  await due(open);
  await askGateways(context());
  connection.isActive = true;
  expect(await rowOf(open)).toMatchObject({ status: 'PAID' });
});

test('DEP-06 an order whose connection was removed waits for an operator, who credits it once or ends it', async () => {
  const [one, other] = [await order(), await order('LAO', 100_00n)];
  for (const payment of [one, other]) await due(payment);
  expect(await askGateways(context(false))).toBe(2);
  expect(await rowOf(one)).toMatchObject({ due_at: null, note: 'NO_CONNECTION' });
  expect((await rowOf(one)).queued_at).not.toBeNull();
  expect(await wallet()).toBe(0n);
  const credit = () =>
    world.run((trx) => creditLatePayment(trx, { paymentId: one.id, ...world.decision }, DEPOSIT_RULES));
  const both = await Promise.allSettled([credit(), credit()]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await world.run((trx) => dismissLatePayment(trx, { paymentId: other.id, ...world.decision }));
  expect(await rowOf(other)).toMatchObject({ note: 'NOT_PAID', paid_at: null });
  expect(await wallet()).toBe(150_00n);
});

test.each<[PaymentQuery, string]>([
  [{ status: 'unknown', reason: 'KEY_REFUSED' }, 'NO_ANSWER'],
  [{ status: 'not_found' }, 'NOT_FOUND'],
])('DEP-06 an order that was shown waits for an operator after the last question: %o', async (last, note) => {
  const payment = await order();
  await world.owner
    .updateTable('gateway_payment')
    .set({ expires_at: sql<Date>`now() - interval '25 hours'`, due_at: new Date(0) })
    .where('id', '=', payment.id)
    .execute();
  answer = last;
  await askGateways(context());
  expect(await rowOf(payment)).toMatchObject({ note, due_at: null });
  expect((await rowOf(payment)).queued_at).not.toBeNull();
});

test('DEP-06 an order whose notice differs is asked about to the end, and then waits for an operator', async () => {
  const payment = await order();
  expect(await prove(payment, 99_00n)).toBe('ASKING');
  const askAfter = async (over: string) => {
    await world.owner
      .updateTable('gateway_payment')
      .set({ expires_at: sql<Date>`clock_timestamp() - ${over}::interval`, due_at: new Date(0) })
      .where('id', '=', payment.id)
      .execute();
    await askGateways(context());
    return rowOf(payment);
  };
  answer = { status: 'expired' };
  expect(await askAfter('2 hours')).toMatchObject({ queued_at: null, due_at: expect.any(Date) });
  expect(await askAfter('25 hours')).toMatchObject({
    note: 'NOTICE_DIFFERS',
    queued_at: expect.any(Date),
    due_at: null,
  });
  expect(await wallet()).toBe(0n);
});

test('DEP-06 a right notice is credited where the answer with the id of the payment was lost', async () => {
  const payment = await start('WW', 150_00n);
  expect(payment.payment_id).toBeNull();
  expect(await prove(payment)).toBe('TAKEN');
  expect(await wallet()).toBe(150_00n);
});

test.each(['notice', 'hint'])(
  'DEP-12 an order that an operator ended as not paid, and that was paid after all, is decided again: %s',
  async (way) => {
    const payment = await order();
    await due(payment);
    await askGateways(context(false));
    await world.run((trx) => dismissLatePayment(trx, { paymentId: payment.id, ...world.decision }));
    await world.owner
      .updateTable('gateway_payment')
      .set({ expires_at: sql<Date>`clock_timestamp() - interval '2 minutes'` })
      .where('id', '=', payment.id)
      .execute();
    if (way === 'notice') expect(await prove(payment)).toBe('TAKEN');
    else {
      answer = { status: 'paid', amount: 150_00n, paidAt: new Date() };
      expect(await hint(payment.id)).toBe('ASKING');
      await due(payment);
      await askGateways(context());
    }
    expect(await rowOf(payment)).toMatchObject({ note: 'LATE', decided_by: null, decided_at: null });
    const waits = world.db
      .selectFrom('gateway_payment')
      .select('id')
      .where('id', '=', payment.id)
      .where(QUEUES.latePayments.waits);
    expect(await waits.execute()).toHaveLength(1);
    await world.run((trx) =>
      creditLatePayment(trx, { paymentId: payment.id, ...world.decision }, DEPOSIT_RULES),
    );
    expect(await wallet()).toBe(150_00n);
  },
);

const STEPS = ['hint', 'proved', 'differs', 'pending', 'paid', 'cancel', 'unknown'] as const;

test('DEP-06 in any order of notices, hints and answers an order is credited at most once, and only what was paid', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { minLength: 2, maxLength: 8 }), async (steps) => {
      member = await world.newMember();
      const paidAt = new Date();
      const payment = await order();
      const run = async (step: (typeof STEPS)[number]) => {
        if (step === 'hint') await hint(payment.reference);
        else if (step === 'proved') await prove(payment);
        else if (step === 'differs') await prove(payment, 999_00n);
        else if (step === 'cancel')
          await world.run((trx) => cancelGatewayPayment(trx, member.id, payment.id));
        else {
          answer =
            step === 'paid'
              ? { status: 'paid', amount: 150_00n, paidAt }
              : step === 'pending'
                ? { status: 'pending' }
                : { status: 'unknown', reason: 'TIMEOUT' };
          await askGateways(context());
        }
      };
      // Two at a time, as on two nodes.
      for (let nth = 0; nth < steps.length; nth += 2) await Promise.all(steps.slice(nth, nth + 2).map(run));
      answer = { status: 'paid', amount: 150_00n, paidAt };
      const before = await wallet();
      expect([0n, 150_00n]).toContain(before);
      if (!steps.some((step) => step === 'proved' || step === 'paid')) expect(before).toBe(0n);
      if ((await rowOf(payment)).due_at !== null) await due(payment);
      await askGateways(context());
      const { status, note, paid_at } = await rowOf(payment);
      expect(paid_at).not.toBeNull();
      expect(await wallet()).toBe(status === 'PAID' ? 150_00n : 0n);
      expect(status === 'PAID' || note === 'LATE').toBe(true);
    }),
    { numRuns: histories(8, 25) },
  );
});

test('DEP-06 a member cannot hold up the questions: orders are limited, and a hinted one is asked about first', async () => {
  for (let nth = 0; nth < 9; nth += 1) await order();
  const hinted = await order();
  await world.owner
    .updateTable('gateway_payment')
    .set({ due_at: sql<Date>`clock_timestamp() - interval '1 hour'` })
    .where('member_id', '=', member.id)
    .where('id', '<>', hinted.id)
    .execute();
  expect(await hint(hinted.id)).toBe('ASKING');
  expect(await hint(hinted.id)).toBe('KNOWN');
  await askGateways(context());
  expect((await rowOf(hinted)).asks).toBe(1);
  const asked = await world.db
    .selectFrom('gateway_payment')
    .select(['status', sql<boolean>`due_at - asked_at > interval '5 minutes'`.as('isRare')])
    .where('member_id', '=', member.id)
    .where('asks', '>', 0)
    .execute();
  expect(asked.map(({ status, isRare }) => `${status} ${isRare}`).toSorted()).toEqual([
    ...Array(7).fill('CANCELLED true'),
    'OPEN false',
  ]);

  // A window may end between two of them.
  const more = await Promise.allSettled(Array.from({ length: 21 }, () => start('WW', 150_00n)));
  const refused = more.filter((one) => one.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'REQUEST_LIMIT' });
});
