/**
 * Kinds of cases. LAUNDERING: movements of money that a law asks to look at. VULNERABILITY: a member who may need help;
 * the outcome is contact, never suspicion. DUPLICATE: accounts that may be of one person.
 */
export const CASE_KINDS = ['LAUNDERING', 'VULNERABILITY', 'DUPLICATE'] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

/** OPEN waits for an operator; WATCHED comes back at its time, or with news; CLOSED has ended. */
export const CASE_STATES = ['OPEN', 'WATCHED', 'CLOSED'] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** The rules that open cases (docs/decisions/206-cases.md), with the kind of case. */
export const CASE_RULES = {
  structuring: 'LAUNDERING',
  littlePlay: 'LAUNDERING',
  manySenders: 'LAUNDERING',
  oneSender: 'LAUNDERING',
  accountChanged: 'LAUNDERING',
  unusualDeposit: 'LAUNDERING',
  sharedDevice: 'LAUNDERING',
  sharedAccount: 'LAUNDERING',
  bonusEnded: 'LAUNDERING',
  reportedSum: 'LAUNDERING',
  netDeposits: 'VULNERABILITY',
  onePerson: 'DUPLICATE',
  sameDocument: 'DUPLICATE',
} as const satisfies Record<string, CaseKind>;
export type CaseRule = keyof typeof CASE_RULES;

/**
 * What an operator decides. HOLD and RELEASE: whether the member's withdrawals wait for operators. DOCUMENTS and CONTACT
 * tell the member something neutral. REPORT and CLOSE need a second operator.
 */
export const CASE_DECISIONS = [
  'WATCH',
  'DOCUMENTS',
  'CONTACT',
  'HOLD',
  'RELEASE',
  'REPORT',
  'CLOSE',
] as const;
export type CaseDecision = (typeof CASE_DECISIONS)[number];

/** The decisions that a kind of case allows. */
export const DECISIONS_OF: Readonly<Record<CaseKind, readonly CaseDecision[]>> = {
  LAUNDERING: ['WATCH', 'DOCUMENTS', 'HOLD', 'RELEASE', 'REPORT', 'CLOSE'],
  VULNERABILITY: ['CONTACT', 'WATCH', 'CLOSE'],
  DUPLICATE: ['WATCH', 'DOCUMENTS', 'HOLD', 'RELEASE', 'CLOSE'],
};

/** Days until a case comes back whose member was asked for documents, or contacted. */
export const CASE_ANSWER_DAYS = 14;
export const CASE_WATCH_DAYS_MAX = 365;
