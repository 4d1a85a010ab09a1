import { TRANSFER_MINIMUM_BAHT } from '@krapao/contract/limits';
import { bahtFromSatang, satangFromBaht } from '@krapao/contract/money';

/** An account that can send and receive money. */
export interface Account {
  /** WALLET or a game code. */
  code: string;
  name: string;
  amount: number;
  /** Absent for the wallet. */
  logo?: string;
}

export type TransferProblem = 'selectAccount' | 'sameAccount' | 'minimum' | 'balance';

/**
 * TRF-02: the problem of a transfer; the amount is checked first, then the accounts. `amount` in baht. Null when it may
 * be sent.
 */
export function transferProblem(
  from: Account | null,
  to: Account | null,
  amount: number,
): TransferProblem | null {
  if (from && amount > from.amount) return 'balance';
  if (!from || !to) return 'selectAccount';
  if (from.code === to.code) return 'sameAccount';
  return amount >= TRANSFER_MINIMUM_BAHT ? null : 'minimum';
}

/** Both balances after a transfer, in baht. The source is negative when the amount exceeds it. */
export function balancesAfter(from: Account, to: Account, amount: number): { from: number; to: number } {
  const moved = satangFromBaht(amount) ?? 0n;
  return {
    from: bahtFromSatang((satangFromBaht(from.amount) ?? 0n) - moved),
    to: bahtFromSatang((satangFromBaht(to.amount) ?? 0n) + moved),
  };
}

/** The amount that transferAll collects into `to`: the sum of all other accounts, in baht. */
export function collectable(accounts: readonly Account[], to: string): number {
  const others = accounts.filter(({ code }) => code !== to);
  return bahtFromSatang(others.reduce((sum, { amount }) => sum + (satangFromBaht(amount) ?? 0n), 0n));
}
