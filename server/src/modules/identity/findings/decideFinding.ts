import type { FindingKind } from '@krapao/contract/identity';
import { AppError } from '../../../appError.ts';
import type { Trx } from '../../../database/connect.ts';
import { type Decision, decisionColumns } from '../../../decision.ts';
import { closeBarredGames } from '../../protection/closeGames.ts';

/**
 * Confirms a finding that waits, or dismisses one that waits or is confirmed: a mistake closes nothing for ever. A
 * confirmed one may close the games. @throws AppError NO_DATA, ALREADY_DECIDED
 */
export async function decideFinding(
  trx: Trx,
  { id, state, ...decision }: Decision & { id: bigint; state: 'CONFIRMED' | 'DISMISSED' },
): Promise<{ memberId: bigint; kind: FindingKind }> {
  const row = await trx
    .selectFrom('identity_finding')
    .where('id', '=', id)
    .select(['member_id', 'kind', 'state'])
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NO_DATA');
  const isOpen = row.state === 'WAITING' || (row.state === 'CONFIRMED' && state === 'DISMISSED');
  if (!isOpen) throw new AppError('ALREADY_DECIDED', row.state);
  await trx
    .updateTable('identity_finding')
    .set({ state, ...decisionColumns(decision) })
    .where('id', '=', id)
    .execute();
  if (state === 'CONFIRMED') await closeBarredGames(trx, row.member_id);
  return { memberId: row.member_id, kind: row.kind as FindingKind };
}
