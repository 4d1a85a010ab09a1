import type { IncomingHttpHeaders } from 'node:http';

export interface SocketOperator {
  operatorId: string;
  /** Names the operator's session, to ask again whether it still holds. */
  session: string;
}

/** What the console brings, so that operators' sockets are taken. */
export interface SocketOperators {
  /** The operator behind a handshake's cookie who may chat; null for anybody else. Never throws for a wrong cookie. */
  authenticateOperator(headers: IncomingHttpHeaders): Promise<SocketOperator | null>;
  /** Which of these sessions have ended. */
  endedSessions(sessions: string[]): Promise<string[]>;
}

/** While there is no console: nobody is an operator. */
export const noOperators: SocketOperators = {
  authenticateOperator: async () => null,
  endedSessions: async () => [],
};
