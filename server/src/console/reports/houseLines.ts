import type { Satang } from '@krapao/contract/money';

/** Where a line of the house's sheet stands: what we have, what we owe members, what is the house's own. */
export type Section = 'ASSETS' | 'MEMBERS' | 'OWN';

/** A line of the sheet; several accounts of the ledger may make it. */
export interface LineName {
  section: Section;
  /** `cash:3`, `gateway:WW`, `won:pg`; a kind alone where there is one line of it. */
  id: string;
  kind: string;
  /** The id of an own account, or the code of a gateway or game. */
  code: string | null;
}

/** An account of the house in the ledger. */
export interface HouseAccount {
  id: bigint;
  kind: string;
  label: string | null;
  currency: string;
  /** Credits minus debits, in hundredths. */
  balance: Satang;
}

const line = (section: Section, kind: string, code: string | null = null): LineName => ({
  section,
  id: code === null ? kind : `${kind}:${code}`,
  kind,
  code,
});

/**
 * The line on which an account's money stands, each once. Deposits of banks and payouts are booked a second time into the book
 * of the own account that they moved: there they stand under its name, and what no such book has is a line of its own.
 */
export function lineOf({ kind, label }: Pick<HouseAccount, 'kind' | 'label'>): LineName {
  switch (kind) {
    case 'cash':
    case 'gateway':
      return line('ASSETS', kind, label);
    case 'gift':
      return line('ASSETS', 'gift');
    case 'bank':
    case 'payout':
      return line('ASSETS', 'unbooked');
    case 'cash_flow':
      return flowLine(label ?? '');
    case 'provider':
      return line('MEMBERS', 'game', label);
    // What merges move is nothing together; each half is an adjustment of a member.
    case 'merge':
      return line('OWN', 'adjustment');
    default:
      return line('OWN', kind);
  }
}

function flowLine(flow: string): LineName {
  const [place = '', code] = flow.split(':');
  if (flow === 'deposit' || flow === 'payout') return line('ASSETS', 'unbooked');
  // Somebody's who is not known yet: it is owed, and not the house's.
  if (place === 'suspense') return line('MEMBERS', 'suspense');
  if (place === 'gateway' && code !== undefined) return line('ASSETS', 'gateway', code);
  // What was paid into our credit at the house of a game.
  if (place === 'provider' && code !== undefined) return line('ASSETS', 'credit', code);
  return line('OWN', flow);
}

/** What a game's players took home less than they brought: the part of its account that members can no longer move out. */
export const wonLine = (code: string): LineName => line('OWN', 'won', code);

/** What members have: free in wallets, held for payouts, on its way to or from a game. */
export const MEMBER_LINES = ['free', 'held', 'in_transfer'] as const;
export type MemberLine = (typeof MEMBER_LINES)[number];

export const isMemberLine = (id: string): id is MemberLine =>
  (MEMBER_LINES as readonly string[]).includes(id);

/** Debits are what we have; credits what we owe or what is the house's own. */
export const signOf = (section: Section): 1 | -1 => (section === 'ASSETS' ? 1 : -1);
