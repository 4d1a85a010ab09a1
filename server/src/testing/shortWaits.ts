/**
 * Short time-outs for providers, for tests of time-outs and interrupted work. They are still several times longer than
 * any operation takes on a slow machine.
 */
export const SHORT_PROVIDER_WAITS = {
  KRAPAO_PROVIDER_TIMEOUT_MS: '3000',
  KRAPAO_LEASE_SECONDS: '7',
};

/** The same for databases, for tests with a silent or dead database. */
export const SHORT_WAITS = { ...SHORT_PROVIDER_WAITS, KRAPAO_DATABASE_TIMEOUT_MS: '5000' };
