/** All addresses of the console, below /console. */
export const BASE = '/console';

export const paths = {
  home: '/',
  slips: '/slips',
  incoming: '/incoming',
  withdrawals: '/withdrawals',
  transfers: '/transfers',
  operators: '/operators',
  audit: '/audit',
} as const;
