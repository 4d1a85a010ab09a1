import { type RawBuilder, sql } from 'kysely';

/** A hash chain over append-only rows. Each seal covers the rows of a range of transactions. */
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
  /** The statement that adds a seal. */
  add: RawBuilder<{ sealed: bigint }>;
}

/** The chain over the postings. */
export const LEDGER_CHAIN: Chain = {
  name: 'ledger',
  rows: 'ledger.posting',
  seals: 'ledger.seal',
  count: 'postings',
  row: sql`array_to_string(array[id::text, idem::text, code, phase, debit::text, credit::text, currency, amount::text,
    pending_id::text, reverses_id::text, group_id::text, debit_after::text, debit_version::text, credit_after::text,
    credit_version::text, xid::text, (extract(epoch from at) * 1000000)::bigint::text, actor, cause], '|', '')`,
  seal: sql`null::text`,
  firstHash: sql`null::bytea`,
  add: sql`select ledger.seal_postings() as sealed`,
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
  add: sql`select seal_audit_log() as sealed`,
};

export const CHAINS: readonly Chain[] = [LEDGER_CHAIN, AUDIT_CHAIN];
