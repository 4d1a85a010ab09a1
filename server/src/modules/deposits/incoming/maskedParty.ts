import { plainDigits } from '@krapao/contract/digits';
import type { MaskedParty } from '../../../providers/slipVerifier.ts';
import { type Comparison, compareName, namesContradict } from './maskedName.ts';

/** Fewer visible digits cannot distinguish accounts. */
const VISIBLE_DIGITS_MIN = 3;

/** A masked number in digits and `x`, for example `xxxxx3109x`; null where it is no number. */
export function plainNumber(masked: string): string | null {
  const shown = plainDigits(masked)
    .replace(/[\s.-]/g, '')
    .replace(/[xX*•●＊]/g, 'x');
  return /^[0-9x]+$/.test(shown) ? shown : null;
}

/** Whether a plain number shows enough digits to distinguish accounts. */
export const tellsApart = (shown: string): boolean => shown.replaceAll('x', '').length >= VISIBLE_DIGITS_MIN;

/**
 * Compares for example `xxx-x-x3109-x`, `X3109` or `1234****5678` with a complete number. Masks often differ in length
 * from what they hide: then digits before the first mask count from the left, all others from the right.
 */
export function compareNumber(masked: string, whole: string): Comparison {
  const shown = plainNumber(masked);
  if (shown === null) return 'indeterminate';
  const head = shown.length === whole.length ? '' : (/^([0-9]+)x/.exec(shown)?.[1] ?? '');
  if (!whole.startsWith(head)) return 'no_match';
  const visible = new Set(Array.from(head, (_digit, index) => index));
  const rest = shown.slice(head.length);
  for (const [index, character] of [...rest].entries()) {
    if (character === 'x') continue;
    const place = whole.length - rest.length + index;
    // Some banks pad short numbers with zeros.
    if (place < 0 ? character !== '0' : character !== whole[place]) return 'no_match';
    if (place >= 0) visible.add(place);
  }
  return visible.size >= VISIBLE_DIGITS_MIN ? 'match' : 'indeterminate';
}

export interface BankAccount {
  bank_code: string;
  bank_account_no: string;
  bank_account_name: string;
}

/** Whether the sender's account is this one, by bank and visible digits alone. */
export function compareAccount(
  sender: MaskedParty,
  sendingBankCode: string | undefined,
  account: BankAccount,
): Comparison {
  if (sendingBankCode !== undefined && sendingBankCode !== account.bank_code) return 'no_match';
  if (sender.account === null) return 'indeterminate';
  const digits = compareNumber(sender.account, account.bank_account_no);
  return digits === 'match' && sendingBankCode === undefined ? 'indeterminate' : digits;
}

/**
 * Whether the sender is the member's registered account (trust.md, "Whose deposit it is"). Another bank, other visible
 * digits or another name is `no_match`. `match` needs the bank and enough digits, and no contradicting name.
 */
export function compareSender(
  sender: MaskedParty,
  sendingBankCode: string | undefined,
  account: BankAccount,
): Comparison {
  if (compareName(sender.displayName, account.bank_account_name) === 'no_match') return 'no_match';
  return compareAccount(sender, sendingBankCode, account);
}

/**
 * Whether two reports certainly show different senders: two banks, or different digits where both show them. Names
 * count only if too few digits show that it is one account.
 */
export function sendersContradict(one: Party, other: Party): boolean {
  if (areTwoBanks(one, other)) return true;
  const same = digitsInCommon(one, other);
  if (same === null) return true;
  return same < VISIBLE_DIGITS_MIN && namesContradict(one.displayName, other.displayName);
}

/** Whether two reports show one account: enough digits in common, and nothing that differs. */
export function sendersAgree(one: Party, other: Party): boolean {
  return !areTwoBanks(one, other) && (digitsInCommon(one, other) ?? 0) >= VISIBLE_DIGITS_MIN;
}

type Party = MaskedParty & { bankCode?: string };

const areTwoBanks = (one: Party, other: Party): boolean =>
  one.bankCode !== undefined && other.bankCode !== undefined && one.bankCode !== other.bankCode;

/** How many digits both show at the same place; null if one of them differs. */
function digitsInCommon(one: Party, other: Party): number | null {
  const [first, second] = [one, other].map(({ account }) => [...((account && plainNumber(account)) ?? '')]);
  let same = 0;
  for (let place = 1; place <= Math.min(first?.length ?? 0, second?.length ?? 0); place += 1) {
    const [digit, otherDigit] = [first?.at(-place), second?.at(-place)];
    if (digit === 'x' || otherDigit === 'x') continue;
    if (digit !== otherDigit) return null;
    same += 1;
  }
  return same;
}
