import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang } from '@krapao/contract/money';
import { clock } from '../../../clock.ts';
import type { Db } from '../../../database/connect.ts';
import { closedOpenWay } from '../../protection/admit.ts';

type WaitingQr = ResponseOf<Contract['GET /api/qrcode']>['waiting'][number];

/** The QRs that wait for the member's payment, of banks and gateways, the newest first. Amounts in baht. */
export async function waitingQrs(db: Db, memberId: bigint, now = clock.date()): Promise<WaitingQr[]> {
  const own = db
    .selectFrom('deposit_qr')
    .where('member_id', '=', memberId)
    .where('status', '=', 'OPEN')
    .where('expires_at', '>', now)
    .select((e) => [
      e.cast<string>('id', 'text').as('id'),
      'bank_code',
      'amount',
      'expires_at',
      'created_at',
    ]);
  const gateways = db
    .selectFrom('gateway_payment')
    .where('member_id', '=', memberId)
    .where('status', '=', 'OPEN')
    .where('expires_at', '>', now)
    .select((e) => [
      e.cast<string>('id', 'text').as('id'),
      'gateway as bank_code',
      'amount',
      'expires_at',
      'created_at',
    ]);
  const rows = await own.unionAll(gateways).orderBy('created_at', 'desc').execute();
  const shown = [];
  for (const row of rows) if (!(await closedOpenWay(db, memberId, row.amount))) shown.push(row);
  return shown.map(({ id, bank_code, amount, expires_at }) => ({
    qrcodeId: id,
    bankCode: bank_code,
    amount: bahtFromSatang(amount),
    expireIn: Math.ceil((expires_at.getTime() - now.getTime()) / 1000),
  }));
}
