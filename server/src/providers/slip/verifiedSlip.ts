import type { Satang } from '@krapao/contract/money';
import type { MaskedParty, VerifiedSlip } from '../slipVerifier.ts';
import { satangFromWire } from '../wireAmount.ts';
import { momentFromText } from '../wireTime.ts';

type Told = string | null | undefined;

/** One side of a transfer as a maker tells it, with what it left out. */
export interface ToldParty {
  /** Best first: the bank's own writing, then the English one. */
  names: readonly Told[];
  account?: { type?: Told; value?: Told } | null | undefined;
  proxy?: { type?: Told; value?: Told } | null | undefined;
}

/** A transfer as a maker tells it, whatever its field names. */
export interface ToldSlip {
  transRef: string;
  sendingBank: Told;
  receivingBank?: Told;
  at: Date | null;
  /** In baht: a number or a decimal string. */
  amount: unknown;
  /** What the receiver got in its own currency, ISO 4217 as number or letters; makers leave it out for baht. */
  local?: { amount?: unknown; currency?: Told } | null | undefined;
  sender: ToldParty;
  receiver: ToldParty;
  ref1?: Told;
}

const BANK = /^[0-9]{3}$/;
const CURRENCIES: Readonly<Record<string, VerifiedSlip['currency']>> = {
  '': 'THB',
  764: 'THB',
  THB: 'THB',
  418: 'LAK',
  LAK: 'LAK',
};
const PROXIES: Readonly<Record<string, NonNullable<MaskedParty['proxy']>['type']>> = {
  MSISDN: 'MSISDN',
  NATID: 'NATID',
  EWALLETID: 'EWALLETID',
  // Slip2Go's documentation writes it so.
  EWALLTID: 'EWALLETID',
  BILLERID: 'BILLERID',
};

/** Null where the time, the amount or the currency cannot be read exactly. The caller knows which transfer it asked for. */
export function verifiedSlip(told: ToldSlip): VerifiedSlip | null {
  const money = moneyOf(told);
  if (money === null || told.at === null) return null;
  return {
    transRef: told.transRef,
    sendingBank: told.sendingBank ?? '',
    receivingBank: told.receivingBank && BANK.test(told.receivingBank) ? told.receivingBank : null,
    transTimestamp: told.at,
    sender: partyOf(told.sender),
    receiver: partyOf(told.receiver),
    ...money,
    ref1: told.ref1 || null,
  };
}

/** The time of a bank's date `yyyyMMdd` and time `HH:mm:ss`, which are in Bangkok. */
export function bankTime(date: Told, time: Told): Date | null {
  const [, year, month, day] = /^([0-9]{4})-?([0-9]{2})-?([0-9]{2})$/.exec(date ?? '') ?? [];
  return year === undefined ? null : momentFromText(`${year}-${month}-${day}T${time}`);
}

function moneyOf({ amount, local }: ToldSlip): { amount: Satang; currency: VerifiedSlip['currency'] } | null {
  const letters = local?.currency ?? '';
  const currency = Object.hasOwn(CURRENCIES, letters) ? CURRENCIES[letters] : undefined;
  if (currency === undefined) return null;
  const read = satangFromWire(currency === 'THB' ? amount : local?.amount);
  return read === null || read <= 0n ? null : { amount: read, currency };
}

function partyOf({ names, account, proxy }: ToldParty): MaskedParty {
  const type = proxy?.type && Object.hasOwn(PROXIES, proxy.type) ? PROXIES[proxy.type] : undefined;
  // Tokens and dummies stand for an account and show none of its digits.
  const isNumber = !account?.type || account.type === 'BANKAC';
  return {
    displayName: names.find((name) => name?.trim())?.trim() ?? '',
    account: (isNumber && account?.value) || null,
    proxy: type && proxy?.value ? { type, value: proxy.value } : null,
  };
}
