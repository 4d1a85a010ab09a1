import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { signSlipLink } from '../../modules/deposits/slip/slipLink.ts';

const SLIPS = 12;
const PAYMENTS = 50;

/** The member's slips, newest first; `before` is the id of the last one shown. */
export async function listMemberSlips(
  db: Db,
  memberId: bigint,
  { before, linkKey }: { before: string | undefined; linkKey: Buffer },
) {
  let query = db
    .selectFrom('slip')
    .where('member_id', '=', memberId)
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SLIPS + 1)
    .select(['id', 'reference', 'status', 'note', 'step', 'amount', 'trans_ref', 'uploaded_at']);
  if (before !== undefined) {
    query = query.where(
      sql<boolean>`(uploaded_at, id) < (select uploaded_at, id from slip where id = ${before}::bigint)`,
    );
  }
  const rows = await query.execute();
  return {
    hasMore: rows.length > SLIPS,
    slips: rows.slice(0, SLIPS).map((row) => ({
      id: String(row.id),
      reference: row.reference,
      picture: signSlipLink(linkKey, row.reference),
      status: row.status,
      note: row.note,
      isWaiting: row.step === 'OPERATOR',
      amount: row.amount === null ? null : bahtFromSatang(row.amount),
      transRef: row.trans_ref,
      uploadedAt: row.uploaded_at.toISOString(),
    })),
  };
}

interface PaymentRow {
  id: string;
  kind: 'qr' | 'gateway';
  channel: string;
  amount: bigint;
  status: string;
  at: Date;
}

/**
 * QRs and gateway payments of the member, newest first; `before` is the time of the last one shown.
 * @param gateways the titles of payment gateways, by code
 */
export async function listPayments(
  db: Db,
  memberId: bigint,
  { before, gateways }: { before: string | undefined; gateways: ReadonlyMap<string, string> },
) {
  const { rows } = await sql<PaymentRow>`
    select * from (
      select id::text, 'qr' as kind, bank_code as channel, amount, status, created_at as at
        from deposit_qr where member_id = ${memberId}
      union all
      select id::text, 'gateway', gateway, amount, status, created_at
        from gateway_payment where member_id = ${memberId}
    ) as payment
    where ${before ?? null}::timestamptz is null or at < ${before ?? null}::timestamptz
    order by at desc, id
    limit ${PAYMENTS + 1}`.execute(db);
  return {
    hasMore: rows.length > PAYMENTS,
    payments: rows.slice(0, PAYMENTS).map((row) => ({
      ...row,
      channel: (row.kind === 'gateway' && gateways.get(row.channel)) || row.channel,
      amount: bahtFromSatang(row.amount),
      at: row.at.toISOString(),
    })),
  };
}
