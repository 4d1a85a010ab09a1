/**
 * SQLSTATE classes: connection exception, insufficient resources (too many connections), operator intervention, system
 * error (a disk that fails).
 */
const CLASSES = ['08', '53', '57', '58'];
/** The session was idle in a transaction for too long. */
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
/** Errors of pg, its pool and Kysely that have no code. */
const MESSAGES =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client (was closed|has encountered a connection error)|Postgres connection has been discarded|Cannot use a pool after calling end)/;

/** Whether the client stopped waiting for the database's answer; the statement may have been executed. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/**
 * Whether a call failed because the database was unavailable or too slow. It is then unknown whether the last
 * transaction was committed; the same request under the same key gives the result.
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
