import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { Trx } from '../../../database/connect.ts';
import type { DepositQr } from './showQr.ts';

/** Cancels the member's open QR; a closed one is answered as it is (DEP-07). @throws AppError NO_DATA */
export async function cancelQr(trx: Trx, memberId: bigint, qrcodeId: string): Promise<DepositQr> {
  if (!/^[0-9]{1,18}$/.test(qrcodeId)) throw new AppError('NO_DATA');
  const id = BigInt(qrcodeId);
  await trx
    .updateTable('deposit_qr')
    .set({ status: 'CANCELLED', closed_at: sql`site.clock_timestamp()` })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('status', '=', 'OPEN')
    .execute();
  const qr = await trx
    .selectFrom('deposit_qr')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (!qr) throw new AppError('NO_DATA');
  return qr;
}

/** Closes expired QRs. @returns how many */
export async function expireQrs(trx: Trx): Promise<number> {
  const { rows } = await sql`
    update deposit_qr set status = 'EXPIRED', closed_at = site.clock_timestamp()
    where id in (
      select id from deposit_qr where status = 'OPEN' and expires_at <= site.now()
      order by expires_at limit 100 for update skip locked)
    returning id`.execute(trx);
  return rows.length;
}
