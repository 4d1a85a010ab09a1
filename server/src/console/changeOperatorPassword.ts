import { AppError } from '../appError.ts';
import type { Operator } from '../calls/authenticateOperator.ts';
import type { AppContext } from '../context.ts';
import { hashPassword } from '../modules/auth/password.ts';
import { act } from './act.ts';
import { endOtherDevices } from './alarms/devices.ts';
import { requireOperatorPassword } from './logInOperator.ts';
import { requireStrongPassword } from './operatorPassword.ts';

/**
 * Changes the operator's own password and ends their other sessions, with the alarms on other devices.
 * @throws AppError OPERATOR_CREDENTIAL, OPERATOR_PASSWORD_WEAK, OPERATOR_LOCKED
 */
export async function changeOperatorPassword(
  context: Pick<AppContext, 'db'>,
  actor: { operator: Operator; ip: string },
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
): Promise<void> {
  const { id, tokenHash } = actor.operator;
  const row = await context.db
    .selectFrom('operator')
    .where('id', '=', id)
    .select(['id', 'username', 'name', 'password_hash'])
    .executeTakeFirstOrThrow();
  await requireOperatorPassword(context.db, row, oldPassword);
  requireStrongPassword(newPassword, row);
  if (newPassword === oldPassword) throw new AppError('OPERATOR_PASSWORD_WEAK', 'the same as before');
  const passwordHash = await hashPassword(newPassword);
  await act(context, actor, async (trx, recorder) => {
    await trx
      .updateTable('operator')
      .set({ password_hash: passwordHash, must_change_password: false })
      .where('id', '=', id)
      .execute();
    await trx
      .deleteFrom('operator_session')
      .where('operator_id', '=', id)
      .where('token_hash', '<>', tokenHash)
      .execute();
    await endOtherDevices(trx, actor.operator);
    await recorder({ action: 'operator.changePassword', subject: `operator:${id}` });
  });
}
