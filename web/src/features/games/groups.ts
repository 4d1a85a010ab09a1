import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang, satangFromBaht } from '@krapao/contract/money';

export type GameAccount = ResponseOf<Contract['GET /api/wallet']>['slots'][number];

export type GameGroup = GameAccount['category'];

/** HOM-06: the groups slot, sport with casino, and lotto, in that order; favourites first; empty groups are omitted. */
export function groupGames(games: readonly GameAccount[]): { group: GameGroup; games: GameAccount[] }[] {
  return (['slot', 'sport', 'lotto'] as const)
    .map((group) => ({ group, games: games.filter(({ category }) => category === group).sort(byMark) }))
    .filter(({ games: members }) => members.length > 0);
}

const byMark = (a: GameAccount, b: GameAccount) => Number(b.isFavourite) - Number(a.isFavourite);

const FACTOR_SCALE = 10_000;

/**
 * HOM-07: the amount in the game's own credits: the amount (baht) times the provider's credits for one baht, two
 * decimals.
 */
export function gameCredits({ amount, ftWalletSlot }: Pick<GameAccount, 'amount' | 'ftWalletSlot'>): number {
  const factor = BigInt(Math.round(ftWalletSlot * FACTOR_SCALE));
  return bahtFromSatang(((satangFromBaht(amount) ?? 0n) * factor) / BigInt(FACTOR_SCALE));
}
