import type { QueueQuery } from '@krapao/contract/api/operator/common';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { Db } from '../../database/connect.ts';
import { CLOCKS_DIFFER_MS } from '../../modules/deposits/depositRules.ts';
import { senderOf } from '../../modules/deposits/incoming/incomingTransfer.ts';
import { compareSender } from '../../modules/deposits/incoming/maskedParty.ts';
import { ownersOfSender } from '../../modules/deposits/incoming/senderOwner.ts';
import { shownReference } from '../../modules/deposits/incoming/unreferenced.ts';
import { readQueue } from './readQueue.ts';
import { describeReceiver } from './slipQueue.ts';

const CANDIDATES_MAX = 10;

/** Transfers without an owner. Amounts are in their own currency; kip are compared by the rate `attForBaht`. */
export async function listIncoming(db: Db, operator: Operator, query: QueueQuery, attForBaht: number) {
  const { rows, next } = await readQueue(
    db.selectFrom('incoming_transfer').selectAll(),
    'incoming',
    operator,
    query,
    {
      amount: sql`case currency when 'LAK' then amount * 100 / ${attForBaht}::bigint else amount end`,
      why: 'incoming_transfer.note',
    },
  );
  const items = rows.map((row) => {
    const sender = senderOf(row);
    return {
      id: String(row.id),
      amount: bahtFromSatang(row.amount),
      currency: row.currency,
      source: row.source,
      note: row.note,
      transRef: shownReference(row.trans_ref),
      sender: {
        name: sender.displayName,
        account: sender.account ?? sender.proxy?.value ?? '',
        bankCode: sender.bankCode ?? null,
      },
      receiver: describeReceiver(row.receiver),
      transferredAt: row.transferred_at.toISOString(),
      claim: row.claim,
    };
  });
  return { items, next };
}

interface Candidate {
  id: bigint;
  name: string;
  phone_number: string;
  bank_code: string;
  bank_account_no: string;
  bank_account_name: string;
  because: 'slip' | 'qr' | 'transferClaim' | 'account';
  at: Date | null;
}

/**
 * Members who may own the transfer: they sent a slip of it, had a QR of its amount, announced such a transfer, or have
 * the account that the sender shows. Each comes with whether the sender is their registered account. A hint for the
 * operator, never a decision. @throws AppError NO_DATA
 */
export async function findCandidates(db: Db, transferId: bigint) {
  const transfer = await db
    .selectFrom('incoming_transfer')
    .where('id', '=', transferId)
    .select(['id', 'trans_ref', 'amount', 'currency', 'transferred_at', 'sender'])
    .executeTakeFirst();
  if (transfer === undefined) throw new AppError('NO_DATA');
  const sender = senderOf(transfer);
  const owners = (await ownersOfSender(db, sender)).map(({ memberId }) => memberId);
  const { rows } = await sql<Candidate>`
    with found as (
      select member_id, 'slip' as because, uploaded_at as at, 1 as rank from slip
        where trans_ref = ${transfer.trans_ref}
      union all
      select member_id, 'qr', created_at, 2 from deposit_qr
        where pay_amount = ${transfer.amount}
          and pay_currency = ${transfer.currency}
          and created_at between ${transfer.transferred_at}::timestamptz - interval '2 days'
            and ${transfer.transferred_at}::timestamptz + make_interval(secs => ${CLOCKS_DIFFER_MS / 1000})
      union all
      select member_id, 'transferClaim', created_at, 3 from manual_deposit
        where amount = ${transfer.amount} and status = 'PENDING'
      union all
      select id, 'account', null, 4 from member
        where id = any(${owners})
    )
    select distinct on (min_rank, member.id) member.id, member.name, member.phone_number,
      member.bank_code, member.bank_account_no, member.bank_account_name, because, at
    from (select *, min(rank) over (partition by member_id) as min_rank from found) as f
    join member on member.id = f.member_id
    where f.rank = f.min_rank
    order by min_rank, member.id, at desc nulls last
    limit ${CANDIDATES_MAX}`.execute(db);
  return rows.map((row) => ({
    member: { id: String(row.id), name: row.name, phoneNumber: row.phone_number },
    because: row.because,
    sender: compareSender(sender, sender.bankCode, row),
    at: row.at?.toISOString() ?? null,
  }));
}
