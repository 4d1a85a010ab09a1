import type { FastifyRequest } from 'fastify';

/** Who was let in, by id, and by what. */
export type LoggedIn =
  | { by: 'password' | 'passkey'; memberId: bigint }
  | { by: OperatorFactors; operatorId: bigint };

export type OperatorFactors = 'password' | 'password and code' | 'password and recovery code';

/** Logs a log-in that succeeded (OWASP ASVS 5.0, 16.3.1). One that failed is logged as a refusal, with its code. */
export function logLogIn(request: FastifyRequest, { by, ...who }: LoggedIn): void {
  const ids = Object.fromEntries(Object.entries(who).map(([name, id]) => [name, String(id)]));
  request.log.info({ reqId: request.id, ...ids, by, remoteAddress: request.ip }, 'logged in');
}
