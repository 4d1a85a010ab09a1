import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { BANK_QR_PRESETS_BAHT, QR_MINIMUM_BAHT } from '@krapao/contract/limits';
import { wholeText } from '@krapao/ui/money.ts';
import type { Words } from '../../i18n/words.ts';
import type { Habits } from '../../lib/habits.ts';

export type DepositLookup = ResponseOf<Contract['GET /api/lookup/deposit']>;
export type DepositBank = DepositLookup['banks'][number];

/** A channel that creates QR codes: a bank account in mode QR, or a payment gateway. Amounts in baht. */
export interface QrChannel {
  bank: DepositBank;
  presets: readonly number[];
  minimum: number;
  /** The most that a gateway takes at once; null where the channel has no limit of its own. */
  maximum: number | null;
  isGateway: boolean;
  /** The member pays on a page of the gateway. */
  isPage: boolean;
  /** What tells it from the site's other gateways; null where there is none, or they are alike. */
  difference: Words | null;
}

/**
 * DEP-02: accounts in mode QR (KBANK, BCEL) and the payment gateways take QR payments; the other accounts take
 * transfers.
 */
export function isQrBank({ mode, gateway }: Pick<DepositBank, 'mode' | 'gateway'>): boolean {
  return mode === 'QR' || gateway !== undefined;
}

/** DEP-09, DEP-10: the presets and the minimum amount of each QR channel. */
export function qrChannels(banks: readonly DepositBank[]): QrChannel[] {
  return banks.filter(isQrBank).map((bank) => ({
    bank,
    presets: bank.gateway?.presets ?? BANK_QR_PRESETS_BAHT,
    minimum: bank.gateway?.minimum ?? QR_MINIMUM_BAHT,
    maximum: bank.gateway?.maximum ?? null,
    isGateway: bank.gateway !== undefined,
    isPage: bank.gateway?.isPage === true,
    difference: differenceOf(bank, banks),
  }));
}

/** Gateways may have one name and a number: their sums, or the page on which one pays, say which is which. */
function differenceOf({ bankCode, gateway }: DepositBank, banks: readonly DepositBank[]): Words | null {
  const others = banks.flatMap((other) => (other.bankCode === bankCode ? [] : (other.gateway ?? [])));
  if (gateway === undefined || others.length === 0) return null;
  const { minimum, maximum, isPage } = gateway;
  if (isPage && others.some((other) => !other.isPage)) return ['qr.paysOnPage'];
  if (others.every((other) => other.minimum === minimum && other.maximum === maximum)) return null;
  const least = wholeText(minimum);
  return maximum === undefined
    ? ['qr.takesFrom', { minimum: least }]
    : ['qr.takesBetween', { minimum: least, maximum: wholeText(maximum) }];
}

/** The presets of a channel, with the amount that the member chose there last (baht). */
export function presetsWith(presets: readonly number[], last: number | null): readonly number[] {
  return last === null || presets.includes(last) ? presets : [...presets, last].sort((a, b) => a - b);
}

/** The amount of the member's last QR (baht), at the channel that made it, while it takes it; null elsewhere (DEP-09, DEP-10). */
export function lastAmountAt(channel: QrChannel, last: Habits['lastQr']): number | null {
  if (last?.bankCode !== channel.bank.bankCode) return null;
  return canCreateQr(channel, last.amount) ? last.amount : null;
}

/** DEP-09: whether a QR may be created: above 0 for a bank, within the provider's limits for a gateway. */
export function canCreateQr({ minimum, maximum, isGateway }: QrChannel, amount: number): boolean {
  if (!isGateway) return amount > 0;
  return amount >= minimum && (maximum === null || amount <= maximum);
}

/** DEP-02: the way the site detects a transfer to an account. */
export function creditingOf({ bankCode, mode }: Pick<DepositBank, 'bankCode' | 'mode'>): 'auto' | 'slip' {
  return mode === 'AUTO' && (bankCode === 'SCB' || bankCode === 'KBANK') ? 'auto' : 'slip';
}

/**
 * DEP-02: an account number in the grouping of its bank: 3-1-5-1 for ten digits, 4-4-4 for GSB. Other numbers, and
 * those of Laos (BCEL), stay unchanged.
 */
export function depositAccountNo({
  bankCode,
  bankAccountNo,
}: Pick<DepositBank, 'bankCode' | 'bankAccountNo'>): string {
  if (bankCode === 'BCEL') return bankAccountNo;
  if (/^\d{10}$/.test(bankAccountNo)) return bankAccountNo.replace(/^(\d{3})(\d)(\d{5})(\d)$/, '$1-$2-$3-$4');
  return bankCode === 'GSB' ? bankAccountNo.replace(/^(\d{4})(\d{4})(\d{4})$/, '$1-$2-$3') : bankAccountNo;
}
