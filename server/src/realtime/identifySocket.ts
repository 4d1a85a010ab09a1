import type { IncomingHttpHeaders } from 'node:http';
import type { SocketAuth } from '@krapao/contract/events';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../appError.ts';
import { memberSession } from '../calls/sessionEnds.ts';
import { tokenHash } from '../calls/sessionToken.ts';
import type { AppContext } from '../context.ts';
import type { Db } from '../database/connect.ts';
import { identifyCustomer, operatorsRoom, roomName } from '../modules/chat/customer.ts';
import { findRoom } from '../modules/chat/room.ts';
import type { SocketOperators } from './operators.ts';
import type { SocketIdentity } from './realtime.ts';

type Needs = Pick<AppContext, 'db' | 'secrets' | 'settings'>;

/** A room's name is a prefix and a member's or guest's id. */
const MEMBER_NAME = /^\d{1,18}$/;

/**
 * Identifies a connecting socket: an operator by the console's ticket, otherwise a member by the token or a guest by
 * the signed token. An operator may join every room, a customer only their own.
 * @throws AppError OPERATOR_NETWORK, SITE_TERMINATED, NO_DATA while the chat is off, and the errors of identifyCustomer
 */
export async function identifySocket(
  context: Needs,
  operators: SocketOperators,
  auth: SocketAuth,
  { headers, ip }: { headers: IncomingHttpHeaders; ip: string },
): Promise<SocketIdentity> {
  const { db, settings } = context;
  const { prefix } = settings.get('chat');
  const operator =
    typeof auth.operatorTicket === 'string'
      ? await operators.authenticateOperator(auth.operatorTicket, ip)
      : null;
  if (operator)
    return {
      side: 'operator',
      isConversation: (room) => room !== operatorsRoom(prefix),
      mayJoin: (room) => room === operatorsRoom(prefix) || room.startsWith(prefix),
      positionOf: async (room) => newestPosition(context, room.slice(prefix.length)),
      session: `operator:${operator.session}`,
    };
  if (!settings.get('site').isActive) throw new AppError('SITE_TERMINATED');
  if (!settings.get('chatWidget').isEnabled) throw new AppError('NO_DATA');
  const { token, guestId, guestToken } = auth;
  const request = {
    headers: { ...headers, authorization: token === undefined ? undefined : `Bearer ${token}` },
  } as Pick<FastifyRequest, 'headers'>;
  const customer = await identifyCustomer(context, request, { guestId, guestToken });
  const own = roomName(prefix, customer);
  const hash = token === undefined ? null : tokenHash(token);
  return {
    side: 'customer',
    isConversation: (room) => room === own,
    mayJoin: (room) => room === own,
    positionOf: async () => (await findRoom(db, customer))?.last_position ?? 0,
    session: hash === null ? undefined : memberSession(hash),
  };
}

async function newestPosition({ db }: Needs, name: string): Promise<number> {
  const room = await positionOfRoom(db, name).executeTakeFirst();
  return room?.last_position ?? 0;
}

/** The newest position of the room with this name (without the prefix). */
export function positionOfRoom(db: Db, name: string) {
  return db
    .selectFrom('chat_room')
    .select('last_position')
    .where((e) => (MEMBER_NAME.test(name) ? e('member_id', '=', BigInt(name)) : e('guest_id', '=', name)));
}
