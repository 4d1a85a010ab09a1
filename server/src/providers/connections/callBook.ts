import type { Trouble } from '@krapao/contract/connections';
import { sql } from 'kysely';
import { clock } from '../../clock.ts';
import type { Db } from '../../database/connect.ts';

/** What one call of a connection came to. */
export interface ConnectionCall {
  connectionId: string;
  operation: string;
  /** Null if it gave what was asked. */
  trouble: Trouble | null;
  tookMs: number;
  /** Paid calls left, where the maker said so. */
  quotaLeft?: number | undefined;
  /** Of a shadow: whether it said what the deciding connection said. */
  agrees?: boolean | undefined;
}

/** Keeps what calls came to, for the console. A call never waits for it. */
export interface CallBook {
  add(call: ConnectionCall): void;
  /** Writes what is not written yet. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const INTERVAL_MS = 1_000;
const WAITING_MAX = 5_000;

/** Writes once a second. If the database is away, the oldest calls beyond 5,000 are forgotten. */
export function openCallBook(db: Db): CallBook {
  let waiting: (ConnectionCall & { at: Date })[] = [];
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const calls = waiting;
    if (calls.length === 0) return;
    waiting = [];
    const rows = calls.map((call) => ({
      connection_id: call.connectionId,
      at: call.at,
      operation: call.operation,
      trouble: call.trouble,
      took_ms: Math.round(call.tookMs),
      quota_left: call.quotaLeft ?? null,
      agrees: call.agrees ?? null,
    }));
    try {
      await sql`
        insert into connection_call (connection_id, at, operation, trouble, took_ms, quota_left, agrees)
        select connection_id, at, operation, trouble, took_ms, quota_left, agrees
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as told (connection_id text, at timestamptz,
          operation text, trouble text, took_ms int, quota_left bigint, agrees boolean)`.execute(db);
    } catch {
      waiting = [...calls, ...waiting].slice(-WAITING_MAX);
    }
  }

  const flush = () => {
    writing = writing.then(write);
    return writing;
  };
  const timer = clock.every(INTERVAL_MS, () => void flush()).unref();
  return {
    add: (call) => void waiting.push({ ...call, at: clock.date() }),
    flush,
    close: () => {
      timer.cancel();
      return flush();
    },
  };
}
