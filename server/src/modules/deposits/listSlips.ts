import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf, ResponseOf } from '@krapao/contract/endpoint';
import { AppError } from '../../appError.ts';
import type { Db } from '../../database/connect.ts';
import { presentSlip, type SlipRow } from './uploadSlip.ts';

type Call = Contract['POST /api/statement/slip'];

/** A page of the member's slips, newest first (STM-04). */
export async function listSlips(
  db: Db,
  memberId: bigint,
  { page, limit }: BodyOf<Call>,
): Promise<ResponseOf<Call>> {
  const [{ total }, slips] = await Promise.all([
    db
      .selectFrom('slip')
      .select((e) => e.fn.countAll<bigint>().as('total'))
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('slip')
      .selectAll()
      .where('member_id', '=', memberId)
      .orderBy('uploaded_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
  ]);
  return { total: Number(total), slips: slips.map(presentSlip) };
}

/** The member's slip with this reference (STM-05). @throws AppError NO_DATA */
export async function slipOfReference(db: Db, memberId: bigint, reference: string): Promise<SlipRow> {
  const slip = await db
    .selectFrom('slip')
    .selectAll()
    .where('reference', '=', reference)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (!slip) throw new AppError('NO_DATA');
  return slip;
}
