import type { Contract } from '@krapao/contract/api/index';
import type { ChangeKind, ChangeRefusal, ChangeState } from '@krapao/contract/changeRequests';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { usernameOf } from '../auth/readPhoneNumber.ts';

/** The member's newest request of each kind. */
export async function showRequests(
  db: Db,
  memberId: bigint,
): Promise<ResponseOf<Contract['GET /api/account/requests']>> {
  const rows = await db
    .selectFrom('change_request')
    .selectAll()
    .where('member_id', '=', memberId)
    .distinctOn('kind')
    .orderBy('kind')
    .orderBy('id', 'desc')
    .execute();
  return {
    requests: rows.map((row) => ({
      id: String(row.id),
      kind: row.kind as ChangeKind,
      state: row.state as ChangeState,
      phoneNumber: row.phone_number === null ? null : usernameOf(row.phone_number),
      bankAccount:
        row.bank_code === null
          ? null
          : {
              bankCode: row.bank_code,
              bankAccountNo: row.bank_account_no ?? '',
              bankAccountName: row.bank_account_name ?? '',
            },
      refusal: row.refusal as ChangeRefusal | null,
      createdAt: row.created_at.toISOString(),
    })),
  };
}

/** Takes a waiting request back. @throws AppError NO_DATA, ALREADY_DECIDED */
export async function takeRequestBack(trx: Trx, memberId: bigint, id: bigint): Promise<void> {
  const row = await trx
    .selectFrom('change_request')
    .select('state')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NO_DATA');
  if (row.state !== 'WAITING') throw new AppError('ALREADY_DECIDED', row.state);
  await trx
    .updateTable('change_request')
    .set({ state: 'TAKEN_BACK', finished_at: sql`site.now()` })
    .where('id', '=', id)
    .execute();
}
