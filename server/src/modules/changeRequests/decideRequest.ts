import type { ChangeRefusal } from '@krapao/contract/changeRequests';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import type { ChangeRequest } from '../../database/schemaTypes.ts';
import { type Decision, decisionColumns } from '../../decision.ts';
import { notify } from '../notifications/notify.ts';

/** A waiting request, locked. @throws AppError NO_DATA, ALREADY_DECIDED */
export async function lockRequest(trx: Trx, id: bigint): Promise<Selectable<ChangeRequest>> {
  const row = await trx
    .selectFrom('change_request')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NO_DATA');
  if (row.state !== 'WAITING') throw new AppError('ALREADY_DECIDED', row.state);
  return row;
}

/** Marks a request whose change was made. @throws AppError as lockRequest */
export async function markApproved(trx: Trx, id: bigint, decision: Decision): Promise<void> {
  await lockRequest(trx, id);
  await trx
    .updateTable('change_request')
    .set({ state: 'APPROVED', finished_at: sql`site.now()`, ...decisionColumns(decision) })
    .where('id', '=', id)
    .execute();
}

/** Refuses a request; the member reads why. @throws AppError as lockRequest */
export async function refuseRequest(
  trx: Trx,
  { id, refusal, ...decision }: Decision & { id: bigint; refusal: ChangeRefusal },
): Promise<Selectable<ChangeRequest>> {
  const row = await lockRequest(trx, id);
  await trx
    .updateTable('change_request')
    .set({ state: 'REFUSED', refusal, finished_at: sql`site.now()`, ...decisionColumns(decision) })
    .where('id', '=', id)
    .execute();
  await notify(trx, {
    memberId: row.member_id,
    kind: row.kind === 'phone' ? 'phoneRefused' : 'payoutAccountRefused',
    key: `changeRequest:${id}:refused`,
  });
  return row;
}
