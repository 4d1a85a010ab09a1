import { sql } from 'kysely';
import { AppError } from '../appError.ts';
import { machineClock, type Timer } from '../clock.ts';
import { within } from '../within.ts';
import { connectReplica, type Db } from './connect.ts';
import { inBatches } from './inBatches.ts';

/** How long a reader waits for the replica to have what the primary had committed when it came; then the primary answers. */
const CATCH_UP_MS = 100;
const LOOK_EVERY_MS = 5;
/** A replica that does not answer is asked again after this time, and by no reader before. */
const CHECK_EVERY_MS = 1_000;
const CHECK_WITHIN_MS = 1_000;
/** Readers of the same moment share the question where the primary's log ends. */
const TOGETHER = { most: 1_000, atOnce: 2, waitMs: 0, besideMs: 1 };

/** What became of a read: `behind`: the replica had not caught up in time; `failed`: it refused or did not answer. */
export type ReadOutcome = 'replica' | 'behind' | 'failed' | 'unusable';

/** How far the replica is. */
export interface ReplicaState {
  isUsable: boolean;
  /** Bytes of the primary's log that the replica has not replayed. */
  behindBytes: number;
  /** Age of the newest transaction that the replica has replayed, while it is behind; else 0. */
  behindSeconds: number;
}

/** Where statements, reports, exports and searches read: on a replica if one is configured, else on the primary. */
export interface Readers {
  /**
   * Runs work that only reads and decides nothing about money. It sees at least what was committed before this call,
   * on whichever node, so also the caller's own writes. A replica that is late, silent or gone is no error: the work
   * runs on the primary, also a second time.
   */
  read<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /** Undefined without a replica. */
  replica(): ReplicaState | undefined;
  close(): Promise<void>;
}

/** How far a server's log is, and which log: positions of two logs say nothing of each other. */
interface End {
  position: string;
  /** The system, and the timeline on which it goes on after a promotion. */
  log: string;
}

/**
 * SQL: the log that a replica follows, as its last checkpoint has it. So after a promotion it is read again some minutes
 * later; a replica of the primary before may be further in a log that nobody goes on with.
 */
const ITS_LOG = sql<string>`(select system_identifier from pg_control_system()) || ' '
  || (select timeline_id from pg_control_checkpoint())`;

/** Reads on the primary alone. */
export const readersWithout = (primary: Db): Readers => ({
  read: (work) => work(primary),
  replica: () => undefined,
  close: async () => undefined,
});

/**
 * @param url of the replica, as the user of calls
 * @param timeoutMs time limit of a statement
 * @param count called for each read
 */
export async function openReaders(
  primary: Db,
  { url, timeoutMs }: { url: string; timeoutMs: number },
  count: (outcome: ReadOutcome) => void,
): Promise<Readers> {
  const replica = connectReplica(url, timeoutMs);
  let state: ReplicaState = { isUsable: false, behindBytes: 0, behindSeconds: 0 };
  const give = (isUsable: boolean) => {
    state = { ...state, isUsable };
  };

  // Asked at each read instead of kept with each write: several nodes, jobs and operators write for the caller too.
  const endOfLog = inBatches(async (readers: null[]) => {
    const { rows } = await sql<End>`
      select pg_current_wal_flush_lsn()::text as position,
        (select system_identifier from pg_control_system()) || ' '
          || ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as log`.execute(
      primary,
    );
    return readers.map(() => rows[0] ?? new Error('no position'));
  }, TOGETHER);

  async function hasCaughtUp(connection: Db, { position, log }: End): Promise<boolean> {
    const deadline = machineClock.monotonic() + CATCH_UP_MS;
    for (;;) {
      const { rows } = await sql<{ has: boolean | null }>`
        select pg_is_in_recovery() and ${ITS_LOG} = ${log}
          and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as has`.execute(connection);
      if (rows[0]?.has) return true;
      if (machineClock.monotonic() > deadline) return false;
      await machineClock.sleep(LOOK_EVERY_MS);
    }
  }

  async function check(): Promise<void> {
    const asked = async () => {
      const { position, log } = await endOfLog(null);
      const { rows } = await sql<{ isReplica: boolean; bytes: number; seconds: number }>`
        select pg_is_in_recovery() and ${ITS_LOG} = ${log} as "isReplica",
          greatest(${position}::pg_lsn - pg_last_wal_replay_lsn(), 0)::float8 as bytes,
          coalesce(extract(epoch from pg_catalog.now() - pg_last_xact_replay_timestamp()), 0)::float8 as seconds`.execute(
        replica,
      );
      return rows[0];
    };
    const seen = await within(CHECK_WITHIN_MS, asked(), machineClock).catch(() => undefined);
    // A replica that was promoted is another primary, and one of another log is none of ours.
    if (seen === undefined || !seen.isReplica) give(false);
    else
      state = {
        isUsable: true,
        behindBytes: seen.bytes,
        behindSeconds: seen.bytes > 0 ? Math.max(seen.seconds, 0) : 0,
      };
  }

  let isClosed = false;
  let timer: Timer | undefined;
  let checking = check();
  const again = () => {
    if (isClosed) return;
    timer = machineClock.after(CHECK_EVERY_MS, () => {
      checking = check();
      void checking.finally(again);
    });
  };
  await checking;
  again();

  async function onReplica<Result>(
    work: (db: Db) => Promise<Result>,
  ): Promise<{ result: Result } | ReadOutcome> {
    if (!state.isUsable) return 'unusable';
    const end = await endOfLog(null);
    const caughtUp = Promise.withResolvers<boolean>();
    let isLate = false;
    // On one connection: behind a balancer's address each may lead to another replica.
    const reading = replica.connection().execute(async (connection) => {
      const caught = await hasCaughtUp(connection, end);
      caughtUp.resolve(caught);
      return caught && !isLate ? { result: await work(connection) } : 'behind';
    });
    reading.catch(caughtUp.reject);
    try {
      if ((await within(2 * CATCH_UP_MS, caughtUp.promise, machineClock)) !== undefined) return await reading;
      isLate = true;
      give(false);
      return 'failed';
    } catch (error) {
      if (error instanceof AppError) throw error;
      give(false);
      return 'failed';
    }
  }

  return {
    read: async (work) => {
      const read = await onReplica(work);
      if (typeof read !== 'string') {
        count('replica');
        return read.result;
      }
      count(read);
      return work(primary);
    },
    replica: () => state,
    close: async () => {
      isClosed = true;
      timer?.cancel();
      await checking;
      await replica.destroy();
    },
  };
}
