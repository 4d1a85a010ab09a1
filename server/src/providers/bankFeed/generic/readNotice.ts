import { createHash } from 'node:crypto';
import type { BankReport } from '../../bankReport.ts';
import { BANK_NAMES, BANK_TEXTS, type BankTexts } from './bankTexts.ts';
import {
  amountOf,
  momentOf,
  newEffort,
  plainText,
  type TextPattern,
  type TextPlaces,
  textPattern,
} from './textPattern.ts';

/** A notice or SMS as a phone forwards it. */
export interface Notice {
  text: string;
  /** The app's package, or the sender of the SMS. */
  from: string;
  /** When the phone showed it, by its own clock; null if it did not say. */
  shownAt: Date | null;
  /** Whether that time says its zone; undefined if it does, or there is none. */
  isShownInZone?: boolean;
  receivedAt: Date;
}

/**
 * What a notice tells. `stranger`: nobody who speaks for a bank sent it. `other`: a bank's text of something else, or in
 * a form that is not known: money out, a code, an advertisement. So is one that takes more effort than any bank's text.
 */
export type NoticeReading =
  | { is: 'report'; report: BankReport; isConfirmed: boolean }
  | { is: 'stranger' }
  | { is: 'other'; bank: string };

interface KnownText {
  bank: string;
  currency: 'THB' | 'LAK';
  form: string;
  pattern: TextPattern;
  isConfirmed: boolean;
}

/** The known texts by who sends them. */
export type KnownTexts = ReadonlyMap<string, readonly KnownText[]>;

/** @param own further texts of the operator. @throws Error for a text with an unknown place */
export function knownTexts(own: readonly BankTexts[] = []): KnownTexts {
  const known = new Map<string, KnownText[]>();
  for (const { bank, currency, from, texts } of [...own, ...BANK_TEXTS]) {
    const patterns = texts.map(({ text, isConfirmed }) => ({
      bank,
      currency,
      form: text,
      pattern: textPattern(text, currency),
      isConfirmed,
    }));
    for (const sender of from.map((one) => one.toLowerCase()))
      known.set(sender, [...(known.get(sender) ?? []), ...patterns]);
  }
  return known;
}

/** Money may be told of this long after it was sent, and clocks may be ahead by as much as an hour. */
const LATE_MS = 7 * 86_400_000;
const AHEAD_MS = 3_600_000;
/** Clocks and books of banks differ by this, also where a text shows the minute. */
const CLOCKS_SECONDS = 300;
/** A text without a time was shown at most this long after the money came. */
const SHOWN_LATE_SECONDS = 3_600;

/** @param accountNo our account, where texts do not show it */
export function readNotice(
  known: KnownTexts,
  { text, from, shownAt, isShownInZone = true, receivedAt }: Notice,
  accountNo?: string,
): NoticeReading {
  const sender = from.trim().toLowerCase();
  const texts = known.get(sender);
  if (texts === undefined) return { is: 'stranger' };
  const plain = plainText(text);
  const effort = newEffort();
  for (const { bank, currency, pattern, isConfirmed } of texts) {
    const places = pattern.read(plain, effort);
    if (places === null) continue;
    const report = reportOf({
      bank,
      currency,
      places,
      text: plain,
      sender,
      shownAt,
      isShownInZone,
      receivedAt,
      accountNo,
    });
    if (report !== null) return { is: 'report', report, isConfirmed };
  }
  return { is: 'other', bank: texts[0]?.bank ?? '' };
}

interface Told {
  bank: string;
  currency: 'THB' | 'LAK';
  places: TextPlaces;
  text: string;
  sender: string;
  shownAt: Date | null;
  isShownInZone: boolean;
  receivedAt: Date;
  accountNo: string | undefined;
}

function reportOf({
  bank,
  currency,
  places,
  text,
  sender,
  shownAt,
  isShownInZone,
  receivedAt,
  accountNo,
}: Told): BankReport | null {
  const postedAt = shownAt ?? receivedAt;
  // A phone whose clock is ahead must not date money into the future.
  const at = postedAt > receivedAt ? receivedAt : postedAt;
  const amount = amountOf(places.amount ?? '0');
  // A phone whose clock is behind shows a text before its own time: then the arrival tells the year.
  const shown = likelyMoment(places, at);
  const moment = shown === null ? likelyMoment(places, receivedAt) : shown;
  if (amount <= 0n || moment === null) return null;
  const balanceAfter = places.balance === undefined ? null : amountOf(places.balance);
  // Balance and time tell equal payments apart. Without one of them it is the time that the phone sent: a repeated
  // delivery brings the same one.
  const isTold = moment !== undefined && balanceAfter !== null;
  const sourceKey = createHash('sha256')
    .update(JSON.stringify([sender, text, isTold ? null : postedAt.getTime()]))
    .digest('base64url');
  const masked = places.account ?? accountNo ?? null;
  return {
    sourceKey,
    channel: sender.includes('.') ? 'APP' : 'SMS',
    text,
    postedAt,
    hasZone: moment !== undefined || isShownInZone,
    datedBy: moment !== undefined ? 'TEXT' : shownAt !== null ? 'PHONE' : 'ARRIVAL',
    transRef: null,
    sendingBankCode: BANK_NAMES[places.bank ?? ''] ?? null,
    amount,
    currency,
    receiver: { type: 'masked', bankCode: bank, account: masked },
    sender:
      places.name === undefined && places.from === undefined
        ? null
        : { displayName: places.name?.trim() ?? '', account: places.from ?? null, proxy: null },
    reference: null,
    transferredAt: moment ?? at,
    slack: { early: moment === undefined ? SHOWN_LATE_SECONDS : CLOCKS_SECONDS, late: CLOCKS_SECONDS },
    balanceAfter,
  };
}

/**
 * The time that a text shows, beside the time when it was shown or came. @returns undefined for a text without a time;
 * null if it cannot be that text's
 */
function likelyMoment(places: TextPlaces, near: Date): Date | null | undefined {
  const moment = momentOf(places, near);
  if (!moment) return moment;
  const late = near.getTime() - moment.getTime();
  return late > LATE_MS || late < -AHEAD_MS ? null : moment;
}
