import { ApiError } from '@krapao/contract/client';
import { GATEWAY_CODES } from '@krapao/contract/gateways';
import { encryptGiftLink } from '@krapao/contract/giftLink';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../ledger/verify.ts';
import { afterWork } from '../testing/afterWork.ts';
import { fund, moneyOf, setFaults } from '../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { passTimeout } from '../testing/passTimeout.ts';
import { callSandbox, payFrom } from '../testing/sandboxBank.ts';
import { SHORT_PROVIDER_WAITS } from '../testing/shortWaits.ts';
import { makeMember } from '../testing/testMember.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';
import { codeOf } from './codeOf.ts';
import { modesOf, targetsOf } from './sandboxSwitches.ts';

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

/** Modes whose calls get no answer. */
const SILENT = ['timeoutAfterApply', 'timeoutBeforeApply'];

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

test('WDR-01 the bank with every mode of its switch: paid once or set aside, never lost', {
  timeout: WITHIN_MS,
}, async () => {
  for (const mode of modes) {
    const member = await makeMember(server);
    await fund(server.db, member.id, 150_00n);
    const expected = PAYOUTS[mode];
    const address = member.bankAccountNo;
    // A question names no account, and a closed bank answers none before the test has looked.
    const whom = mode === 'maintenance' ? { times: 1_000 } : { times: 1, for: address };
    await setFaults(server.sandbox.url, { bank: { mode, delayMs: 500, ...whom } });
    const { id } = await member.client('POST /api/wallet/withdraw', { body: { amount: 100 } });
    if (SILENT.includes(mode)) await passTimeout(server, 'bank', 0, address);
    const read = () =>
      server.db.selectFrom('withdrawal').select('state').where('id', '=', id).executeTakeFirstOrThrow();
    // HELD is also the initial state, so the test checks that a try was made.
    await afterWork(server, async () => {
      const { sent } = await sentOf(id);
      return sent && (await read()).state === expected?.state;
    }).catch(() => undefined);
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

test('DEP-04 gift links with every mode of their switch: credited once, by what the issuer says it paid', {
  timeout: WITHIN_MS,
}, async () => {
  for (const mode of modes) {
    const member = await makeMember(server);
    const { link } = await callSandbox<{ link: string }>(server, 'POST', '/gift-links', { amount: 50 });
    const body = { link: await encryptGiftLink(link) };
    await setFaults(server.sandbox.url, { gift: { mode, times: 1, delayMs: 500 } });
    const call = codeOf(member.client('POST /api/wallet/truelink', { body, idempotencyKey: `gift-${mode}` }));
    if (SILENT.includes(mode)) await passTimeout(server, 'gift');
    const first = await call;
    await setFaults(server.sandbox.url, { gift: { mode: 'none' } });
    const expected = mode === 'maintenance' ? 0n : mode === 'wrongAmount' ? 51_00n : 50_00n;
    await afterWork(server, async () => (await moneyOf(server.db, member.id)).wallet === expected).catch(
      () => undefined,
    );
    expect([mode, first, (await moneyOf(server.db, member.id)).wallet]).toEqual([mode, first, expected]);
    expect(first).toMatch(/^(SUCCESS|PENDING|SERVICE_UNAVAILABLE)$/);
  }
});

test.for(GATEWAY_CODES)(
  'DEP-06 the gateway %s with every mode of its switch: a payment that was made arrives once',
  { timeout: WITHIN_MS },
  async (gateway) => {
    for (const mode of modes) {
      const member = await makeMember(server);
      await setFaults(server.sandbox.url, { [`gateway:${gateway}`]: { mode, times: 1, delayMs: 500 } });
      const call = member
        .client('POST /api/qrcode/:bankCode', { params: { bankCode: gateway }, body: { amount: 150 } })
        .then(
          (state) => state.qrcodeId,
          (error: unknown) => {
            // Without an answer of the gateway the member gets no QR, but this error code.
            expect(error).toMatchObject({ code: 'QR_FAIL' });
            return null;
          },
        );
      if (SILENT.includes(mode)) await passTimeout(server, `gateway:${gateway}`);
      const qrcodeId = await call;
      await setFaults(server.sandbox.url, { [`gateway:${gateway}`]: { mode: 'none' } });
      const qr = qrcodeId === null ? null : await qrOf(qrcodeId);
      // Without a QR the member pays nothing, and no money may arrive.
      if (qr !== null) await payFrom(server, member, { qr });
      const isStuck = mode === 'pendingForever';
      const expected = qr === null || isStuck ? 0n : 150_00n;
      await afterWork(server, async () => (await moneyOf(server.db, member.id)).wallet === expected).catch(
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

test('DEP-06 the bank statement with every mode of its switch: what the notice credited is not credited again', {
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
    // Until both sources have reported the transfer.
    await afterWork(server, async () => {
      const transfer = await server.db
        .selectFrom('incoming_transfer')
        .select(['status', 'statement_read_at'])
        .where('trans_ref', '=', transRef)
        .executeTakeFirst();
      return transfer?.status === 'CREDITED' && transfer.statement_read_at !== null;
    });
    expect([mode, (await moneyOf(server.db, member.id)).wallet]).toEqual([
      mode,
      BigInt(Math.round(amount * 100)),
    ]);
    await setFaults(server.sandbox.url, { statement: { mode: 'none' } });
  }
});
