import { sql } from 'kysely';
import { AppError } from '../appError.ts';
import type { Operator } from '../calls/authenticateOperator.ts';
import type { AppContext } from '../context.ts';
import { countFailure, forgiveFailures, type LockRule } from '../modules/auth/failureLock.ts';
import { act } from './act.ts';
import { inOperatorsWords } from './inOperatorsWords.ts';
import { useCode } from './logInOperator.ts';

/** A guesser here uses the operator's open session, so only that operator is delayed. */
const CODE_LOCK: LockRule = { name: 'operator-code-again', free: 5, longestMinutes: 15, forgetMinutes: 60 };

/**
 * Accepts a two-factor code in an open session, so that calls which move money or change permissions work again.
 * @throws AppError OPERATOR_CODE_INVALID, also without two-factor; OPERATOR_LOCKED
 */
export async function giveCode(
  context: Pick<AppContext, 'db' | 'secrets'>,
  actor: { operator: Operator; ip: string },
  code: string,
): Promise<void> {
  const { id, tokenHash } = actor.operator;
  await inOperatorsWords(countFailure(context.db, CODE_LOCK, String(id)));
  await act(context, actor, async (trx, recorder) => {
    const row = await trx
      .selectFrom('operator')
      .where('id', '=', id)
      .forUpdate()
      .select(['id', 'totp_secret', 'totp_step'])
      .executeTakeFirstOrThrow();
    if (row.totp_secret === null) throw new AppError('OPERATOR_CODE_INVALID', 'Two-factor is off.');
    await useCode(trx, context.secrets.operator, { ...row, totp_secret: row.totp_secret }, code);
    await trx
      .updateTable('operator_session')
      .set({ code_given_at: sql`site.now()` })
      .where('token_hash', '=', tokenHash)
      .execute();
    await recorder({ action: 'operator.giveCode', subject: `operator:${id}` });
  });
  await forgiveFailures(context.db, CODE_LOCK, String(id));
}
