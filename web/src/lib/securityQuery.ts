import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { client } from './api.ts';

/** The member's PIN and passkeys. */
export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: () => client('GET /api/account/security'),
});

/** Whether money leaves with a PIN or a passkey. */
export function hasOwnProof({
  hasPin,
  passkeys,
}: ResponseOf<Contract['GET /api/account/security']>): boolean {
  return hasPin || passkeys.some(({ isDistrusted }) => !isDistrusted);
}
