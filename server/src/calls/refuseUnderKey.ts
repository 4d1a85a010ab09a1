import { sql } from 'kysely';
import { AppError } from '../appError.ts';
import { clock } from '../clock.ts';
import type { AppContext } from '../context.ts';
import type { Trx } from '../database/connect.ts';
import type { MemberKeyedTable } from './keyedTables.ts';
import { isAsking, lockKey, type Made, madeUnderKey } from './madeBefore.ts';
import { toldOf } from './outcomeOf.ts';

/** Codes above 499 that certainly mean that the call had no effect. */
const FINAL: readonly string[] = ['TRANSFER_FAIL', 'QR_FAIL'];
/** Codes that say nothing about the action that the key stands for. */
const NOT_ITS_OWN: readonly string[] = ['REQUEST_IN_PROGRESS', 'IDEMPOTENCY_MISMATCH'];

/**
 * What to answer where a call under a key was refused. The refusal is written down for who loses the answer, and the key
 * is free again: the same call under it is tried anew. Where another call with the key has made something, this refusal
 * is not what became of it: a call that is not the same one, as far as its `fingerprint` is known, learns that. The same
 * while another call with the key still asks before it makes something.
 */
export async function refuseUnderKey(
  context: Pick<AppContext, 'db' | 'outcomeSources'>,
  call: { memberId: bigint; key: string; fingerprint: Buffer | undefined },
  refusal: AppError,
): Promise<AppError> {
  if (NOT_ITS_OWN.includes(refusal.code)) return refusal;
  const { memberId, key, fingerprint } = call;
  return context.db.transaction().execute(async (trx) => {
    // Whoever makes something under the key now is waited for.
    await lockKey(trx, { column: 'member_id', id: memberId }, key);
    const made = await madeUnderKey(trx, { column: 'member_id', id: memberId }, key);
    if (made === undefined) {
      if (isFinal(refusal)) await remember(trx, memberId, key, refusal.code);
      return refusal;
    }
    if (fingerprint && !made.fingerprint.equals(fingerprint)) return new AppError('IDEMPOTENCY_MISMATCH');
    if (isAsking(made)) return new AppError('REQUEST_IN_PROGRESS', 'another call still asks');
    const { kind, state } = await toldOf(trx, context.outcomeSources, made);
    if (state !== 'refused')
      // A gateway order without an answer yet: the next call asks for the same one.
      return refusal.code === 'QR_FAIL' ? refusal : new AppError('REQUEST_IN_PROGRESS', `${kind} was made`);
    if (fingerprint) await free(trx, context.outcomeSources, made);
    await remember(trx, memberId, key, refusal.code);
    return refusal;
  });
}

function isFinal({ code, status }: AppError): boolean {
  return status < 500 || FINAL.includes(code);
}

async function free(
  trx: Trx,
  outcomeSources: AppContext['outcomeSources'],
  { table, ref }: Made,
): Promise<void> {
  const isFree = table && outcomeSources[table as MemberKeyedTable].isFree;
  if (isFree)
    await sql`update ${sql.table(table)} set idempotency_key = null, fingerprint = null
      where id = ${ref} and ${isFree}`.execute(trx);
}

async function remember(trx: Trx, memberId: bigint, key: string, code: string): Promise<void> {
  await trx
    .insertInto('request_outcome')
    .values({ member_id: memberId, key, state: 'refused', code })
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'key'])
        .doUpdateSet({ state: 'refused', code, ref: null, fingerprint: null, at: clock.date() })
        .where('request_outcome.state', '<>', 'done'),
    )
    .execute();
}
