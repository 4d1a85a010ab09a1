import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import type { Words } from '../i18n/words.ts';
import { client } from './api.ts';

/** The member's PIN and passkeys. */
export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: () => client('GET /api/account/security'),
});

type Security = ResponseOf<Contract['GET /api/account/security']>;

/** What protects the account besides the password, in one line. */
export const securityWords = ({ hasPin, passkeys }: Security): Words =>
  hasPin || passkeys.length > 0
    ? ['security.summary', { pin: String(hasPin), count: passkeys.length }]
    : ['security.none'];

/** Whether money leaves with a PIN or a passkey. */
export function hasOwnProof({ hasPin, passkeys }: Security): boolean {
  return hasPin || passkeys.some(({ isDistrusted }) => !isDistrusted);
}
