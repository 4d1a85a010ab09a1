/**
 * A node's patience with providers for tests that play time-outs and work that is left undone: short, and yet several
 * times what anything takes on a slow machine.
 */
export const SHORT_PROVIDER_WAITS = {
  KRAPAO_PROVIDER_TIMEOUT_MS: '3000',
  KRAPAO_LEASE_SECONDS: '6',
};

/** The same with databases, for tests in which the database is the one that is silent or dead. */
export const SHORT_WAITS = { ...SHORT_PROVIDER_WAITS, KRAPAO_DATABASE_TIMEOUT_MS: '5000' };
