import type { FastifyRequest } from 'fastify';
import { AppError } from '../../appError.ts';
import { authenticate } from '../../calls/authenticate.ts';
import type { AppContext } from '../../context.ts';
import { isOurGuest } from './guestToken.ts';

/** Who chats with the site: a member, or a guest whose token we signed. */
export type Customer = { memberId: bigint } | { guestId: string };

/** What a call or a socket says of who asks; null and the empty text say nothing. */
interface Claim {
  userId?: string | null | undefined;
  guestId?: string | null | undefined;
  guestToken?: string | null | undefined;
}

/**
 * The customer behind a call: the bearer token's member where there is one, otherwise the signed guest. What a call
 * says of its user or guest by itself opens nothing.
 * @throws AppError UNAUTHORIZED without any identity or for another's userId, NO_USER for a guest that we did not sign,
 * and what `authenticate` throws
 */
export async function identifyCustomer(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
  { userId, guestId, guestToken }: Claim,
): Promise<Customer> {
  if (headers.authorization !== undefined) {
    const { memberId } = await authenticate(db, { headers } as FastifyRequest);
    if (userId && userId !== String(memberId)) throw new AppError('UNAUTHORIZED', 'another user');
    return { memberId };
  }
  if (!guestId || !guestToken) throw new AppError('UNAUTHORIZED');
  if (!isOurGuest(secrets.guest, { guestId, guestToken })) throw new AppError('NO_USER');
  return { guestId };
}

/** Names the customer in limits. */
export function customerKey(customer: Customer): string {
  return 'memberId' in customer ? `m${customer.memberId}` : customer.guestId;
}

/** CHT-01: the customer's room, named from the prefix and the user id or guest id. */
export function roomName(prefix: string, customer: Customer): string {
  return `${prefix}${'memberId' in customer ? customer.memberId : customer.guestId}`;
}

/** The room of the operators' sockets. No user id or guest id is this word. */
export function operatorsRoom(prefix: string): string {
  return `${prefix}operators`;
}
