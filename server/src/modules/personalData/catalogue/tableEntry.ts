/** The classes of docs/data.md; a table has the highest class of its contents. */
export const DATA_CLASSES = ['secret', 'personal', 'money', 'internal', 'public'] as const;
export type DataClass = (typeof DATA_CLASSES)[number];

/**
 * What the erasure of a member does with the rows of a table. `delete`: removes theirs. `blank`: overwrites the columns
 * in `blanks`. `sweep`: takes the person's name, phone and accounts out of the words. `redact`: as the audit log's chain
 * allows. `expire`: the rows end by themselves before the erasure is made. `view`: shows other tables. `seal`: is
 * what an erasure leaves. `keep`: nothing
 * in them tells who the member was once their row is blank.
 */
export const ERASURES = ['delete', 'blank', 'sweep', 'redact', 'expire', 'view', 'seal', 'keep'] as const;

/**
 * How long rows are kept. `site`: as long as the site runs. `account`: until the member's account is erased. `records`:
 * as the law keeps the records of money (AML Act s. 22; rule `records` of the pack). Others: docs/data.md.
 */
export const PERIODS = {
  site: 'as long as the site runs',
  account: 'until the account is erased',
  records: 'as the law keeps records of money',
  transit: 'minutes, an hour at most: what works on them removes them',
  sessions: '7 days after the end',
  codes: '7 days',
  challenges: 'until they expire, minutes',
  proofs: 'until they expire, minutes',
  locks: '2 days after the last failure',
  counters: '8 days',
  devices: '400 days after the last use, 90 if used once',
  outcomes: '30 days',
  calls: '7 days, and the newest of each connection',
  deliveries: '30 days',
  events: '30 days',
  notifications: '180 days',
  notificationDeliveries: '30 days',
  pushSubscriptions: '30 minutes after the session',
  messengerOffers: 'a day',
  messengerLinks: '30 days after the end',
  documents: '30 days unsent, 90 days after a refusal, otherwise as the law keeps records',
  copies: '7 days',
  erasures: 'as the law keeps records of money, from the erasure on',
  exclusions: 'until the exclusion ends',
  chats: 'until the account is erased, or as the setting `retention` says',
  changeRequests: 'until the account is erased, or as the setting `retention` says',
} as const;
export type Period = keyof typeof PERIODS;

/** The parts of the copy that members get of their data. */
export const COPY_PARTS = [
  'profile',
  'devices',
  'identity',
  'consents',
  'protection',
  'deposits',
  'withdrawals',
  'transfers',
  'bonuses',
  'rewards',
  'games',
  'rounds',
  'statement',
  'notifications',
  'chat',
  'notes',
] as const;
export type CopyPart = (typeof COPY_PARTS)[number];

/** A table of the database: every column is in exactly one of `blanks` or `personal`, or `facts`, or in `words`. */
export interface TableEntry {
  class: DataClass;
  /** What docs/data.md says of it. */
  holds: string;
  /** Whose data it is; nothing: nobody's. `sender`: of whoever sent money, a member or not. */
  concerns?: 'member' | 'operator' | 'sender';
  /** The condition in SQL for the rows of one member, who is `:member`. */
  of?: string;
  erasure: (typeof ERASURES)[number];
  /** The condition in SQL for rows that wait for a decision: an erasure leaves them as they are. */
  waits?: string;
  kept: Period;
  /** The part of the member's copy that it appears in. */
  copy?: CopyPart;
  /** Columns that tell who somebody is, with the SQL that an erasure overwrites them with. */
  blanks?: Record<string, string>;
  /** Columns that tell who somebody is, where rows are deleted or belong to nobody who can be erased. */
  personal?: string;
  /** Columns with free words, in which anybody may be named; a column may be in `blanks` too. */
  words?: string;
  /** Columns of the lists above that are sealed with the master key: its change seals them again (resealJob.ts). */
  sealed?: string;
  /** Columns that tell nothing of a person but the member's number. */
  facts?: string;
}
