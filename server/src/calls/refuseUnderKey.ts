import { AppError } from '../appError.ts';
import type { AppContext } from '../context.ts';
import type { Db } from '../database/connect.ts';
import { madeUnderKey } from './outcomeOf.ts';

/** Codes above 499 that say for certain that the call had no effect. */
const FINAL: readonly string[] = ['TRANSFER_FAIL', 'QR_FAIL'];
/** They say nothing of what the key stands for. */
const NOT_ITS_OWN: readonly string[] = ['REQUEST_IN_PROGRESS', 'IDEMPOTENCY_MISMATCH'];

/**
 * What to answer where a call under a key was refused. The refusal is written down for who loses the answer, and the key
 * is free again: the same call under it is tried anew. Where another call with the key has made something meanwhile, this
 * refusal is not what became of it.
 */
export async function refuseUnderKey(
  { db, outcomeSources }: Pick<AppContext, 'db' | 'outcomeSources'>,
  { memberId, key }: { memberId: bigint; key: string },
  refusal: AppError,
): Promise<AppError> {
  if (NOT_ITS_OWN.includes(refusal.code)) return refusal;
  const made = await madeUnderKey(db, outcomeSources, memberId, key);
  if (made && made.state !== 'refused')
    // An order whose QR the gateway has not answered for: the next call asks for the same one.
    return refusal.code === 'QR_FAIL'
      ? refusal
      : new AppError('REQUEST_IN_PROGRESS', `${made.kind} was made`);
  if (made) for (const { free } of outcomeSources) await free?.(db, memberId, key);
  if (made || isFinal(refusal)) await remember(db, memberId, key, refusal.code);
  return refusal;
}

function isFinal({ code, status }: AppError): boolean {
  return status < 500 || FINAL.includes(code);
}

async function remember(db: Db, memberId: bigint, key: string, code: string): Promise<void> {
  await db
    .insertInto('request_outcome')
    .values({ member_id: memberId, key, state: 'refused', code })
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'key'])
        .doUpdateSet({ code, at: new Date() })
        .where('request_outcome.state', '=', 'refused'),
    )
    .execute();
}
