import type { Operator } from '../calls/authenticateOperator.ts';
import type { Trx } from '../database/connect.ts';
import type { Recorder } from './act.ts';

/**
 * Ends the sessions of all members and all operators but this one, on all nodes: after a leak, or when nobody knows who
 * is logged in (OWASP ASVS 5.0, 7.4.5). Everybody can log in again.
 * @returns how many sessions there were
 */
export async function endEverySession(
  trx: Trx,
  recorder: Recorder,
  { operator, reason }: { operator: Operator; reason: string },
): Promise<{ members: number; operators: number }> {
  const ofMembers = await trx.deleteFrom('session').executeTakeFirstOrThrow();
  const ofOperators = await trx
    .deleteFrom('operator_session')
    .where('token_hash', '<>', operator.tokenHash)
    .executeTakeFirstOrThrow();
  const ended = {
    members: Number(ofMembers.numDeletedRows),
    operators: Number(ofOperators.numDeletedRows),
  };
  await recorder({ action: 'session.endAll', subject: 'session:all', after: ended, reason });
  return ended;
}
