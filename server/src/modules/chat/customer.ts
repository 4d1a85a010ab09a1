import type { FastifyRequest } from 'fastify';
import { AppError } from '../../appError.ts';
import { authenticate } from '../../calls/authenticate.ts';
import type { AppContext } from '../../context.ts';
import { isOurGuest } from './guestToken.ts';

/** The customer: a member, or a guest whose token we signed. */
export type Customer = { memberId: bigint } | { guestId: string };

/** The identity that a call or a socket claims; null and the empty text claim none. */
interface Claim {
  userId?: string | null | undefined;
  guestId?: string | null | undefined;
  guestToken?: string | null | undefined;
}

/**
 * The customer behind a call: the bearer token's member if there is one, otherwise the signed guest. A claimed user or
 * guest id alone gives no access.
 * @throws AppError UNAUTHORIZED without any identity or for another's userId, NO_USER for a guest that we did not sign,
 * and errors of `authenticate`
 */
export async function identifyCustomer(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
  { userId, guestId, guestToken }: Claim,
): Promise<Customer> {
  if (headers.authorization !== undefined) {
    const { memberId } = await authenticate(db, { headers } as FastifyRequest, { isOpen: true });
    if (userId && userId !== String(memberId)) throw new AppError('UNAUTHORIZED', 'another user');
    return { memberId };
  }
  if (!guestId || !guestToken) throw new AppError('UNAUTHORIZED');
  if (!isOurGuest(secrets.guest, { guestId, guestToken })) throw new AppError('NO_USER');
  return { guestId };
}

/** The customer's name in limits. */
export function customerKey(customer: Customer): string {
  return 'memberId' in customer ? `m${customer.memberId}` : customer.guestId;
}

/** CHT-01: the customer's room, named from the prefix and the user id or guest id. */
export function roomName(prefix: string, customer: Customer): string {
  return `${prefix}${'memberId' in customer ? customer.memberId : customer.guestId}`;
}

/** The room of the operators' sockets. No user id or guest id equals this word. */
export function operatorsRoom(prefix: string): string {
  return `${prefix}operators`;
}
