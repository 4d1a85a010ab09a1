import { AppError } from '../appError.ts';
import type { AppContext } from '../context.ts';
import type { Trx } from '../database/connect.ts';
import { type Action, type Actor, record } from './audit.ts';

/** Adds a line to the audit log within the running action. */
export type Recorder = (action: Action) => Promise<void>;

/**
 * Runs what an operator does, in one transaction together with its line in the audit log: neither is there without the
 * other. Throws where the verb recorded nothing, so that no action can be forgotten.
 */
export function act<T>(
  { db }: Pick<AppContext, 'db'>,
  actor: Actor,
  verb: (trx: Trx, recorder: Recorder) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    let lines = 0;
    const result = await verb(trx, async (action) => {
      lines += 1;
      await record(trx, actor, action);
    });
    if (lines === 0) throw new AppError('INTERNAL_SERVER_ERROR', 'an action without a line in the audit log');
    return result;
  });
}

/** How the ledger and the money tables name an operator. */
export function actorName({ operator }: Pick<Actor, 'operator'>): string {
  return `operator:${operator.id}`;
}
