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
    holds: "the site's sealed key for documents and their numbers",
    erasure: 'keep',
    kept: 'site',
    facts: 'is_only sealed',
  },
  identity_proof: {
    class: 'personal',
    holds: 'levels that members have proved, and until when',
    concerns: 'member',
    of: 'member_id = :member',
    erasure: 'keep',
    kept: 'records',
    copy: 'profile',
    facts: 'lapsed_at lapses_on level member_id proved_at request_id told_at',
  },
  identity_request: {
    class: 'secret',
    holds: 'names and birth dates off documents, a keyed hash of the number',
    concerns: 'member',
    of: 'member_id = :member',
    erasure: 'blank',
    kept: 'documents',
    copy: 'profile',
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
