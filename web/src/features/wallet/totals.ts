import { bahtFromSatang, satangFromBaht } from '@krapao/contract/money';
import type { Wallet } from './queries.ts';

/** Amounts in baht. `total` is wallet plus games; it excludes money that is moving between them. */
export interface Totals {
  total: number;
  wallet: number;
  inGames: number;
  inTransfer: number;
  /** The sum of the withdrawals that are being paid. */
  payingOut: number;
  /** Number of deposits that are being checked. */
  checked: number;
}

/** HOM-02: total balance = main wallet plus all game account amounts, summed exactly in satang. */
export function totalsOf({ wallet, slots }: Pick<Wallet, 'wallet' | 'slots'>): Totals {
  const inGames = slots.reduce((sum, slot) => sum + satang(slot.amount), 0n);
  const payouts = wallet.onTheWay.filter(({ kind }) => kind === 'withdrawal');
  return {
    total: bahtFromSatang(satang(wallet.amount) + inGames),
    wallet: wallet.amount,
    inGames: bahtFromSatang(inGames),
    inTransfer: wallet.inTransfer.amount,
    payingOut: bahtFromSatang(payouts.reduce((sum, { amount }) => sum + satang(amount ?? 0), 0n)),
    checked: wallet.onTheWay.length - payouts.length,
  };
}

function satang(baht: number): bigint {
  return satangFromBaht(baht) ?? 0n;
}
