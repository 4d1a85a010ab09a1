import type { MaskedParty } from '../../providers/slipVerifier.ts';

/** Whether what a bank shows masked is what we know. Indeterminate goes to a person. */
export type Comparison = 'match' | 'no_match' | 'indeterminate';

/** Fewer visible digits than this tell nobody apart. */
const VISIBLE_DIGITS_MIN = 3;
const TITLES = new Set(['MR', 'MRS', 'MS', 'MISS', 'นาย', 'นาง', 'นางสาว', 'น.ส']);

/** Compares for example `xxx-x-x3109-x` with a whole number of the same length, digit by digit. */
export function compareNumber(masked: string, whole: string): Comparison {
  const shown = masked.replace(/[\s-]/g, '').toLowerCase().replaceAll('*', 'x');
  if (!/^[0-9x]+$/.test(shown) || shown.length !== whole.length) return 'indeterminate';
  if ([...shown].some((character, index) => character !== 'x' && character !== whole[index]))
    return 'no_match';
  return shown.replaceAll('x', '').length >= VISIBLE_DIGITS_MIN ? 'match' : 'indeterminate';
}

/** True when `SOMCHAI J***` cannot be the name `SOMCHAI JAIDEE`; another script contradicts nothing. */
export function contradictsName(masked: string, name: string): boolean {
  const shown = words(masked);
  const known = words(name);
  const [first = ''] = shown;
  const [knownFirst = ''] = known;
  if (first === '' || knownFirst === '' || isLatin(first) !== isLatin(knownFirst)) return false;
  const last = shown.length > 1 ? shown.at(-1) : undefined;
  const knownLast = known.length > 1 ? known.at(-1) : undefined;
  if (!couldBe(first, knownFirst)) return true;
  return last !== undefined && knownLast !== undefined && !couldBe(last, knownLast);
}

export interface BankAccount {
  bank_code: string;
  bank_account_no: string;
  bank_account_name: string;
}

/** Whether the sender is the member's registered account: bank, visible digits, and a name that does not contradict. */
export function compareSender(
  sender: MaskedParty,
  sendingBankCode: string | undefined,
  account: BankAccount,
): Comparison {
  if (sendingBankCode === undefined) return 'indeterminate';
  if (sendingBankCode !== account.bank_code) return 'no_match';
  if (sender.account === null) return 'indeterminate';
  const digits = compareNumber(sender.account, account.bank_account_no);
  if (digits !== 'match') return digits;
  return contradictsName(sender.displayName, account.bank_account_name) ? 'indeterminate' : 'match';
}

function words(name: string): string[] {
  return name
    .toUpperCase()
    .split(/\s+/)
    .map((word) => word.replace(/\.$/, ''))
    .filter((word) => word !== '' && !TITLES.has(word));
}

function isLatin(word: string): boolean {
  return /^[A-Z]/.test(word);
}

function couldBe(shown: string, known: string): boolean {
  const visible = shown.replace(/[*X]+$/, '');
  return visible === shown ? shown === known : known.startsWith(visible);
}
