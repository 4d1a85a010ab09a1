import { sql } from 'kysely';
import { toString as qrCode } from 'qrcode';
import { AppError } from '../appError.ts';
import type { Operator } from '../calls/authenticateOperator.ts';
import type { AppContext } from '../context.ts';
import type { Trx } from '../database/connect.ts';
import { countFailure, forgiveFailures, type LockRule } from '../modules/auth/failureLock.ts';
import { act } from './act.ts';
import { inOperatorsWords } from './inOperatorsWords.ts';
import {
  newRecoveryCodes,
  newTotpSecret,
  openTotpSecret,
  recoveryCodeHash,
  sealTotpSecret,
  totpEnrolment,
  totpStep,
} from './twoFactor.ts';

const SETUP_LOCK: LockRule = { name: 'operator-setup', free: 10, longestMinutes: 15, forgetMinutes: 60 };

/**
 * Starts the two-factor setup: a new secret, valid after one of its codes was confirmed. `qr` is SVG markup.
 * @throws AppError ALREADY_DECIDED if two-factor is on: then only an administrator's reset removes it
 */
export function beginTwoFactor(
  context: Pick<AppContext, 'db' | 'secrets'>,
  actor: { operator: Operator; ip: string },
): Promise<{ secret: string; address: string; qr: string }> {
  const { id } = actor.operator;
  return act(context, actor, async (trx, recorder) => {
    const row = await lockedOperator(trx, id);
    if (row.totp_secret !== null) throw new AppError('ALREADY_DECIDED', 'Two-factor is on.');
    const secret = newTotpSecret();
    await trx
      .updateTable('operator')
      .set({ next_totp_secret: sealTotpSecret(context.secrets.operator, id, secret) })
      .where('id', '=', id)
      .execute();
    await recorder({ action: 'operator.beginTwoFactor', subject: `operator:${id}` });
    const enrolment = totpEnrolment(secret, row.username);
    return { ...enrolment, qr: await qrCode(enrolment.address, { type: 'svg', margin: 2 }) };
  });
}

/**
 * Turns two-factor on with a code of the new secret.
 * @returns recovery codes, of which only hashes are kept
 * @throws AppError OPERATOR_CODE_INVALID, OPERATOR_LOCKED
 */
export async function confirmTwoFactor(
  context: Pick<AppContext, 'db' | 'secrets'>,
  actor: { operator: Operator; ip: string },
  code: string,
): Promise<string[]> {
  const { id } = actor.operator;
  await inOperatorsWords(countFailure(context.db, SETUP_LOCK, String(id)));
  const codes = await act(context, actor, async (trx, recorder) => {
    const row = await lockedOperator(trx, id);
    if (row.next_totp_secret === null) throw new AppError('OPERATOR_CODE_INVALID', 'Nothing was begun.');
    const step = totpStep(openTotpSecret(context.secrets.operator, id, row.next_totp_secret), code, 0n);
    if (step === null) throw new AppError('OPERATOR_CODE_INVALID');
    await trx
      .updateTable('operator')
      .set({ totp_secret: row.next_totp_secret, next_totp_secret: null, totp_step: step })
      .where('id', '=', id)
      .execute();
    await trx
      .updateTable('operator_session')
      .set({ code_given_at: sql`site.now()` })
      .where('token_hash', '=', actor.operator.tokenHash)
      .execute();
    const fresh = newRecoveryCodes();
    await trx.deleteFrom('operator_recovery_code').where('operator_id', '=', id).execute();
    await trx
      .insertInto('operator_recovery_code')
      .values(fresh.map((one) => ({ operator_id: id, code_hash: recoveryCodeHash(one) })))
      .execute();
    await recorder({ action: 'operator.turnOnTwoFactor', subject: `operator:${id}` });
    return fresh;
  });
  await forgiveFailures(context.db, SETUP_LOCK, String(id));
  return codes;
}

function lockedOperator(trx: Trx, id: bigint) {
  return trx
    .selectFrom('operator')
    .where('id', '=', id)
    .forUpdate()
    .select(['username', 'totp_secret', 'next_totp_secret'])
    .executeTakeFirstOrThrow();
}
