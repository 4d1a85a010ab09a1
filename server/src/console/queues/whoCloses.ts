import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { mayAll } from '../../operatorRole.ts';
import { operatorsOfOneHand } from '../approvals/secondPerson.ts';

/** Why an operator may not close a contradiction; null if they may. */
export type CloseBarred = 'FOUR_EYES' | 'SECOND_PERSON_UNFIT';

/** @throws AppError as `closeBarred` answers */
export async function requireOtherCloser(trx: Trx, withdrawalId: string, operatorId: bigint): Promise<void> {
  const barred = await closeBarred(trx, withdrawalId, operatorId);
  if (barred !== null) throw new AppError(barred, 'who decided it or uploaded its answer');
}

/**
 * A contradiction is evidence: another operator closes it than those who decided the withdrawal or uploaded an answer to
 * a file that it was in. Where everybody did, whoever did not decide it; where one operator works alone, they.
 * @returns FOUR_EYES, SECOND_PERSON_UNFIT (set up by one of them, or with them), or null for one who may
 */
export async function closeBarred(
  trx: Db | Trx,
  withdrawalId: string,
  operatorId: bigint,
): Promise<CloseBarred | null> {
  const { rows } = await sql<{ id: bigint; has_decided: boolean }>`
    select id, bool_or(has_decided) as has_decided from (
      select decided_by as id, true as has_decided from withdrawal where id = ${withdrawalId}
      union all
      select unnest(array[asked_by, decided_by]), true from approval
        where subject = 'withdrawal:' || ${withdrawalId} and state = 'APPLIED'
      union all
      select p.uploaded_by, false from payout_batch_row r
        join payout_result p on p.payout_batch_id = r.payout_batch_id where r.withdrawal_id = ${withdrawalId}
    ) as had_a_hand where id is not null group by id`.execute(trx);
  const involved = new Set(rows.map(({ id }) => id));
  const deciders = new Set(rows.flatMap(({ id, has_decided }) => (has_decided ? [id] : [])));
  const able = await trx
    .selectFrom('operator')
    .where('is_active', '=', true)
    .where('must_change_password', '=', false)
    .where(mayAll(['withdrawal.decide']))
    .select('id')
    .execute();
  const barred = [involved, deciders].find((some) => able.some(({ id }) => !some.has(id)));
  if (barred === undefined) return null;
  if (barred.has(operatorId)) return 'FOUR_EYES';
  const hand = await operatorsOfOneHand(trx, operatorId);
  return barred === involved && [...barred].some((id) => hand.has(id)) ? 'SECOND_PERSON_UNFIT' : null;
}
