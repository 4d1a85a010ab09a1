import type { Trouble } from '@krapao/contract/connections';

const STATUSES: Readonly<Record<number, Trouble>> = { 401: 'KEY_REFUSED', 403: 'REFUSED', 429: 'BUSY' };

/** What the HTTP status alone says of an answer that nothing else explains. */
export function troubleOfStatus(httpStatus: number): Trouble {
  return STATUSES[httpStatus] ?? (httpStatus >= 500 ? 'SERVER_ERROR' : 'BAD_ANSWER');
}
