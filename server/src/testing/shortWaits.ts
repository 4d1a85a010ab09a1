/**
 * A node's patience with others for tests that play time-outs, dead nodes and silent databases: short, and yet several
 * times what anything takes on a slow machine.
 */
export const SHORT_WAITS = {
  KRAPAO_PROVIDER_TIMEOUT_MS: '3000',
  KRAPAO_LEASE_SECONDS: '6',
  KRAPAO_DATABASE_TIMEOUT_MS: '5000',
};
