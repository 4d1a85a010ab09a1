import { createHash } from 'node:crypto';
import { BANGKOK_OFFSET_MS } from '@krapao/contract/bangkokTime';

/** A deposit account with its rules, and what it took on the current day of the site. */
export interface RuledAccount {
  id: bigint;
  bank_code: string;
  bank_type: string;
  mode: string;
  currency: string;
  is_in_turn: boolean;
  weight: number;
  day_limit: bigint | null;
  day_count: number | null;
  open_from: string | null;
  open_to: string | null;
  serves: readonly string[];
  /** Arrived today and asked for by open QRs, in hundredths of the account's currency, and how many of both. */
  taken: { amount: bigint; count: number };
  /** Members who were told this account lately. */
  told: number;
}

/** The member who wants to deposit. */
export interface Depositor {
  id: bigint;
  bankCode: string;
  /** Which account of a channel they were told, if that was lately. */
  told: ReadonlyMap<string, bigint>;
  /** Accounts with an open QR of theirs: shown whatever the rules say. */
  paying: ReadonlySet<bigint>;
}

/** Why an account rests: its amount or its number of transfers of the day is reached, or its hours are over. */
export type Rest = 'AMOUNT' | 'COUNT' | 'HOURS';

const DAY_MINUTES = 1_440;
const MINUTE_MS = 60_000;

/** Accounts of one channel stand in for each other: kind, way of deposit and currency. */
export const channelOf = ({ bank_type, mode, currency }: RuledAccount): string =>
  `${bank_type} ${mode} ${currency}`;

/** Whether anything of an account is a rule. An account without rules is always shown. */
export const hasRules = (
  account: Pick<RuledAccount, 'is_in_turn' | 'day_limit' | 'day_count' | 'open_from' | 'serves'>,
): boolean =>
  account.is_in_turn ||
  account.day_limit !== null ||
  account.day_count !== null ||
  account.open_from !== null ||
  account.serves.length > 0;

/** Why the account rests at this moment; null if it takes deposits. */
export function restOf(account: RuledAccount, now: Date): Rest | null {
  const { taken, day_limit, day_count } = account;
  if (day_limit !== null && taken.amount >= day_limit) return 'AMOUNT';
  if (day_count !== null && taken.count >= day_count) return 'COUNT';
  return isOpen(account, minuteOf(now)) ? null : 'HOURS';
}

/** When a resting account takes deposits again, as far as its rules tell. */
export function restsUntil(account: RuledAccount, now: Date): Date | null {
  const rest = restOf(account, now);
  if (rest === null) return null;
  const minute = minuteOf(now);
  const opens = account.open_from === null ? 0 : minutes(account.open_from);
  const tomorrow = DAY_MINUTES - minute;
  const wait =
    rest === 'HOURS'
      ? (opens - minute + DAY_MINUTES) % DAY_MINUTES
      : tomorrow + (isOpen(account, 0) ? 0 : opens);
  const start = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  return new Date(start + wait * MINUTE_MS);
}

export interface Choice<Account> {
  /** In the order in which the member sees them. */
  shown: Account[];
  /** The accounts in turn that were chosen, by channel: the member is told the same ones for a while. */
  turns: Map<string, bigint>;
  /** When the first account is back, if none takes deposits. */
  restsUntil: Date | null;
}

/**
 * The accounts that a member sees, of those that are switched on, in the operators' order. Accounts that serve the member's
 * bank come first, and before all others in a turn; one that serves other banks is shown only where its channel has no other.
 * Of the accounts in turn of a channel the member sees one: the one that they were told lately while it takes deposits,
 * otherwise the least used by its weight. Equal accounts are drawn by the member, always alike.
 */
export function chooseAccounts<Account extends RuledAccount>(
  accounts: readonly Account[],
  member: Depositor,
  now: Date,
): Choice<Account> {
  const shown = new Set(accounts.filter(({ id }) => member.paying.has(id)));
  const turns = new Map<string, bigint>();
  const awake = accounts.filter((account) => restOf(account, now) === null);
  for (const [channel, all] of Map.groupBy(awake, channelOf)) {
    const fitting = all.filter((account) => fit(account, member) !== 'other');
    const open = fitting.length > 0 ? fitting : all;
    for (const account of open) if (!account.is_in_turn) shown.add(account);
    const chosen = inTurn(open, member).find(({ is_in_turn }) => is_in_turn);
    if (chosen === undefined) continue;
    const told = open.find(({ id, is_in_turn }) => is_in_turn && id === member.told.get(channel)) ?? chosen;
    shown.add(told);
    turns.set(channel, told.id);
  }
  return {
    shown: accounts
      .filter((account) => shown.has(account))
      .toSorted((a, b) => Number(fit(b, member) === 'own') - Number(fit(a, member) === 'own')),
    turns,
    restsUntil: awake.length > 0 ? null : firstBack(accounts, now),
  };
}

/** The accounts from the one whose turn it is to the most used one: those that serve the member's bank come first. */
export function inTurn<Account extends RuledAccount>(
  accounts: readonly Account[],
  member: Depositor,
): Account[] {
  const rank = { own: 0, any: 1, other: 2 } as const;
  return accounts.toSorted(
    (a, b) =>
      rank[fit(a, member)] - rank[fit(b, member)] ||
      useOf(a) - useOf(b) ||
      drawOf(a, member).localeCompare(drawOf(b, member)),
  );
}

function fit({ serves }: RuledAccount, { bankCode }: Depositor): 'own' | 'any' | 'other' {
  if (serves.length === 0) return 'any';
  return serves.includes(bankCode) ? 'own' : 'other';
}

const useOf = ({ taken, told, weight }: RuledAccount): number => (taken.count + told) / weight;

const drawOf = ({ id }: RuledAccount, member: Depositor): string =>
  createHash('sha256').update(`${member.id} ${id}`).digest('hex');

function firstBack(accounts: readonly RuledAccount[], now: Date): Date | null {
  const times = accounts.flatMap((account) => restsUntil(account, now)?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.min(...times));
}

function isOpen({ open_from, open_to }: RuledAccount, minute: number): boolean {
  if (open_from === null || open_to === null) return true;
  const [from, to] = [minutes(open_from), minutes(open_to)];
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** The minute of the day on the site's clock. */
function minuteOf(now: Date): number {
  return Math.floor((now.getTime() + BANGKOK_OFFSET_MS) / MINUTE_MS) % DAY_MINUTES;
}

function minutes(time: string): number {
  const [hour = '0', minute = '0'] = time.split(':');
  return Number(hour) * 60 + Number(minute);
}
