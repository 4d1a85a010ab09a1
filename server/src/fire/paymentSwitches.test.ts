import { ApiError } from '@krapao/contract/client';
import { GATEWAY_CODES } from '@krapao/contract/gateways';
import { encryptGiftLink } from '@krapao/contract/giftLink';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../ledger/verify.ts';
import { READ_STATEMENTS } from '../modules/deposits/incoming/readStatements.ts';
import { fund, moneyOf, setFaults, until } from '../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { callSandbox, payFrom } from '../testing/sandboxBank.ts';
import { SHORT_PROVIDER_WAITS } from '../testing/shortWaits.ts';
import { makeMember } from '../testing/testMember.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';
import { codeOf } from './codeOf.ts';
import { modesOf, targetsOf } from './sandboxSwitches.ts';

// The tests that run in parallel have their own switches and members.
const WITHIN_MS = 600_000;

let server: TestServer;
let modes: string[];
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, SHORT_PROVIDER_WAITS);
  await makeMember(server);
  modes = await modesOf(server);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

/** The result of a payout of 100 baht under each mode, and how much the bank really moved. */
const PAYOUTS: Record<string, { state: string; moved: number }> = {
  slow: { state: 'PAID', moved: 100 },
  timeoutAfterApply: { state: 'PAID', moved: 100 },
  timeoutBeforeApply: { state: 'PAID', moved: 100 },
  error500: { state: 'PAID', moved: 100 },
  falseNotFound: { state: 'PAID', moved: 100 },
  duplicate: { state: 'PAID', moved: 200 },
  // Nothing was applied, but no look-up says so: the bank is asked later, and nothing goes back.
  maintenance: { state: 'UNKNOWN', moved: 0 },
  pendingForever: { state: 'UNKNOWN', moved: 0 },
  wrongAmount: { state: 'STUCK', moved: 101 },
};

// First: what the others began may still be booked after their end.
test('OTP-01 SMS with every mode of its switch: a catalogue answer, and nobody’s money moves', {
  timeout: WITHIN_MS,
}, async () => {
  const total = async () => {
    const { rows } = await sql<{ count: bigint }>`select count(*) as count from ledger.posting`.execute(
      server.db,
    );
    return rows[0]?.count;
  };
  const before = await total();
  for (const [nth, mode] of modes.entries()) {
    await setFaults(server.sandbox.url, { sms: { mode, times: 1, delayMs: 500 } });
    const answer = await server
      .client()('POST /api/otp/send', { body: { phoneNumber: `08${String(10_000_000 + nth)}` } })
      .then(
        () => 'OK',
        (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
      );
    expect([mode, answer]).toEqual([mode, expect.stringMatching(/^(OK|OTP_SEND_FAIL)$/)]);
  }
  await setFaults(server.sandbox.url, { sms: { mode: 'none' } });
  expect(await total()).toBe(before);
  // The makers in their own formats: the tests of the drivers in providers/, and console/connections/bankFeed.test.ts.
  expect(
    (await targetsOf(server)).every((target) =>
      /^((game|gateway|slip|payout|bankFeed|notify|register|seamless|verification|webhook|chatBot):[\w-]+|bank|statement|gift|sms)$/.test(
        target,
      ),
    ),
  ).toBe(true);
});

// Alone: a member's transfer of another test would take the bank's fault.
test('WDR-01 the bank with every mode of its switch: paid once or set aside, never lost', {
  timeout: WITHIN_MS,
}, async () => {
  for (const mode of modes) {
    const member = await makeMember(server);
    await fund(server.db, member.id, 150_00n);
    const expected = PAYOUTS[mode];
    // The bank must not answer before the test has looked.
    const times = mode === 'maintenance' ? 1_000 : 1;
    await setFaults(server.sandbox.url, { bank: { mode, times, delayMs: 500 } });
    const { id } = await member.client('POST /api/wallet/withdraw', { body: { amount: 100 } });
    const read = () =>
      server.db.selectFrom('withdrawal').select('state').where('id', '=', id).executeTakeFirstOrThrow();
    // HELD is also the initial state, so the test checks that a try was made.
    await until(async () => {
      const { sent } = await sentOf(id);
      return sent && (await read()).state === expected?.state;
    }, 90_000).catch(() => undefined);
    expect([mode, (await read()).state]).toEqual([mode, expected?.state]);
    const { balance } = await callSandbox<{ balance: number }>(
      server,
      'GET',
      `/bank/accounts/${member.bankCode}/${member.bankAccountNo}`,
    );
    const isPaid = expected?.state === 'PAID';
    expect([mode, balance, await moneyOf(server.db, member.id)]).toEqual([
      mode,
      expected?.moved,
      { wallet: isPaid ? 50_00n : 150_00n, held: isPaid ? 0n : 100_00n, inTransfer: 0n },
    ]);
    await setFaults(server.sandbox.url, { bank: { mode: 'none' } });
    // A payout whose end is unknown is asked about again, and would take the fault of the next one.
    await server.owner
      .updateTable('withdrawal')
      .set({ due_at: new Date(Date.now() + WITHIN_MS) })
      .where('id', '=', id)
      .where('due_at', 'is not', null)
      .execute();
  }
});

async function sentOf(id: string): Promise<{ sent: boolean }> {
  const { claim } = await server.db
    .selectFrom('withdrawal')
    .select('claim')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ sent: boolean }>`
    select reason is not null or state <> 'HELD' as sent from withdrawal where id = ${id}`.execute(server.db);
  return { sent: claim > 0 && rows[0]?.sent === true };
}

test.concurrent('DEP-04 gift links with every mode of their switch: credited once, by what the issuer says it paid', {
  timeout: WITHIN_MS,
}, async () => {
  for (const mode of modes) {
    const member = await makeMember(server);
    const { link } = await callSandbox<{ link: string }>(server, 'POST', '/gift-links', { amount: 50 });
    const body = { link: await encryptGiftLink(link) };
    await setFaults(server.sandbox.url, { gift: { mode, times: 1, delayMs: 500 } });
    const redeem = () =>
      codeOf(member.client('POST /api/wallet/truelink', { body, idempotencyKey: `gift-${mode}` }));
    const first = await redeem();
    await setFaults(server.sandbox.url, { gift: { mode: 'none' } });
    const expected = mode === 'maintenance' ? 0n : mode === 'wrongAmount' ? 51_00n : 50_00n;
    await until(async () => {
      if ((await moneyOf(server.db, member.id)).wallet === expected) return true;
      // Retries of an unknown payout wait longer each time; here they run at once.
      await server.owner
        .updateTable('gift_link')
        .set({ due_at: new Date() })
        .where('member_id', '=', member.id)
        .where('due_at', 'is not', null)
        .execute();
      server.wakeJob('redeem-gift-links');
      return false;
    }, 90_000).catch(() => undefined);
    expect([mode, first, (await moneyOf(server.db, member.id)).wallet]).toEqual([mode, first, expected]);
    expect(first).toMatch(/^(SUCCESS|PENDING|SERVICE_UNAVAILABLE)$/);
  }
});

test.concurrent.for(GATEWAY_CODES)(
  'DEP-06 the gateway %s with every mode of its switch: a payment that was made arrives once',
  { timeout: WITHIN_MS },
  async (gateway) => {
    for (const mode of modes) {
      const member = await makeMember(server);
      await setFaults(server.sandbox.url, { [`gateway:${gateway}`]: { mode, times: 1, delayMs: 500 } });
      const qrcodeId = await member
        .client('POST /api/qrcode/:bankCode', { params: { bankCode: gateway }, body: { amount: 150 } })
        .then(
          (state) => state.qrcodeId,
          (error: unknown) => {
            // Without an answer of the gateway the member gets no QR, but this error code.
            expect(error).toMatchObject({ code: 'QR_FAIL' });
            return null;
          },
        );
      await setFaults(server.sandbox.url, { [`gateway:${gateway}`]: { mode: 'none' } });
      const qr = qrcodeId === null ? null : await qrOf(qrcodeId);
      // Without a QR the member pays nothing, and no money may arrive.
      if (qr !== null) await payFrom(server, member, { qr });
      const isStuck = mode === 'pendingForever';
      const expected = qr === null || isStuck ? 0n : 150_00n;
      await until(async () => (await moneyOf(server.db, member.id)).wallet === expected, 90_000).catch(
        () => undefined,
      );
      expect([mode, (await moneyOf(server.db, member.id)).wallet]).toEqual([mode, expected]);
    }
  },
);

async function qrOf(id: string): Promise<string | null> {
  const row = await server.db
    .selectFrom('gateway_payment')
    .select('payload')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.payload ?? null;
}

test.concurrent('DEP-06 the bank statement with every mode of its switch: what the notice credited is not credited again', {
  timeout: WITHIN_MS,
}, async () => {
  for (const [nth, mode] of modes.entries()) {
    const member = await makeMember(server);
    await setFaults(server.sandbox.url, { statement: { mode, times: 1, delayMs: 500 } });
    const { qrcodeId, amount } = await member.client('POST /api/qrcode/:bankCode', {
      params: { bankCode: 'KBANK' },
      body: { amount: 300 + nth },
    });
    const { payload } = await server.db
      .selectFrom('deposit_qr')
      .select('payload')
      .where('id', '=', BigInt(qrcodeId ?? ''))
      .executeTakeFirstOrThrow();
    const { transRef } = await payFrom(server, member, { qr: payload });
    // The server reads statements every few minutes; here it reads at once, until both sources have reported the
    // transfer.
    await until(async () => {
      await sql`update statement_reading set due_at = now() where due_at > now()`.execute(server.owner);
      server.wakeJob(READ_STATEMENTS);
      const transfer = await server.db
        .selectFrom('incoming_transfer')
        .select(['status', 'statement_read_at'])
        .where('trans_ref', '=', transRef)
        .executeTakeFirst();
      return transfer?.status === 'CREDITED' && transfer.statement_read_at !== null;
    }, 90_000);
    expect([mode, (await moneyOf(server.db, member.id)).wallet]).toEqual([
      mode,
      BigInt(Math.round(amount * 100)),
    ]);
    await setFaults(server.sandbox.url, { statement: { mode: 'none' } });
  }
});
