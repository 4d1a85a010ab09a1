import type { TableEntry } from './tableEntry.ts';

/** Tables of members' own limits. */
export const LIMIT_TABLES = {
  limit_offer: {
    class: 'personal',
    holds: 'what a member answered to the offer of a limit, decision 202',
    concerns: 'member',
    of: 'member_id = :member',
    erasure: 'keep',
    kept: 'records',
    copy: 'protection',
    facts: 'answer at member_id',
  },
  member_limit: {
    class: 'personal',
    holds:
      'limits of deposits, losses, stakes, bets and time that a member set, and their history, decision 202',
    concerns: 'member',
    of: 'member_id = :member',
    erasure: 'keep',
    kept: 'records',
    copy: 'protection',
    facts: 'asked_at ended_at from_at id kind member_id most period ready_at told_at',
  },
  play_session: {
    class: 'personal',
    holds: 'from when to when a member played',
    concerns: 'member',
    of: 'member_id = :member',
    erasure: 'keep',
    kept: 'records',
    copy: 'protection',
    facts: 'ended_at id member_id started_at',
  },
} as const satisfies Record<string, TableEntry>;
