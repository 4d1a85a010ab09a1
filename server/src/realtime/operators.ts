import { isAllowed } from '@krapao/contract/permissions';
import { AppError } from '../appError.ts';
import { aliveSessions, type SessionName } from '../calls/sessionEnds.ts';
import type { AppContext } from '../context.ts';
import { consoleAddressTest } from '../http/consoleAddress.ts';
import { roleOf } from '../operatorRole.ts';
import { readOperatorTicket } from './operatorTicket.ts';

export interface SocketOperator {
  operatorId: string;
  /** Identifies the operator's session, to check again whether it is still valid: SHA-256 of its token, hex. */
  session: string;
}

/** Identifies operators' sockets. The console issues the tickets. */
export interface SocketOperators {
  /** The operator of a ticket who may answer chats; null for all others. @throws AppError OPERATOR_NETWORK */
  authenticateOperator(ticket: string, ip: string): Promise<SocketOperator | null>;
}

/** Operators identified by the console's tickets and sessions. An operator who loses the role loses the session. */
export function consoleOperators(
  context: Pick<AppContext, 'db' | 'secrets' | 'settings' | 'metrics'>,
): SocketOperators {
  const { db, secrets } = context;
  const isFrom = consoleAddressTest(context);
  return {
    authenticateOperator: async (ticket, ip) => {
      const operator = readOperatorTicket(secrets.signedLink, ticket);
      if (operator === null) return null;
      if (!isFrom(ip)) throw new AppError('OPERATOR_NETWORK');
      const session: SessionName = `operator:${operator.session}`;
      if (!(await aliveSessions(db, [session])).has(session)) return null;
      const { role } = await db
        .selectFrom('operator')
        .select(roleOf().as('role'))
        .where('id', '=', BigInt(operator.operatorId))
        .executeTakeFirstOrThrow();
      return isAllowed(role, 'chat.answer') ? operator : null;
    },
  };
}
