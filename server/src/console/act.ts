import { AppError } from '../appError.ts';
import type { AppContext } from '../context.ts';
import type { Trx } from '../database/connect.ts';
import { type Action, type Actor, record } from './audit.ts';

/** Adds a line to the audit log inside the running action. */
export type Recorder = (action: Action) => Promise<void>;

/**
 * Runs an operator's action in one transaction together with its audit log line: both are stored, or neither. Throws if
 * the verb recorded nothing, so that no action can be forgotten.
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

/**
 * The operator as an actor: in the ledger, and for settings and content, where a migration, a seed or the time acts too.
 * Every other table holds the operator's id.
 */
export function actorName({ operator }: Pick<Actor, 'operator'>): string {
  return `operator:${operator.id}`;
}
