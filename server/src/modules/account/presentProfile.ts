import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { usernameOf } from '../auth/readPhoneNumber.ts';

/** The member's profile (PRO-03). @throws AppError NO_USER */
export async function presentProfile(
  trx: Trx,
  memberId: bigint,
): Promise<ResponseOf<Contract['GET /api/account/profile']>> {
  const member = await trx
    .selectFrom('member')
    .innerJoin('bank', 'bank.code', 'member.bank_code')
    .where('member.id', '=', memberId)
    .select([
      'id',
      'phone_number',
      'name',
      'created_at',
      'bank_code',
      'bank_account_name',
      'bank_account_no',
      'currency',
      'name_th',
      'name_en',
      'name_la',
    ])
    .executeTakeFirst();
  if (member === undefined) throw new AppError('NO_USER');
  return {
    _id: member.id.toString(),
    username: usernameOf(member.phone_number),
    name: member.name,
    createdAt: member.created_at.toISOString(),
    bankCode: member.bank_code,
    bankAccountName: member.bank_account_name,
    bankAccountNo: member.bank_account_no,
    currency: member.currency,
    bank: { nameTH: member.name_th, nameEN: member.name_en, nameLA: member.name_la },
  };
}
