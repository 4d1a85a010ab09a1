import { isAllowed, type Role } from '@krapao/contract/permissions';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { readOperatorTicket } from './operatorTicket.ts';

export interface SocketOperator {
  operatorId: string;
  /** Names the operator's session, to ask again whether it still holds: SHA-256 of its token, hex. */
  session: string;
}

/** How operators' sockets are known. The console hands out the tickets. */
export interface SocketOperators {
  /** The operator of a ticket who may answer chats; null for anybody else. */
  authenticateOperator(ticket: string): Promise<SocketOperator | null>;
  /** Which of these sessions have ended, or may not answer chats any more. */
  endedSessions(sessions: string[]): Promise<string[]>;
}

/** Operators by the console's tickets and sessions. */
export function consoleOperators({ db, secrets }: Pick<AppContext, 'db' | 'secrets'>): SocketOperators {
  async function endedSessions(sessions: string[]): Promise<string[]> {
    if (sessions.length === 0) return [];
    const rows = await db
      .selectFrom('operator_session')
      .innerJoin('operator', 'operator.id', 'operator_session.operator_id')
      .select(['operator_session.token_hash', 'operator.role'])
      .where(
        'operator_session.token_hash',
        'in',
        sessions.map((session) => Buffer.from(session, 'hex')),
      )
      .where('operator.is_active', '=', true)
      .where('operator_session.expires_at', '>', sql<Date>`now()`)
      .where(sql<boolean>`last_seen_at + make_interval(mins => idle_minutes) > now()`)
      .execute();
    const alive = new Set(
      rows
        .filter(({ role }) => isAllowed(role as Role, 'chat.answer'))
        .map(({ token_hash }) => token_hash.toString('hex')),
    );
    return sessions.filter((session) => !alive.has(session));
  }
  return {
    authenticateOperator: async (ticket) => {
      const operator = readOperatorTicket(secrets.signedLink, ticket);
      return operator && (await endedSessions([operator.session])).length === 0 ? operator : null;
    },
    endedSessions,
  };
}
