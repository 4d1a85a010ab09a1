import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../appError.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { balance, ensureHouseAccount, ensureMemberAccount } from './account.ts';
import { startBatcher } from './batcher.ts';
import { holdLine, type Line, type PostCommand, type Posted, transferLine, voidHoldLine } from './command.ts';
import { post } from './post.ts';
import { postBatch } from './postBatch.ts';
import { verify } from './verify.ts';

let database: TestDatabase;
let send: (line: Line) => Promise<Posted>;
let nextMember = 1;
const by = { actor: 'system', cause: 'test' };

beforeAll(async () => {
  database = await createTestDatabase(OWN_CLUSTER);
  send = startBatcher(database.db);
});
afterAll(async () => {
  expect(await verify(database.owner)).toEqual([]);
  await database.close();
});

async function walletWith(amount: bigint) {
  return database.db.transaction().execute(async (trx) => {
    const bank = await ensureHouseAccount(trx, 'bank', 'KBANK');
    const wallet = await ensureMemberAccount(trx, nextMember++, 'wallet');
    if (amount > 0n) await post(trx, asCommand(bank, wallet, amount));
    return { bank, wallet };
  });
}
const balanceOf = (id: bigint) => database.db.transaction().execute((trx) => balance(trx, id));
const asCommand = (debit: bigint, credit: bigint, amount: bigint): PostCommand => ({
  ...by,
  key: randomUUID(),
  code: 'move',
  debit,
  credit,
  amount,
});
const codes = (ends: PromiseSettledResult<Posted>[]) =>
  ends.map((end) => (end.status === 'fulfilled' ? 'ok' : (end.reason as AppError).code));

test('postings of a moment go to the database together and answer what each left', async () => {
  const { bank, wallet } = await walletWith(0n);
  const posted = await Promise.all(
    Array.from({ length: 50 }, () => send(transferLine(asCommand(bank, wallet, 2n)))),
  );
  expect(posted.map(({ creditAfter }) => creditAfter)).toEqual(
    Array.from({ length: 50 }, (_, nth) => BigInt(nth + 1) * 2n),
  );
  const { rows } = await sql<{ transactions: bigint }>`
    select count(distinct xid) as transactions from ledger.posting where credit = ${wallet}`.execute(
    database.db,
  );
  expect(rows[0]?.transactions).toBe(1n);
});

test('who has not enough money is refused alone', async () => {
  const { bank, wallet } = await walletWith(100n);
  const rich = (await walletWith(1_000n)).wallet;
  const ends = await Promise.allSettled([
    send(transferLine(asCommand(wallet, bank, 60n))),
    send(transferLine(asCommand(rich, bank, 999n))),
    send(transferLine(asCommand(wallet, bank, 60n))),
    send(transferLine(asCommand(wallet, bank, 40n))),
  ]);
  expect(codes(ends)).toEqual(['ok', 'ok', 'MONEY_NOT_ENOUGH', 'ok']);
  expect((await balanceOf(wallet)).posted).toBe(0n);
  expect((await balanceOf(rich)).posted).toBe(1n);
});

test('holds of a batch are respected: together they cannot set aside more than there is', async () => {
  const { bank, wallet } = await walletWith(100n);
  const ends = await Promise.allSettled(
    Array.from({ length: 4 }, (_, nth) =>
      send(
        nth % 2 === 0 ? holdLine(asCommand(wallet, bank, 40n)) : transferLine(asCommand(wallet, bank, 40n)),
      ),
    ),
  );
  expect(codes(ends)).toEqual(['ok', 'ok', 'MONEY_NOT_ENOUGH', 'MONEY_NOT_ENOUGH']);
  expect(await balanceOf(wallet)).toEqual({ posted: 60n, held: 40n, available: 20n });
});

test('a refused hold leaves nothing behind, and a hold is resolved once', async () => {
  const { bank, wallet } = await walletWith(100n);
  const refused = holdLine(asCommand(wallet, bank, 101n));
  await expect(send(refused)).rejects.toMatchObject({ code: 'MONEY_NOT_ENOUGH' });
  expect(await balanceOf(wallet)).toEqual({ posted: 100n, held: 0n, available: 100n });
  const { id } = await send(holdLine(asCommand(wallet, bank, 100n)));
  const voids = await Promise.allSettled(
    [1, 2].map(() => send(voidHoldLine({ ...by, key: randomUUID(), pendingId: id }))),
  );
  expect(codes(voids)).toEqual(['ok', 'INTERNAL_SERVER_ERROR']);
  expect(await balanceOf(wallet)).toEqual({ posted: 100n, held: 0n, available: 100n });
});

test('the same key twice in one batch is one posting; with another command it is refused', async () => {
  const { bank, wallet } = await walletWith(100n);
  const line = transferLine(asCommand(wallet, bank, 30n));
  const [first, second, other] = await Promise.allSettled([
    send(line),
    send(line),
    send({ ...line, amount: 31n }),
  ]);
  if (first?.status !== 'fulfilled' || second?.status !== 'fulfilled') throw new Error('both are answered');
  expect(second.value).toEqual({ ...first.value, replayed: true });
  expect(other).toMatchObject({ reason: { code: 'IDEMPOTENCY_MISMATCH' } });
  expect(await send(line)).toEqual({ ...first.value, replayed: true });
  expect((await balanceOf(wallet)).posted).toBe(70n);
});

test('the same batch from many nodes at once is booked once', async () => {
  const { bank, wallet } = await walletWith(1_000n);
  const payout = await database.db.transaction().execute((trx) => ensureHouseAccount(trx, 'payout'));
  const lines = Array.from({ length: 20 }, (_, nth) =>
    transferLine(nth % 2 === 0 ? asCommand(wallet, bank, 3n) : asCommand(bank, payout, 3n)),
  );
  const nodes = Array.from({ length: 6 }, () => startBatcher(database.db));
  const answers = await Promise.all(
    nodes.map((node, nth) => Promise.all((nth % 2 === 0 ? lines : lines.toReversed()).map(node))),
  );
  expect(answers.flat().filter(({ replayed }) => !replayed)).toHaveLength(20);
  expect((await balanceOf(wallet)).posted).toBe(970n);
});

test.each<[string, Partial<Line>]>([
  ['an amount of nothing', { amount: 0n }],
  ['an amount beyond the database', { amount: 2n ** 70n }],
  ['an amount beyond any balance', { amount: 2n ** 63n - 1n }],
  ['no amount', { amount: null }],
  ['an account that is not there', { credit: 999_999_999n }],
  ['one account on both sides', { credit: 0n }],
  ['a code that is none', { code: 'Not A Code' }],
  ['a key that is none', { key: 'not a key' }],
  ['a cause that no text can hold', { cause: 'a\u0000b' }],
  ['a hold that is not there', { phase: 'void', pendingId: 999_999_999n }],
])('%s hurts nobody else', async (_, nonsense) => {
  const { bank, wallet } = await walletWith(100n);
  const bad = { ...transferLine(asCommand(bank, wallet, 1n)), ...nonsense };
  const ends = await Promise.allSettled([
    send(transferLine(asCommand(wallet, bank, 60n))),
    send(bad.credit === 0n ? { ...bad, credit: bad.debit } : bad),
    send(holdLine(asCommand(wallet, bank, 40n))),
  ]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await balanceOf(wallet)).toEqual({ posted: 40n, held: 40n, available: 0n });
});

test('lines of a transaction come and go with it', async () => {
  const { bank, wallet } = await walletWith(0n);
  const line = transferLine(asCommand(bank, wallet, 5n));
  await expect(
    database.db.transaction().execute(async (trx) => {
      await postBatch(trx, [line]);
      throw new AppError('NO_DATA');
    }),
  ).rejects.toMatchObject({ code: 'NO_DATA' });
  expect((await balanceOf(wallet)).posted).toBe(0n);
  expect(await send(line)).toMatchObject({ replayed: false, creditAfter: 5n });
});

const BREAKS = 6;

/**
 * Ends the connections of running batches, which wait for an account locked until then. All the connections may have
 * been in use by batches that were already ended; then nothing is running.
 */
async function breakBatches(account: bigint, sendAll: () => Promise<unknown>[]): Promise<void> {
  let sending: Promise<unknown> = Promise.resolve();
  await database.owner.transaction().execute(async (trx) => {
    await sql`select from ledger.account where id = ${account} for update`.execute(trx);
    let isOver = false;
    sending = Promise.all(sendAll()).finally(() => {
      isOver = true;
    });
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%post_batch%'
            and pid <> pg_backend_pid()`.execute(database.owner);
        return isOver || rows.length > 0;
      })
      .toBe(true);
  });
  await sending;
}

test('connections that break in the middle of batches lose nothing and double nothing', {
  timeout: 180_000,
}, async () => {
  const { bank, wallet } = await walletWith(0n);
  const lines = Array.from({ length: 3_000 }, () => transferLine(asCommand(bank, wallet, 1n)));
  const acknowledged = new Set<string>();
  let broken = 0;
  let open = lines;
  for (let round = 0; open.length > 0; round += 1) {
    const failed: Line[] = [];
    const sendAll = () =>
      open.map((line) =>
        send(line).then(
          () => acknowledged.add(line.key),
          () => failed.push(line),
        ),
      );
    if (round < BREAKS) await breakBatches(wallet, sendAll);
    else await Promise.all(sendAll());
    broken += failed.length;
    open = failed;
  }
  expect(broken).toBeGreaterThan(0);
  expect(acknowledged.size).toBe(3_000);
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from ledger.posting where credit = ${wallet}`.execute(database.owner);
  expect(rows[0]?.count).toBe(3_000n);
  expect((await balanceOf(wallet)).posted).toBe(3_000n);
});
