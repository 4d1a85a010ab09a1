import type { IncomingHttpHeaders } from 'node:http';
import type { SocketAuth } from '@krapao/contract/events';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { AppError } from '../appError.ts';
import type { AppContext } from '../context.ts';
import { tokenHash } from '../modules/auth/sessionToken.ts';
import { identifyCustomer, operatorsRoom, roomName } from '../modules/chat/customer.ts';
import { findRoom } from '../modules/chat/room.ts';
import type { SocketOperators } from './operators.ts';
import type { SocketIdentity } from './realtime.ts';

type Needs = Pick<AppContext, 'db' | 'secrets' | 'settings'>;

const MEMBER = 'member:';
const OPERATOR = 'operator:';

/**
 * Who connects: an operator by the console's ticket, otherwise a member by the token or a guest by the signed token.
 * An operator may join every room, a customer only their own.
 * @throws AppError SITE_TERMINATED, NO_DATA while the chat is off, and what identifyCustomer throws
 */
export async function identifySocket(
  context: Needs,
  operators: SocketOperators,
  auth: SocketAuth,
  headers: IncomingHttpHeaders,
): Promise<SocketIdentity> {
  const { db, settings } = context;
  const { prefix } = settings.get('chat');
  const operator =
    typeof auth.operatorTicket === 'string'
      ? await operators.authenticateOperator(auth.operatorTicket)
      : null;
  if (operator)
    return {
      mayJoin: (room) => room === operatorsRoom(prefix) || room.startsWith(prefix),
      positionOf: async (room) => newestPosition(context, room.slice(prefix.length)),
      session: OPERATOR + operator.session,
    };
  if (!settings.get('site').isActive) throw new AppError('SITE_TERMINATED');
  if (!settings.get('chatWidget').isEnabled) throw new AppError('NO_DATA');
  const { token, guestId, guestToken } = auth;
  const request = {
    headers: { ...headers, authorization: token === undefined ? undefined : `Bearer ${token}` },
  } as Pick<FastifyRequest, 'headers'>;
  const customer = await identifyCustomer(context, request, { guestId, guestToken });
  const own = roomName(prefix, customer);
  return {
    mayJoin: (room) => room === own,
    positionOf: async () => (await findRoom(db, customer))?.last_position ?? 0,
    session: token === undefined ? undefined : MEMBER + tokenHash(token)?.toString('hex'),
  };
}

/** Which sessions of sockets have ended: logged out, timed out, their member suspended. */
export async function endedSessions(
  { db }: Needs,
  operators: SocketOperators,
  sessions: string[],
): Promise<string[]> {
  const of = (kind: string) =>
    sessions.filter((session) => session.startsWith(kind)).map((session) => session.slice(kind.length));
  const members = of(MEMBER);
  const alive =
    members.length === 0
      ? []
      : await db
          .selectFrom('session')
          .innerJoin('member', 'member.id', 'session.member_id')
          .select('token_hash')
          .where(
            'token_hash',
            'in',
            members.map((hash) => Buffer.from(hash, 'hex')),
          )
          .where('member.status', '=', 'active')
          .where('expires_at', '>', sql<Date>`now()`)
          .execute();
  const kept = new Set(alive.map(({ token_hash }) => token_hash.toString('hex')));
  const ofOperators = of(OPERATOR);
  const ended = ofOperators.length === 0 ? [] : await operators.endedSessions(ofOperators);
  return [
    ...members.filter((hash) => !kept.has(hash)).map((hash) => MEMBER + hash),
    ...ended.map((session) => OPERATOR + session),
  ];
}

async function newestPosition({ db }: Needs, name: string): Promise<number> {
  const room = await db
    .selectFrom('chat_room')
    .select('last_position')
    .where((e) => e.or([e('guest_id', '=', name), e(sql<string>`member_id::text`, '=', name)]))
    .executeTakeFirst();
  return room?.last_position ?? 0;
}
