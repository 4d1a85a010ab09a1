import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf, ResponseOf } from '@krapao/contract/endpoint';
import { AppError } from '../../../appError.ts';
import type { Db } from '../../../database/connect.ts';
import { pageOf } from '../../statement/pageOf.ts';
import { presentSlip, type SlipRow } from './uploadSlip.ts';

type Call = Contract['POST /api/statement/slip'];

/** A page of the member's slips, newest first (STM-04). */
export async function listSlips(db: Db, memberId: bigint, asked: BodyOf<Call>): Promise<ResponseOf<Call>> {
  const { total, rows } = await pageOf(db, 'slip', memberId, asked);
  return { total, slips: rows.map(presentSlip) };
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
