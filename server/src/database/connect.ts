import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { StartupError } from '../startupError.ts';
import { DatabaseClient } from './databaseClient.ts';
import type { DB as Database } from './schemaTypes.ts';
import { isUnanswered } from './unavailable.ts';

export type { Database };
export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

const MINIMUM_VERSION = 15;
const APP_ROLE = 'krapao_app';
const pools = new WeakMap<Db, pg.Pool>();
const MAX_CONNECTIONS = 20;
/** Time limit of a statement of a call or a job, including waiting for a lock, and of opening a connection. */
const TIMEOUT_MS = 10_000;
// A job may have to catch up with many postings.
const LONG_STATEMENT_MS = 600_000;
const REPLICA_CONNECT_MS = 1_000;
// Releases the locks of a node that vanished in the middle of a transaction.
const IDLE_IN_TRANSACTION_MS = 30_000;
// The server has ended every statement by then. If there is still no answer, the connection is dead.
const ANSWER_AFTER_MS = 2_000;
const KEEP_ALIVE_AFTER_MS = 10_000;

// int8 as bigint, and arrays of it; all other types as in pg (timestamptz becomes a Date).
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, BigInt);
const parseArray = pg.types.getTypeParser(1009 as never) as unknown as (text: string) => string[];
types.setTypeParser(1016 as never, (text: string) => parseArray(text).map(BigInt));

/**
 * The application's connection pool: the role krapao_app, which may change money only through the ledger's functions.
 */
export function connect(url: string, timeoutMs = TIMEOUT_MS): Db {
  return open(url, {
    max: MAX_CONNECTIONS,
    ...asApplication(timeoutMs),
    connectionTimeoutMillis: timeoutMs,
  });
}

/**
 * As connect, through a transaction pooler (PgBouncer), which accepts no connection options: the address's user is
 * itself a member of krapao_app, with its own time limits (docs/operations.md).
 * @throws StartupError if that user could write the ledger without its functions
 */
export async function connectPooled(url: string, timeoutMs = TIMEOUT_MS): Promise<Db> {
  const db = open(url, {
    max: MAX_CONNECTIONS,
    query_timeout: timeoutMs + ANSWER_AFTER_MS,
    connectionTimeoutMillis: timeoutMs,
  });
  try {
    const { rows } = await sql<{ mayWrite: boolean; isMember: boolean }>`
      select has_table_privilege('ledger.posting', 'INSERT') as "mayWrite",
        pg_has_role(current_user, ${APP_ROLE}, 'USAGE') as "isMember"`.execute(db);
    if (rows[0]?.mayWrite || !rows[0]?.isMember)
      throw new StartupError(
        `The user of KRAPAO_POOL_URL must be a member of ${APP_ROLE} and nothing more; it must not own the database.`,
      );
    return db;
  } catch (error) {
    await db.destroy();
    if (error instanceof StartupError) throw error;
    throw new StartupError(`The database of KRAPAO_POOL_URL cannot be reached: ${describe(error)}.`);
  }
}

/** As connect, to a replica: if it does not accept a connection soon, the primary is asked. */
export function connectReplica(url: string, timeoutMs: number): Db {
  return open(url, {
    max: MAX_CONNECTIONS,
    ...asApplication(timeoutMs),
    connectionTimeoutMillis: REPLICA_CONNECT_MS,
  });
}

/** As connect, for jobs with single statements that may take minutes: sealing and counting after a long downtime. */
export function connectPatiently(url: string): Db {
  return open(url, { max: 3, ...asApplication(LONG_STATEMENT_MS) });
}

function asApplication(statementMs: number): pg.PoolConfig {
  return {
    options: `-c role=${APP_ROLE} -c statement_timeout=${statementMs} -c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`,
    query_timeout: statementMs + ANSWER_AFTER_MS,
  };
}

/** A small pool as the owner of the database, for migrations, seeds and checks. */
export function connectAsOwner(url: string): Db {
  return open(url, { max: 4 });
}

function open(url: string, options: pg.PoolConfig): Db {
  const pool = new pg.Pool({
    connectionString: url,
    Client: DatabaseClient,
    types,
    connectionTimeoutMillis: TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    ...options,
  });
  // A connection that breaks while idle is replaced; no query notices it.
  pool.on('error', () => undefined);
  pool.on('connect', closeWhenUnanswered);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  pools.set(db, pool);
  return db;
}

/** The pool below a database, for its counts. */
export function poolOf(db: Db): pg.Pool | undefined {
  return pools.get(db);
}

/** Closes a connection whose answer did not come in time, so that the pool does not reuse it. */
function closeWhenUnanswered(client: pg.PoolClient & { end?: () => Promise<void> }): void {
  const query = client.query.bind(client) as (...parts: unknown[]) => unknown;
  client.query = ((...parts: unknown[]) => {
    const answer = query(...parts);
    if (answer instanceof Promise) {
      answer.catch((error: unknown) => {
        if (isUnanswered(error)) void client.end?.().catch(() => undefined);
      });
    }
    return answer;
  }) as typeof client.query;
}

/**
 * Checks that the database can be reached, is new enough and keeps Unicode.
 * @throws StartupError with one sentence
 */
export async function checkDatabase(url: string): Promise<void> {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<Record<'server_version_num' | 'server_version' | 'encoding', string>>(
      `select current_setting('server_version_num') as server_version_num,
        current_setting('server_version') as server_version, current_setting('server_encoding') as encoding`,
    );
    const version = rows[0];
    if (version === undefined || Math.floor(Number(version.server_version_num) / 10_000) < MINIMUM_VERSION) {
      throw new StartupError(
        `The database is PostgreSQL ${version?.server_version}; PostgreSQL ${MINIMUM_VERSION} or newer is needed.`,
      );
    }
    // A machine without a locale may have made SQL_ASCII; the migrations would fail there, in PostgreSQL's words.
    if (version.encoding !== 'UTF8') {
      throw new StartupError(
        `The database has the encoding ${version.encoding} and needs UTF8: CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'.`,
      );
    }
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`The database of DATABASE_URL cannot be reached: ${describe(error)}.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function describe(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describe).join(', ');
  return error instanceof Error ? error.message : String(error);
}
