import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang, satangFromBaht } from '@krapao/contract/money';
import type { Selectable } from 'kysely';
import { AppError } from '../../../appError.ts';
import { clock } from '../../../clock.ts';
import type { Database, Db, Trx } from '../../../database/connect.ts';
import { closedOpenWay } from '../../protection/admit.ts';
import type { DepositAccount } from '../depositAccounts.ts';
import { qrSvg } from './promptPayQr.ts';

export type DepositQr = Selectable<Database['deposit_qr']>;
export type QrState = ResponseOf<Contract['GET /api/qrcode/:bankCode']>;

/** The answer for a member without any QR of a bank code. */
export const NO_QR: QrState = {
  qrcodeId: null,
  hasQrcode: false,
  qrcode: '',
  amount: 0,
  expireIn: 0,
  message: '',
  status: 'NONE',
};

/** The QR's current state for the member; an expired one counts as expired even before the job runs. */
export async function presentQr(db: Db | Trx, qr: DepositQr, now = clock.date()): Promise<QrState> {
  const leftMs = qr.expires_at.getTime() - now.getTime();
  const isOpen = qr.status === 'OPEN' && leftMs > 0;
  return {
    qrcodeId: String(qr.id),
    hasQrcode: isOpen,
    qrcode: isOpen ? await qrSvg(qr.payload) : '',
    amount: bahtFromSatang(qr.amount),
    expireIn: isOpen ? Math.ceil(leftMs / 1000) : 0,
    message: '',
    status: qr.status === 'OPEN' && !isOpen ? 'EXPIRED' : (qr.status as QrState['status']),
    ...(qr.pay_currency === 'LAK' && { kip: Number(qr.pay_amount / 100n) }),
    ...(qr.reference !== null && (await isDemonstration(db, qr)) && { isDemonstration: true }),
  };
}

/** A QR that is not shown any more where safer play would not admit its money now (protection.md 8). */
export async function hideClosed(db: Db, memberId: bigint, qr: QrState): Promise<QrState> {
  const amount = satangFromBaht(qr.amount);
  if (!qr.hasQrcode || amount === null) return qr;
  const closed = await closedOpenWay(db, memberId, amount);
  if (closed === null) return qr;
  const { payUrl: _, ...rest } = qr;
  return { ...rest, hasQrcode: false, qrcode: '', expireIn: 0, message: closed.code, status: 'CANCELLED' };
}

async function isDemonstration(db: Db | Trx, { deposit_account_id }: DepositQr): Promise<boolean> {
  const account = await db
    .selectFrom('deposit_account')
    .select('is_demonstration')
    .where('id', '=', deposit_account_id)
    .executeTakeFirst();
  return account?.is_demonstration === true;
}

/** The member's newest QR of a bank code (DEP-06). @throws AppError NO_BANK */
export async function newestQr(db: Db, memberId: bigint, bankCode: string): Promise<QrState> {
  await requireQrAccounts(db, bankCode);
  const qr = await db
    .selectFrom('deposit_qr')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('bank_code', '=', bankCode)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return qr ? presentQr(db, qr) : NO_QR;
}

/**
 * The accounts that QRs of this bank code pay to, best first: those of the code itself, then others with the same kind
 * of QR in the same currency. @throws AppError NO_BANK if the code has none
 */
export async function requireQrAccounts(
  db: Db | Trx,
  bankCode: string,
): Promise<[DepositAccount, ...DepositAccount[]]> {
  const accounts = await db
    .selectFrom('deposit_account')
    .selectAll()
    .where('bank_type', '=', 'BANK')
    .where('mode', '=', 'QR')
    .where('is_active', '=', true)
    .where((e) => e.or([e('promptpay_id', 'is not', null), e('laoqr_iin', 'is not', null)]))
    .orderBy((e) => e('bank_code', '=', bankCode), 'desc')
    .orderBy('position')
    .execute();
  const [first, ...others] = accounts;
  if (first?.bank_code !== bankCode) throw new AppError('NO_BANK', `no QR deposits at ${bankCode}`);
  const isLaoQr = (account: DepositAccount) => account.laoqr_iin !== null;
  return [
    first,
    ...others.filter((other) => isLaoQr(other) === isLaoQr(first) && other.currency === first.currency),
  ];
}
