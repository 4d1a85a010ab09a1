import { ApiError } from '@krapao/contract/client';
import { encryptGiftLink } from '@krapao/contract/giftLink';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { inParallel } from '../jobs/inParallel.ts';
import { verify } from '../ledger/verify.ts';
import { fund, gameBalance, moneyOf, setFaults, until } from '../testing/moneyWorld.ts';
import { callSandbox, payFrom } from '../testing/sandboxBank.ts';
import { SHORT_WAITS } from '../testing/shortWaits.ts';
import { makeMember, type TestMember } from '../testing/testMember.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

// Every switch meets every mode with KRAPAO_ALL_SWITCHES=1 (`npm run soak`); else every game meets two modes, and every
// mode several games, in each direction.
const IS_WHOLE = process.env.KRAPAO_ALL_SWITCHES === '1';
const WITHIN_MS = IS_WHOLE ? 1_800_000 : 240_000;

let server: TestServer;
let targets: string[];
let modes: string[];
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), SHORT_WAITS);
  await makeMember(server);
  targets = Object.keys(await callSandbox<object>(server, 'GET', '/faults'));
  // The sandbox names its modes when it is asked for one that it does not know.
  const refusal = await setFaults(server.sandbox.url, { bank: { mode: '?' } }).then(String, String);
  modes = (/must be one of ([\w, ]+)/.exec(refusal)?.[1] ?? '').split(', ').filter((mode) => mode !== 'none');
  expect(modes.length).toBeGreaterThan(5);
}, 60_000);
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
}, 60_000);

/** How a transfer of 20 baht ends under each mode: with us, and how much more or less than those the game moved. */
const TRANSFERS: Record<string, { state: string; game: bigint; isMoved: boolean }> = {
  slow: { state: 'CONFIRMED', game: 0n, isMoved: true },
  timeoutAfterApply: { state: 'CONFIRMED', game: 0n, isMoved: true },
  timeoutBeforeApply: { state: 'CONFIRMED', game: 0n, isMoved: true },
  error500: { state: 'CONFIRMED', game: 0n, isMoved: true },
  falseNotFound: { state: 'CONFIRMED', game: 0n, isMoved: true },
  // The game's own fault and loss, which it tells nobody: our books follow what it said.
  duplicate: { state: 'CONFIRMED', game: 20_00n, isMoved: true },
  maintenance: { state: 'REJECTED', game: -20_00n, isMoved: false },
  pendingForever: { state: 'UNKNOWN', game: -20_00n, isMoved: false },
  wrongAmount: { state: 'STUCK', game: 1_00n, isMoved: false },
};

const games = () => targets.filter((target) => target.startsWith('game:')).map((target) => target.slice(5));
const rounds = () => (IS_WHOLE ? modes.map((_, round) => round) : [0, 4]);

test.for(['in', 'out'] as const)(
  'TRF-05 every game of the sandbox with every mode of its switch: our books stay whole (%s)',
  { timeout: WITHIN_MS },
  async (direction) => {
    for (const round of rounds()) {
      const member = await makeMember(server);
      await fund(server.db, member.id, 5_000_00n);
      await inParallel(games(), 8, async (code) => {
        await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: code } });
        await transfer(member, 'WALLET', code, 60);
      });
      const modeOf = (index: number) => modes[(index + round) % modes.length] ?? '';
      await setFaults(
        server.sandbox.url,
        Object.fromEntries(
          games().map((code, index) => [`game:${code}`, { mode: modeOf(index), times: 1, delayMs: 500 }]),
        ),
      );
      await Promise.all(
        games().map((code) =>
          direction === 'in' ? transfer(member, 'WALLET', code, 20) : transfer(member, code, 'WALLET', 20),
        ),
      );
      await setFaults(
        server.sandbox.url,
        Object.fromEntries(games().map((code) => [`game:${code}`, { mode: 'none' }])),
      );
      await expectTransfers(
        member,
        direction,
        games().map((code, index) => [code, modeOf(index)] as const),
      );
    }
  },
);

async function expectTransfers(
  member: TestMember,
  direction: 'in' | 'out',
  faulty: (readonly [code: string, mode: string])[],
): Promise<void> {
  const expected = Object.fromEntries(faulty.map(([code, mode]) => [code, TRANSFERS[mode]?.state]));
  const states = async () =>
    Object.fromEntries(
      (
        await server.db
          .selectFrom('transfer_leg')
          .select(['provider', 'state'])
          .where('member_id', '=', member.id)
          .where('amount', '=', 20_00n)
          .execute()
      ).map(({ provider, state }) => [provider, state]),
    );
  await until(async () => {
    const now = await states();
    return Object.entries(expected).every(([code, state]) => now[code] === state);
  }, 90_000).catch(() => undefined);
  expect(await states()).toEqual(expected);

  let [wallet, inTransfer] = [5_000_00n - 60_00n * BigInt(faulty.length), 0n];
  for (const [code, mode] of faulty) {
    const { isMoved, game, state } = TRANSFERS[mode] as (typeof TRANSFERS)[string];
    const sign = direction === 'in' ? 1n : -1n;
    // What the game really holds, by its own book.
    expect([code, mode, await gameBalance(server.sandbox.url, code, `km${member.id}${code}`)]).toEqual([
      code,
      mode,
      60_00n + sign * (20_00n + game),
    ]);
    if (isMoved) wallet -= sign * 20_00n;
    else if (direction === 'in' && state !== 'REJECTED') {
      wallet -= 20_00n;
      inTransfer += 20_00n;
    }
  }
  expect(await moneyOf(server.db, member.id)).toEqual({ wallet, held: 0n, inTransfer });
}

function transfer(member: TestMember, from: string, to: string, amount: number): Promise<string> {
  return codeOf(member.client('POST /api/wallet/transfer', { body: { from, to, amount } }));
}

const codeOf = (call: Promise<{ status: string }>) =>
  call.then(
    ({ status }) => status,
    (error: unknown) => {
      if (error instanceof ApiError && error.code !== undefined) return error.code;
      throw error;
    },
  );

/** How a payout of 100 baht ends under each mode, and how often or how much the bank really moved. */
const PAYOUTS: Record<string, { state: string; moved: number }> = {
  slow: { state: 'PAID', moved: 100 },
  timeoutAfterApply: { state: 'PAID', moved: 100 },
  timeoutBeforeApply: { state: 'PAID', moved: 100 },
  error500: { state: 'PAID', moved: 100 },
  falseNotFound: { state: 'PAID', moved: 100 },
  duplicate: { state: 'PAID', moved: 200 },
  // Nothing was applied: it stays set aside and is sent again later.
  maintenance: { state: 'HELD', moved: 0 },
  pendingForever: { state: 'UNKNOWN', moved: 0 },
  wrongAmount: { state: 'STUCK', moved: 101 },
};

test('WDR-01 the bank with every mode of its switch: paid once or set aside, never lost', {
  timeout: WITHIN_MS,
}, async () => {
  for (const mode of modes) {
    const member = await makeMember(server);
    await fund(server.db, member.id, 150_00n);
    await setFaults(server.sandbox.url, { bank: { mode, times: 1, delayMs: 500 } });
    const { id } = await member.client('POST /api/wallet/withdraw', { body: { amount: 100 } });
    const expected = PAYOUTS[mode];
    const read = () =>
      server.db.selectFrom('withdrawal').select('state').where('id', '=', id).executeTakeFirstOrThrow();
    // HELD is also how it begins: by then it has been tried.
    await until(async () => {
      const { sent } = await sentOf(id);
      return sent && (await read()).state === expected?.state;
    }, 60_000).catch(() => undefined);
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
    await until(async () => (await moneyOf(server.db, member.id)).wallet === expected, 60_000).catch(
      () => undefined,
    );
    expect([mode, first, (await moneyOf(server.db, member.id)).wallet]).toEqual([mode, first, expected]);
    expect(first).toMatch(/^(SUCCESS|PENDING|SERVICE_UNAVAILABLE)$/);
  }
});

test.concurrent.for(['WW', 'E2P'])(
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
            // Without an answer of the gateway the member gets no QR, and this code.
            expect(error).toMatchObject({ code: 'QR_FAIL' });
            return null;
          },
        );
      await setFaults(server.sandbox.url, { [`gateway:${gateway}`]: { mode: 'none' } });
      const qr = qrcodeId === null ? null : await qrOf(qrcodeId);
      // Without a QR there is nothing to pay, and nothing may come.
      if (qr !== null) await payFrom(server, member, { qr });
      const isStuck = mode === 'pendingForever';
      const expected = qr === null || isStuck ? 0n : 150_00n;
      await until(async () => (await moneyOf(server.db, member.id)).wallet === expected, 30_000).catch(
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
    // Reading goes on every few minutes; here at once, until both sources have told of the transfer.
    await until(async () => {
      await sql`update statement_reading set due_at = now() where due_at > now()`.execute(server.owner);
      const transfer = await server.db
        .selectFrom('incoming_transfer')
        .select(['status', 'statement_read_at'])
        .where('trans_ref', '=', transRef)
        .executeTakeFirst();
      return transfer?.status === 'CREDITED' && transfer.statement_read_at !== null;
    }, 60_000);
    expect([mode, (await moneyOf(server.db, member.id)).wallet]).toEqual([
      mode,
      BigInt(Math.round(amount * 100)),
    ]);
    await setFaults(server.sandbox.url, { statement: { mode: 'none' } });
  }
});

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
  expect(
    targets.every((target) => /^(game:\w+|gateway:(WW|E2P)|bank|statement|gift|sms)$/.test(target)),
  ).toBe(true);
});
