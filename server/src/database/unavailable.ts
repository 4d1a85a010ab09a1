/** SQLSTATE classes: connection exception, insufficient resources (too many connections), operator intervention. */
const CLASSES = ['08', '53', '57'];
/** Ended because it was idle in a transaction for too long. */
const IDLE_IN_TRANSACTION = '25P03';
const SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** What pg, its pool and Kysely say without a code. */
const MESSAGES =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client (was closed|has encountered a connection error)|Postgres connection has been discarded|Cannot use a pool after calling end)/;

/** Whether the client gave up waiting for the database's answer; what was asked may have been done. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/**
 * Whether a call failed because the database was not there, or not in time. Whether its last transaction is in the
 * database is then not known: only the same request under the same key tells.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return MESSAGES.test(error.message);
  return (
    SYSTEM.has(code) ||
    (/^[0-9A-Z]{5}$/.test(code) && (CLASSES.includes(code.slice(0, 2)) || code === IDLE_IN_TRANSACTION))
  );
}
