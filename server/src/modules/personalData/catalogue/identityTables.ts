import type { TableEntry } from './tableEntry.ts';

/** How far it is proved who members are, and what checks have found. */
export const IDENTITY_TABLES = {
  identity_document: {
    class: 'personal',
    holds: 'which pictures of documents there are; the sealed pictures are files',
    concerns: 'member',
    of: 'request_id in (select id from identity_request where member_id = :member)',
    erasure: 'keep',
    kept: 'documents',
    facts: 'created_at deleted_at discarded_at id part request_id',
  },
  identity_finding: {
    class: 'personal',
    holds: 'hits of lists, shared documents, members too young',
    concerns: 'member',
    of: 'member_id = :member',
    erasure: 'blank',
    kept: 'records',
    blanks: { detail: "'{}'" },
    words: 'detail decided_because',
    facts: 'created_at decided_at decided_by id kind member_id state subject',
  },
  identity_key: {
    class: 'secret',
    holds: "the site's sealed key for documents, their numbers, erased people and copies",
    erasure: 'keep',
    kept: 'site',
    sealed: 'sealed',
    facts: 'is_only sealed',
  },
  identity_list: {
    class: 'internal',
    holds: 'versions of lists that members are compared with',
    erasure: 'keep',
    kept: 'site',
    facts:
      'active_at entries id imported_at imported_by kind replaced_at screened_at screened_to sha256 title version',
  },
  identity_list_entry: {
    class: 'secret',
    holds: 'persons and accounts on lists; keyed hashes of their documents',
    concerns: 'sender',
    erasure: 'expire',
    kept: 'site',
    personal: 'account_no bank_code birth_date fingerprint keys names number_hash reference whole_keys',
    facts: 'line list_id',
  },
  identity_proof: {
    class: 'personal',
    holds: 'levels that members have proved, and until when',
    concerns: 'member',
    of: 'member_id = :member',
    erasure: 'keep',
    kept: 'records',
    copy: 'identity',
    facts: 'lapsed_at lapses_on level member_id proved_at request_id told_at',
  },
  identity_request: {
    class: 'secret',
    holds: 'names and birth dates off documents, a keyed hash of the number',
    concerns: 'member',
    of: 'member_id = :member',
    erasure: 'blank',
    kept: 'documents',
    copy: 'identity',
    blanks: {
      names: "'{}'",
      birth_date: 'null',
      number_hash: 'null',
      number_end: 'null',
      expires_on: 'null',
    },
    words: 'decided_because',
    facts:
      'created_at decided_at decided_by document_kind finished_at id level member_id refusal sent_at state',
  },
} as const satisfies Record<string, TableEntry>;
