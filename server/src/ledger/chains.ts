import { type RawBuilder, sql } from 'kysely';

/** One hash chain over append-only rows. Each seal covers the rows of a range of transactions. */
export interface Chain {
  name: 'ledger' | 'audit';
  rows: 'ledger.posting' | 'audit_entry';
  seals: 'ledger.seal' | 'audit_seal';
  /** The seal's column with the number of rows that it covers. */
  count: 'postings' | 'entries';
  /** A row as the text that its seal hashed. */
  row: RawBuilder<string>;
  /** What the seal hashed of itself after its rows; null for nothing. */
  seal: RawBuilder<string | null>;
  /** The hash that may have been exported of a seal before the chain was made again; null for none. */
  firstHash: RawBuilder<Buffer | null>;
}

/**
 * A posting p as the text that its accounts' chains hash. ledger.posting_line builds the same when it is sealed; verify has
 * its own, so that a changed function does not hide a changed posting.
 */
export const POSTING_LINE = sql<string>`concat_ws('|', p.id, p.idem, p.code, p.phase, p.debit, p.credit, p.currency, p.amount,
  coalesce(p.pending_id::text, ''), coalesce(p.reverses_id::text, ''), coalesce(p.group_id::text, ''),
  coalesce(p.debit_after::text, ''), coalesce(p.debit_version::text, ''),
  coalesce(p.credit_after::text, ''), coalesce(p.credit_version::text, ''),
  (extract(epoch from p.at) * 1000000)::bigint, p.actor, p.cause)`;

/** The chain that sealed the postings before each account had its own (docs/decisions/240-a-chain-for-each-account.md). */
export const FORMER_CHAIN: Chain = {
  name: 'ledger',
  rows: 'ledger.posting',
  seals: 'ledger.seal',
  count: 'postings',
  row: sql`array_to_string(array[id::text, idem::text, code, phase, debit::text, credit::text, currency, amount::text,
    pending_id::text, reverses_id::text, group_id::text, debit_after::text, debit_version::text, credit_after::text,
    credit_version::text, xid::text, (extract(epoch from at) * 1000000)::bigint::text, actor, cause], '|', '')`,
  seal: sql`null::text`,
  firstHash: sql`null::bytea`,
};

/** The chain over the lines of the operators' audit log. */
export const AUDIT_CHAIN: Chain = {
  name: 'audit',
  rows: 'audit_entry',
  seals: 'audit_seal',
  count: 'entries',
  // An erased person's words are gone, the commitment to them is not (docs/decisions/208-personal-data.md).
  row: sql`json_build_array(id, xid::text, (extract(epoch from at) * 1000000)::bigint, operator_id, action, subject,
    member_id, address, encode(coalesce(commitment,
      sha256(salt || convert_to(json_build_array(before::text, after::text, reason)::text, 'UTF8'))), 'hex'))::text`,
  seal: sql`concat_ws('|', xid_next, (extract(epoch from at) * 1000000)::bigint)`,
  firstHash: sql`first_hash`,
};
