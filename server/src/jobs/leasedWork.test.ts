import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld } from '../testing/verbWorld.ts';
import { claimDue, dueNow, type LeasedWork, workOnEach } from './leasedWork.ts';
import { giveBack, type Ladder, retryOrGiveUp, waitAfter } from './retry.ts';
import { underFence } from './underFence.ts';

const WORK: LeasedWork<'play_close'> = { job: 'tested', table: 'play_close', key: ['provider', 'day'] };
const DAY = '2026-01-31';

let world: VerbWorld;
beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER);
});
afterAll(() => world.close());

/** One row is due. */
beforeEach(async () => {
  await world.owner.deleteFrom('play_close').execute();
  await world.owner.insertInto('play_close').values({ provider: 'pg', day: DAY }).execute();
});

const withLease = (leaseSeconds: number) => ({
  ...world.context,
  config: { ...world.context.config, leaseSeconds },
});
const claim = (context = withLease(30)) =>
  claimDue(context, WORK, {
    limit: 10,
    set: { attempts: sql`due.attempts + 1` },
    returning: { day: sql<string>`leased.day::text`, was: sql<number>`due.attempts` },
  });
async function claimOne(context = withLease(30)) {
  const [row] = await claim(context);
  if (row === undefined) throw new Error('nothing was due');
  return row;
}
async function stored() {
  const { rows } = await sql<{ reason: string | null; attempts: number; wait: number | null; claim: number }>`
    select reason, attempts, claim, extract(epoch from due_at - clock_timestamp())::float8 as wait from play_close`.execute(
    world.db,
  );
  return rows[0];
}
/** Sets the column `reason`, which stands for the result of the work in these tests. */
const write = (reason: string) =>
  underFence(world.context, WORK, claimedNow, async (trx, lock) => {
    await lock();
    await trx.updateTable('play_close').set({ reason }).execute();
    return 'done';
  });
let claimedNow: Awaited<ReturnType<typeof claimOne>>;
/** How the test changed the metrics, by event. */
async function counted(act: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await counts();
  await act();
  const after = await counts();
  return Object.fromEntries(
    Object.entries(after).flatMap(([event, count]) => {
      const more = count - (before[event] ?? 0);
      return more === 0 ? [] : [[event, more]];
    }),
  );
}
async function counts(): Promise<Record<string, number>> {
  const { text } = await world.context.metrics.render();
  const lines = text.matchAll(/^krapao_leased_rows_total\{job="tested",event="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, event, count]) => [event, Number(count)]));
}

test('KRAPAO_LEASE_SECONDS is how long a claim lasts', async () => {
  await claimOne(withLease(45));
  const { wait } = (await stored()) ?? {};
  expect(wait).toBeGreaterThan(44);
  expect(wait).toBeLessThanOrEqual(45);
});

test('a claim tells the row as it is, and as it was, and changes what it is told to', async () => {
  expect(await claimOne()).toMatchObject({ provider: 'pg', day: DAY, attempts: 1, was: 0, claim: 1 });
});

test('of two workers at one row, one gets it', async () => {
  for (let round = 0; round < 20; round += 1) {
    await world.owner
      .updateTable('play_close')
      .set({ due_at: new Date(0) })
      .execute();
    const got = await Promise.all([claim(), claim()]);
    expect(got.flat()).toHaveLength(1);
  }
});

test('a row that another transaction has locked is left to the next run, and nobody waits for it', async () => {
  await world.owner.transaction().execute(async (trx) => {
    await trx.selectFrom('play_close').selectAll().forUpdate().execute();
    expect(await claim()).toEqual([]);
  });
  expect(await claim()).toHaveLength(1);
});

test('the rows that have been due longest come first, as many as are asked for, and of those that fit', async () => {
  const days = ['2026-01-01', '2026-01-02', '2026-01-03'];
  await world.owner
    .insertInto('play_close')
    .values(days.map((day, nth) => ({ provider: 'pg', day, due_at: new Date(3_000 - nth * 1_000) })))
    .execute();
  const next = async (limit: number) =>
    (
      await claimDue(world.context, WORK, {
        limit,
        where: sql<boolean>`day <> '2026-01-02'`,
        returning: { day: sql<string>`leased.day::text` },
      })
    )
      .map(({ day }) => day)
      .sort();
  expect(await next(1)).toEqual(['2026-01-03']);
  expect(await next(5)).toEqual(['2026-01-01', DAY]);
});

test('a lease that has ended is another’s, and who was overtaken writes nothing', async () => {
  claimedNow = await claimOne(withLease(0));
  const other = await claimOne();
  expect(other.claim).toBe(2);
  expect(await counted(() => write('late'))).toEqual({ fence_lost: 1 });
  expect(await write('late')).toBe('overtaken');
  expect(await stored()).toMatchObject({ reason: null, claim: 2 });
  claimedNow = other;
  expect(await counted(() => write('in time'))).toEqual({ done: 1 });
  expect(await stored()).toMatchObject({ reason: 'in time' });
});

test('what an overtaken worker wrote before it locked the row is undone', async () => {
  claimedNow = await claimOne();
  await world.owner.updateTable('play_close').set(dueNow()).execute();
  const end = await underFence(world.context, WORK, claimedNow, async (trx, lock) => {
    await trx.updateTable('play_close').set({ reason: 'too early' }).execute();
    await lock();
    return 'done';
  });
  expect(end).toBe('overtaken');
  expect(await stored()).toMatchObject({ reason: null });
});

test('a row that has ended meanwhile is nobody’s, though no other claimed it', async () => {
  claimedNow = await claimOne();
  await sql`update play_close set closed_at = now(), due_at = null`.execute(world.owner);
  expect(await write('late')).toBe('overtaken');
  expect(
    await counted(() => giveBack(world.context, WORK, claimedNow, { end: 'retried', seconds: 1 })),
  ).toEqual({ fence_lost: 1 });
  expect(await stored()).toMatchObject({ reason: null, wait: null });
});

test('what is made due at once overtakes who has the row, and is next', async () => {
  claimedNow = await claimOne();
  await world.owner.updateTable('play_close').set(dueNow()).execute();
  expect(await write('of before')).toBe('overtaken');
  expect(await claimOne()).toMatchObject({ claim: 3 });
});

test('an error of the booking is not taken for a lost fence', async () => {
  claimedNow = await claimOne();
  const failing = underFence(world.context, WORK, claimedNow, async (_trx, lock) => {
    await lock();
    throw new Error('no such account');
  });
  await expect(failing).rejects.toThrow('no such account');
  expect(await write('again')).toBe('done');
});

test('each try waits longer; then the row is given up, by what the caller says', async () => {
  const ladder: Ladder = { waits: [5, 60], isEndless: false };
  const ends: unknown[] = [];
  const seen = await counted(async () => {
    for (const seconds of [5, 60, undefined]) {
      await world.owner
        .updateTable('play_close')
        .set({ due_at: new Date(0) })
        .execute();
      const row = await claimOne();
      const end = await underFence(world.context, WORK, row, async (trx, lock) => {
        const { attempts } = await lock();
        return retryOrGiveUp(trx, WORK, row, {
          wait: waitAfter(ladder, attempts),
          set: { reason: `try ${attempts}` },
          giveUp: () => trx.updateTable('play_close').set({ reason: 'OPERATOR' }).execute(),
        });
      });
      ends.push(end);
      const { wait, reason } = (await stored()) ?? {};
      if (seconds === undefined) expect(reason).toBe('OPERATOR');
      else {
        expect(wait).toBeGreaterThan(seconds - 1);
        expect(wait).toBeLessThanOrEqual(seconds);
      }
    }
  });
  expect(ends).toEqual(['retried', 'retried', 'gave_up']);
  expect(seen).toEqual({ claimed: 3, retried: 2, gave_up: 1 });
});

test('a ladder without an end repeats its last wait', () => {
  const waits = [1, 10, 300];
  const all = [1, 2, 3, 4, 50];
  expect(all.map((tries) => waitAfter({ waits, isEndless: true }, tries))).toEqual([1, 10, 300, 300, 300]);
  expect(all.map((tries) => waitAfter({ waits, isEndless: false }, tries))).toEqual([
    1,
    10,
    300,
    undefined,
    undefined,
  ]);
});

test('work that fails in the middle leaves the other rows theirs, and is counted', async () => {
  await world.owner.insertInto('play_close').values({ provider: 'pg', day: '2026-02-01' }).execute();
  const done: string[] = [];
  const seen = await counted(async () => {
    const count = await workOnEach(world.context, WORK, await claim(), async ({ day }) => {
      if (day === DAY) throw new Error('the provider went away');
      await stored();
      done.push(day);
    });
    expect(count).toBe(2);
  });
  expect(done).toEqual(['2026-02-01']);
  expect(seen).toEqual({ claimed: 2, interrupted: 1 });
});
