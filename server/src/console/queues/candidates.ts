import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { CLOCKS_DIFFER_MS } from '../../modules/deposits/depositRules.ts';
import { type IncomingTransfer, senderOf } from '../../modules/deposits/incoming/incomingTransfer.ts';
import { compareSender } from '../../modules/deposits/incoming/maskedParty.ts';
import { ownersOfSender } from '../../modules/deposits/incoming/senderOwner.ts';

const CANDIDATES_MAX = 10;

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

/** What a sender says of a member, the strongest first. */
const EVIDENCE = ['match', 'indeterminate', 'no_match'] as const;

/**
 * Members who may own the transfer: they sent a slip of it, had a QR of its amount, announced such a transfer, or have
 * the account that the sender shows. Each comes with whether the sender is their registered account, and whom the sender
 * fits stands first: an amount is no word about whose money it is. A hint for the operator, never a decision.
 * @param slip a slip whose reference was typed, which no column names
 */
export async function candidatesOf(
  db: Db,
  transfer: Pick<IncomingTransfer, 'trans_ref' | 'amount' | 'currency' | 'transferred_at' | 'sender'>,
  slip?: { id: bigint },
) {
  const sender = senderOf(transfer);
  const owners = (await ownersOfSender(db, sender)).map(({ memberId }) => memberId);
  const { rows } = await sql<Candidate>`
    with found as (
      select member_id, 'slip' as because, uploaded_at as at, 1 as rank from slip
        where trans_ref = ${transfer.trans_ref} or id = ${slip?.id ?? null}
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
    ), best as (
      select distinct on (member_id) member_id, because, at, rank from found
      order by member_id, rank, at desc nulls last
    )
    select member.id, member.name, member.phone_number,
      member.bank_code, member.bank_account_no, member.bank_account_name, because, at
    from best join member on member.id = best.member_id
    order by (member.id = any(${owners})) desc, rank, member.id
    limit ${CANDIDATES_MAX}`.execute(db);
  const judged = rows.map((row) => ({
    member: { id: String(row.id), name: row.name, phoneNumber: row.phone_number },
    because: row.because,
    sender: compareSender(sender, sender.bankCode, row),
    at: row.at?.toISOString() ?? null,
  }));
  return EVIDENCE.flatMap((evidence) => judged.filter((candidate) => candidate.sender === evidence));
}
