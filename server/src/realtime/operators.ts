import { isAllowed, type Role } from '@krapao/contract/permissions';
import { aliveSessions, type SessionName } from '../calls/sessionEnds.ts';
import type { AppContext } from '../context.ts';
import { readOperatorTicket } from './operatorTicket.ts';

export interface SocketOperator {
  operatorId: string;
  /** Identifies the operator's session, to check again whether it is still valid: SHA-256 of its token, hex. */
  session: string;
}

/** Identifies operators' sockets. The console issues the tickets. */
export interface SocketOperators {
  /** The operator of a ticket who may answer chats; null for all others. */
  authenticateOperator(ticket: string): Promise<SocketOperator | null>;
}

/** Operators identified by the console's tickets and sessions. An operator who loses the role loses the session. */
export function consoleOperators({ db, secrets }: Pick<AppContext, 'db' | 'secrets'>): SocketOperators {
  return {
    authenticateOperator: async (ticket) => {
      const operator = readOperatorTicket(secrets.signedLink, ticket);
      if (operator === null) return null;
      const session: SessionName = `operator:${operator.session}`;
      if (!(await aliveSessions(db, [session])).has(session)) return null;
      const { role } = await db
        .selectFrom('operator')
        .select('role')
        .where('id', '=', BigInt(operator.operatorId))
        .executeTakeFirstOrThrow();
      return isAllowed(role as Role, 'chat.answer') ? operator : null;
    },
  };
}
