import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { verify } from '../../ledger/verify.ts';
import type { StatementResult } from '../../providers/bankStatement.ts';
import type { PaymentQuery } from '../../providers/paymentGateway.ts';
import type { SlipLookup, VerifiedSlip } from '../../providers/slipVerifier.ts';
import { DEPOSIT_RULES } from '../../testing/depositRules.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld, type WorldMember } from '../../testing/verbWorld.ts';
import { askGateways } from './gateway/askGateways.ts';
import { receiveGatewayNotice } from './gateway/gatewayNotices.ts';
import { readStatements } from './incoming/readStatements.ts';
import { decodeSlips } from './slip/decodeSlip.ts';
import { lookUpNextSlips } from './slip/lookUpSlip.ts';

let world: VerbWorld;
let member: WorldMember;
beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER);
});
beforeEach(async () => {
  member = await world.newMember();
});
afterAll(async () => {
  expect(await verify(world.owner)).toEqual([]);
  await world.close();
});

const AMOUNT = 150_00n;
const CONNECTION = 'sandbox-gateway-ww';

/** An order whose time has been over for minutes, and that is due. */
async function duePayment(): Promise<string> {
  const { id } = await world.owner
    .insertInto('gateway_payment')
    .values({
      member_id: member.id,
      gateway: 'WW',
      connection_id: CONNECTION,
      amount: AMOUNT,
      pay_amount: AMOUNT,
      pay_currency: 'THB',
      status: 'OPEN',
      payment_id: randomUUID(),
      payload: 'a QR',
      expires_at: sql<Date>`now() - interval '5 minutes'`,
      due_at: sql<Date>`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const payment = (id: string) =>
  world.db.selectFrom('gateway_payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
/** The node, with a gateway that is asked by this function. */
const asking = (query: () => Promise<PaymentQuery>): AppContext => {
  const port = { createPayment: async () => ({ status: 'manual' as const }), query };
  const connection = { id: CONNECTION, capability: 'gateway', isActive: true, port };
  const connections = {
    current: async (id: string) => (id === CONNECTION ? connection : undefined),
    ask: (_: unknown, __: string, work: (of: typeof port) => unknown) => work(port),
  } as unknown as AppContext['connections'];
  return { ...world.context, connections };
};

test('DEP-06 a notice that differs and comes while the gateway is asked is asked about at once', async () => {
  const id = await duePayment();
  const notice = { id, paymentId: 'another', amount: AMOUNT, paidAt: new Date() };
  const told = { status: 'proved', notice } as const;
  const before = asking(async () => {
    expect(await world.run((trx) => receiveGatewayNotice(trx, CONNECTION, told, DEPOSIT_RULES))).toBe(
      'ASKING',
    );
    return { status: 'expired' };
  });
  expect(await askGateways(before)).toBe(1);
  const paidAt = new Date(Date.now() - 6 * 60_000);
  expect(await askGateways(asking(async () => ({ status: 'paid', amount: AMOUNT, paidAt })))).toBe(1);
  expect(await payment(id)).toMatchObject({ status: 'PAID', paid_amount: AMOUNT });
});

test('DEP-06 after a notice that differs, an answer that knows no money does not end the asking', async () => {
  const id = await duePayment();
  const now = () =>
    world.owner
      .updateTable('gateway_payment')
      .set({ note: 'NOTICE_DIFFERS', due_at: new Date(0) })
      .where('id', '=', id)
      .execute();
  await now();
  expect(await askGateways(asking(async () => ({ status: 'expired' })))).toBe(1);
  expect((await payment(id)).due_at).not.toBeNull();
  await now();
  const paidAt = new Date(Date.now() - 6 * 60_000);
  expect(await askGateways(asking(async () => ({ status: 'paid', amount: 99_50n, paidAt })))).toBe(1);
  expect(await payment(id)).toMatchObject({ status: 'PAID', paid_amount: 99_50n });
});

test('DEP-06 money that a gateway tells of is booked once, also by who was overtaken', async () => {
  const id = await duePayment();
  const paid = { status: 'paid', amount: AMOUNT, paidAt: new Date(Date.now() - 6 * 60_000) } as const;
  const slow = asking(async () => {
    await world.owner
      .updateTable('gateway_payment')
      .set({ due_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    expect(await askGateways(asking(async () => ({ status: 'pending' })))).toBe(1);
    return paid;
  });
  expect(await askGateways(slow)).toBe(1);
  expect(await payment(id)).toMatchObject({ status: 'PAID', due_at: null });
});

test('DEP-06 who was overtaken does not end the asking of another', async () => {
  const id = await duePayment();
  const slow = asking(async () => {
    await world.owner
      .updateTable('gateway_payment')
      .set({ due_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    expect(await askGateways(asking(async () => ({ status: 'pending' })))).toBe(1);
    return { status: 'expired' };
  });
  expect(await askGateways(slow)).toBe(1);
  expect((await payment(id)).due_at).not.toBeNull();
});

test.each(['REFUNDED', 'DISPUTED', 'PAID_TWICE'] as const)(
  'DEP-06 an operator hears at once that a payment is %s at the gateway, and nothing is credited',
  async (reason) => {
    const id = await duePayment();
    expect(await askGateways(asking(async () => ({ status: 'taken_back', reason })))).toBe(1);
    expect(await payment(id)).toMatchObject({ note: reason, due_at: null, paid_at: null });
    expect((await payment(id)).queued_at).not.toBeNull();
  },
);

test('DEP-05 a slip is looked up for about forty minutes, then it fails', async () => {
  const { id } = await world.owner
    .insertInto('slip')
    .values({
      member_id: member.id,
      reference: randomUUID(),
      file_key: randomUUID(),
      step: 'LOOKUP',
      payload: 'a mini QR',
      due_at: new Date(0),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const waits: number[] = [];
  for (;;) {
    await lookUpNextSlips(world.context, { lookUp: async () => ({ status: 'unknown', reason: 'TIMEOUT' }) });
    const { rows } = await sql<{ status: string; wait: number }>`
      select status, ceil(extract(epoch from due_at - clock_timestamp()))::int as wait from slip where id = ${id}`.execute(
      world.db,
    );
    if (rows[0]?.status !== 'PENDING') break;
    waits.push(rows[0].wait);
    await world.owner
      .updateTable('slip')
      .set({ due_at: new Date(0) })
      .where('id', '=', id)
      .execute();
  }
  expect(waits).toEqual([3, 10, 30, 60, 120, 300, 600, 1_200]);
});

test('a statement that another node has read since is not taken back to what this one read', async () => {
  const { providers } = world.context;
  const read = async (): Promise<StatementResult> => ({ status: 'read', lines: [] });
  const reading = (before: () => Promise<unknown>): AppContext => ({
    ...world.context,
    providers: {
      ...providers,
      statements: {
        ...providers.statements,
        read: async () => {
          await before();
          return read();
        },
      },
    },
  });
  await readStatements(reading(async () => undefined));
  const stored = () =>
    world.db
      .selectFrom('statement_reading')
      .select(['read_to', 'due_at'])
      .orderBy('deposit_account_id')
      .execute();
  const makeDue = () =>
    world.owner
      .updateTable('statement_reading')
      .set({ due_at: new Date(0) })
      .execute();
  let isFirst = true;
  let byOther: Awaited<ReturnType<typeof stored>> = [];
  await makeDue();
  await readStatements(
    reading(async () => {
      if (!isFirst) return;
      isFirst = false;
      await makeDue();
      while ((await readStatements(reading(async () => undefined))) > 0) byOther = await stored();
    }),
  );
  expect(byOther.length).toBeGreaterThan(0);
  expect(await stored()).toEqual(byOther);
});

test('DEP-03 a file store that is away ends no slip, however long', async () => {
  const reference = randomUUID();
  await world.owner
    .insertInto('slip')
    .values({ member_id: member.id, reference, file_key: reference, step: 'DECODE', due_at: new Date(0) })
    .execute();
  const slip = () =>
    world.db.selectFrom('slip').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow();
  const read = () => Promise.reject(new Error('the store does not answer'));
  const away = { ...world.context, files: { ...world.context.files, read } };
  for (let nth = 0; nth < 5; nth += 1) {
    await world.owner
      .updateTable('slip')
      .set({ due_at: new Date(0) })
      .where('reference', '=', reference)
      .execute();
    expect(await decodeSlips(away)).toBe(1);
    expect(await slip()).toMatchObject({ status: 'PENDING', step: 'DECODE', attempts: 0 });
  }
});

test('DEP-05 only answers of "not found" make a slip a fake one, and time-outs only end the asking', async () => {
  const reference = randomUUID();
  await world.owner
    .insertInto('slip')
    .values({ member_id: member.id, reference, file_key: reference, step: 'LOOKUP', due_at: new Date(0) })
    .execute();
  const unknown = { status: 'unknown', reason: 'TIMEOUT' } as const;
  const notFound = { status: 'not_found' } as const;
  const ends: (string | null)[] = [];
  for (const answer of [unknown, unknown, unknown, notFound, notFound, unknown, notFound, notFound]) {
    await world.owner
      .updateTable('slip')
      .set({ due_at: new Date(0) })
      .where('reference', '=', reference)
      .execute();
    await lookUpNextSlips(world.context, { lookUp: async () => answer });
    const { status, note } = await world.db
      .selectFrom('slip')
      .select(['status', 'note'])
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow();
    ends.push(status === 'PENDING' ? status : note);
  }
  expect(ends).toEqual([...Array(7).fill('PENDING'), 'INVALID_SLIP']);
});

test.each([
  ['a machine refused', {}, 'PENDING'],
  ['an operator refused', { decided_because: 'a fake' }, 'FAILED'],
])(
  'DEP-05 a slip that %s while another node heard that the bank knows it is %o: %s',
  async (_, decided, status) => {
    const reference = randomUUID();
    const row = {
      member_id: member.id,
      reference,
      file_key: reference,
      trans_ref: 'R1',
      sending_bank: '004',
    };
    const { id } = await world.owner
      .insertInto('slip')
      .values({ ...row, step: 'LOOKUP', due_at: new Date(0) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: operatorId } = await world.owner
      .insertInto('operator')
      .values({ username: reference, name: 'An operator', role: 'manager', password_hash: 'none' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const other = { status: 'FAILED', step: 'DONE', note: 'INVALID_SLIP', due_at: null, ...decided };
    const lookUp = async (): Promise<SlipLookup> => {
      await world.owner
        .updateTable('slip')
        .set({ ...other, claim: 2, ...('decided_because' in decided && { decided_by: operatorId }) })
        .where('id', '=', id)
        .execute();
      return { status: 'found', slip: {} as VerifiedSlip };
    };
    expect(await lookUpNextSlips(world.context, { lookUp })).toBe(1);
    expect(
      await world.db.selectFrom('slip').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    ).toMatchObject({ status, step: status === 'PENDING' ? 'LOOKUP' : 'DONE' });
    // The next test finds nothing due.
    await world.owner.deleteFrom('slip').where('id', '=', id).execute();
  },
);
