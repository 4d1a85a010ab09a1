import { isBankAccountNumber } from '@krapao/contract/banks';
import type { Satang } from '@krapao/contract/money';
import type { BankReport } from '../../bankReport.ts';
import { type AmountUnit, amountIn, beginningOf, momentIn, sumIn, textIn } from '../../template/wireValue.ts';
import { saysZone } from '../../wireTime.ts';
import { BANK_NAMES } from './bankTexts.ts';
import { type FeedTemplate, valueAt } from './feedSettings.ts';

/** Our account that the events tell of. */
export interface EventAccount {
  bank: string;
  accountNo: string;
  currency: 'THB' | 'LAK';
}

/** More than the longest body can hold. */
const EVENTS_MAX = 2_000;
const ID_MAX = 200;
const CLOCKS_SECONDS = 300;
/** Clocks may be ahead by this; what is said to come later was written in another zone. */
const AHEAD_MS = 3_600_000;

/** What a JSON document tells. */
export interface Events {
  reports: BankReport[];
  /** Events that cannot be read. */
  unread: number;
  /** Events whose amount is zero or below. */
  skipped: number;
}

/** The transfers that a JSON document tells; one event that cannot be read holds up no other. Null if it is no list of them. */
export function readEvents(
  body: unknown,
  events: NonNullable<FeedTemplate['events']>,
  account: EventAccount,
  receivedAt: Date,
): Events | null {
  const list = events.list === undefined ? body : valueAt(body, events.list);
  const all = Array.isArray(list) ? list : [list];
  if (all.length > EVENTS_MAX || !isBankAccountNumber(account.bank, account.accountNo)) return null;
  const told: Events = { reports: [], unread: 0, skipped: 0 };
  for (const event of all) {
    if (events.only && textIn(valueAt(event, events.only.at)) !== events.only.is) continue;
    const report = reportOf(event, events, account, receivedAt);
    if (report !== null) told.reports.push(report);
    else if (isNoMoneyIn(valueAt(event, events.amount))) told.skipped += 1;
    else told.unread += 1;
  }
  return told;
}

const isNoMoneyIn = (amount: unknown): boolean =>
  (typeof amount === 'number' || typeof amount === 'string') && amount !== '' && Number(amount) <= 0;

/** A balance that is told; of an overdrawn account zero, which is below whatever came. */
const balanceIn = (unit: AmountUnit, balance: unknown): Satang | null =>
  sumIn(unit, balance) ?? (isNoMoneyIn(balance) && Number(balance) < 0 ? 0n : null);

function reportOf(
  event: unknown,
  events: NonNullable<FeedTemplate['events']>,
  { bank, accountNo, currency }: EventAccount,
  receivedAt: Date,
): BankReport | null {
  const text = (pointer: string | undefined) =>
    pointer === undefined ? null : textIn(valueAt(event, pointer));
  const amount = amountIn(events.unit, valueAt(event, events.amount));
  const at = momentIn(valueAt(event, events.at));
  const id = text(events.id);
  if (amount === null || at === null || id === null || id.length > ID_MAX) return null;
  if (at.getTime() > receivedAt.getTime() + AHEAD_MS) return null;
  const reference = text(events.reference);
  if (reference !== null && !/^[0-9A-Za-z-]{1,40}$/.test(reference)) return null;
  const from = text(events.senderAccount);
  const sender = {
    displayName: beginningOf(text(events.senderName) ?? '', 200),
    account: from === null ? null : beginningOf(from, 40),
    proxy: null,
  };
  return {
    sourceKey: id,
    channel: 'JSON',
    text: id,
    postedAt: at,
    hasZone: saysZone(valueAt(event, events.at)),
    datedBy: 'TEXT',
    transRef: reference,
    sendingBankCode: BANK_NAMES[text(events.senderBank)?.toUpperCase() ?? ''] ?? null,
    amount,
    currency,
    receiver: { type: 'account', bankCode: bank, accountNo },
    sender: sender.displayName === '' && sender.account === null ? null : sender,
    reference: null,
    transferredAt: at,
    slack: { early: CLOCKS_SECONDS, late: CLOCKS_SECONDS },
    balanceAfter:
      events.balance === undefined ? null : balanceIn(events.unit, valueAt(event, events.balance)),
  };
}
