import { sql } from 'kysely';
import { AppError } from '../appError.ts';
import type { CallerWithDevice } from '../calls/caller.ts';
import type { OperatorFactors } from '../calls/logLogIn.ts';
import { newToken, tokenHash } from '../calls/sessionToken.ts';
import type { Db, Trx } from '../database/connect.ts';
import { countFailure, forgiveFailures, type LockRule } from '../modules/auth/failureLock.ts';
import { isPassword, refuseWhenCrowded } from '../modules/auth/password.ts';
import { OPERATOR_GUESSES, takeGuess } from '../modules/auth/passwordGuess.ts';
import type { Keys } from '../sealed.ts';
import { record } from './audit.ts';
import { inOperatorsWords } from './inOperatorsWords.ts';
import { openTotpSecret, recoveryCodeHash, totpCode, totpStep } from './twoFactor.ts';

const LOCK = { free: 5, longestMinutes: 15, forgetMinutes: 240 };
/** Counted separately: a log-in with the right password but without a code must not reset the guesses of a code. */
const CODE_LOCK: LockRule = { ...LOCK, name: 'operator-code' };
/** For a logged-in operator, whom strangers' guesses do not affect. */
const PASSWORD_AGAIN_LOCK: LockRule = { ...LOCK, name: 'operator-password-again' };
/** A working day; without activity the idle time-out ends the session much earlier. */
export const SESSION_HOURS = 12;
const IDLE_MINUTES = 30;

export interface OperatorCredentials {
  username: string;
  password: string;
  /** Six digits of the authenticator app, or a recovery code. */
  code?: string | undefined;
}

/**
 * Opens an operator's session. It takes the pool instead of a transaction: a counted failure must survive the rollback
 * of the refusal.
 * @returns the session's token, its operator and what was proved
 * @throws AppError OPERATOR_CREDENTIAL; OPERATOR_CODE_REQUIRED and OPERATOR_CODE_INVALID only after the right password;
 * OPERATOR_LOCKED after too many guesses
 */
export async function logInOperator(
  db: Db,
  totpKeys: Keys,
  { username, password, code }: OperatorCredentials,
  { ip, caller }: { ip: string; caller: CallerWithDevice },
): Promise<{ token: string; operatorId: bigint; by: OperatorFactors }> {
  refuseWhenCrowded();
  const name = username.trim().toLowerCase();
  const operator = await db
    .selectFrom('operator')
    .where('username', '=', name)
    .select([
      'id',
      'password_hash',
      'totp_secret',
      sql<boolean>`exists (
        select 1 from operator_device d where d.operator_id = operator.id and d.device_id = ${caller.device}
      )`.as('knows_device'),
    ])
    .executeTakeFirst();
  const knows = operator?.knows_device ? 'device' : 'neither';
  const guess = await inOperatorsWords(takeGuess(db, OPERATOR_GUESSES, { account: name, caller, knows }));
  const isRight = await inOperatorsWords(isPassword(operator?.password_hash, password, guess.mayStill));
  if (!isRight || operator === undefined) {
    await inOperatorsWords(guess.wasWrong());
    throw new AppError('OPERATOR_CREDENTIAL');
  }
  await guess.wasRight();
  const codeSubject = operator.knows_device ? `${name} ${caller.device}` : name;
  if (operator.totp_secret !== null) {
    if (code === undefined) throw new AppError('OPERATOR_CODE_REQUIRED');
    await inOperatorsWords(countFailure(db, CODE_LOCK, codeSubject));
  }
  const opened = await db.transaction().execute(async (trx) => {
    // The lock prevents two log-ins from using one code, and a change of the password from being overlooked.
    const current = await trx
      .selectFrom('operator')
      .where('id', '=', operator.id)
      .forUpdate()
      .select(['id', 'password_hash', 'is_active', 'totp_secret', 'totp_step'])
      .executeTakeFirstOrThrow();
    if (current.password_hash !== operator.password_hash || !current.is_active) {
      throw new AppError('OPERATOR_CREDENTIAL');
    }
    if (current.totp_secret !== null) {
      await useCode(trx, totpKeys, { ...current, totp_secret: current.totp_secret }, code ?? '');
    }
    const isWithCode = current.totp_secret !== null;
    const token = await admitOperator(trx, operator, { ip, caller, isWithCode });
    return { token, by: isWithCode ? factorsOf(code ?? '') : ('password' as const) };
  });
  await forgiveFailures(db, CODE_LOCK, codeSubject);
  return { ...opened, operatorId: operator.id };
}

/** Checks the password of a logged-in operator again. @throws AppError OPERATOR_CREDENTIAL, OPERATOR_LOCKED */
export async function requireOperatorPassword(
  db: Db,
  operator: { id: bigint; password_hash: string },
  password: string,
): Promise<void> {
  await inOperatorsWords(countFailure(db, PASSWORD_AGAIN_LOCK, String(operator.id)));
  if (!(await isPassword(operator.password_hash, password))) throw new AppError('OPERATOR_CREDENTIAL');
  await forgiveFailures(db, PASSWORD_AGAIN_LOCK, String(operator.id));
}

/** Opens the session of an operator who has proved who they are. @returns its token */
export async function admitOperator(
  trx: Trx,
  operator: { id: bigint },
  { ip, caller, isWithCode }: { ip: string; caller: CallerWithDevice; isWithCode: boolean },
): Promise<string> {
  const token = await openOperatorSession(trx, operator.id, { ip, isWithCode });
  await rememberOperatorDevice(trx, operator.id, caller);
  await record(trx, { operator, ip }, { action: 'session.open', subject: `operator:${operator.id}` });
  return token;
}

async function rememberOperatorDevice(trx: Trx, id: bigint, { device }: CallerWithDevice): Promise<void> {
  await trx
    .insertInto('operator_device')
    .values({ operator_id: id, device_id: device })
    .onConflict((conflict) =>
      conflict.columns(['operator_id', 'device_id']).doUpdateSet({ last_seen_at: sql`site.now()` }),
    )
    .execute();
}

async function openOperatorSession(
  trx: Trx,
  operatorId: bigint,
  { ip, isWithCode }: { ip: string; isWithCode: boolean },
): Promise<string> {
  const token = newToken();
  const hash = tokenHash(token);
  if (hash === null) throw new AppError('INTERNAL_SERVER_ERROR', 'session token');
  await trx
    .insertInto('operator_session')
    .values({
      token_hash: hash,
      operator_id: operatorId,
      idle_minutes: IDLE_MINUTES,
      expires_at: sql`site.now() + make_interval(hours => ${SESSION_HOURS}::int)`,
      address: ip,
      code_given_at: isWithCode ? sql<Date>`site.now()` : null,
    })
    .execute();
  return token;
}

function factorsOf(code: string): OperatorFactors {
  return totpCode(code) !== null ? 'password and code' : 'password and recovery code';
}

/** Accepts a two-factor code or a recovery code, each once. @throws AppError OPERATOR_CODE_INVALID */
export async function useCode(
  trx: Trx,
  totpKeys: Keys,
  operator: { id: bigint; totp_secret: Buffer; totp_step: bigint },
  code: string,
): Promise<void> {
  if (totpCode(code) !== null) {
    const secret = openTotpSecret(totpKeys, operator.id, operator.totp_secret);
    const step = totpStep(secret, code, operator.totp_step);
    if (step === null) throw new AppError('OPERATOR_CODE_INVALID');
    await trx.updateTable('operator').set({ totp_step: step }).where('id', '=', operator.id).execute();
    return;
  }
  const used = await trx
    .updateTable('operator_recovery_code')
    .set({ used_at: sql`site.now()` })
    .where('operator_id', '=', operator.id)
    .where('code_hash', '=', recoveryCodeHash(code))
    .where('used_at', 'is', null)
    .returning('operator_id')
    .executeTakeFirst();
  if (used === undefined) throw new AppError('OPERATOR_CODE_INVALID');
}
