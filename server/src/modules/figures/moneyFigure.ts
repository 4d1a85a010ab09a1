import type { MoneyFigure } from '@krapao/contract/figures';
import type { Satang } from '@krapao/contract/money';
import type { HouseAccountKind } from '../../ledger/account.ts';

/** Accounts through which members' money comes in. */
export const INTO: readonly HouseAccountKind[] = ['bank', 'gateway', 'gift'];
/** Accounts from which the house gives money away. */
const COSTS: readonly HouseAccountKind[] = ['bonus', 'refund', 'invite', 'wheel', 'coupon'];

/** What house accounts of these kinds gave to members (debits minus credits), or got from them. */
export interface MoneyPart {
  way: 1 | -1;
  gave: readonly HouseAccountKind[];
}

const gave = (gave: readonly HouseAccountKind[], way: 1 | -1 = 1): MoneyPart => ({ way, gave });

/**
 * Each figure of money, once: reports, gauges, operators' and members' pages make it of this, by the time of the posting
 * (docs/decisions/368-one-word-one-sum.md). What a merge moves is an adjustment of both members; together it is nothing.
 */
export const MONEY_PARTS: Record<MoneyFigure, MoneyPart> = {
  deposits: gave(INTO),
  withdrawals: gave(['payout'], -1),
  net: gave([...INTO, 'payout']),
  bonus: gave(['bonus']),
  cashback: gave(['refund']),
  invite: gave(['invite']),
  wheel: gave(['wheel']),
  coupon: gave(['coupon']),
  cost: gave(COSTS),
  adjustments: gave(['adjustment', 'merge']),
};

/** What house accounts of one kind moved, in hundredths. */
export interface Moved {
  kind: string;
  currency: string;
  debited: Satang;
  credited: Satang;
}

/** A figure of money from what house accounts moved; other currencies than baht are no part of it. */
export const moneyFigure = (figure: MoneyFigure, moved: readonly Moved[]): Satang =>
  partSum(MONEY_PARTS[figure], moved);

/** The same for a part. */
export function partSum({ way, gave }: MoneyPart, moved: readonly Moved[]): Satang {
  return moved
    .filter(({ kind, currency }) => currency === 'THB' && (gave as readonly string[]).includes(kind))
    .reduce((sum, { debited, credited }) => sum + BigInt(way) * (debited - credited), 0n);
}
