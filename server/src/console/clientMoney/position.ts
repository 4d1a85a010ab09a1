import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { satangFor } from '../../modules/deposits/kipRate.ts';
import { lastTold } from '../accounts/listAccounts.ts';
import { BEGINNING, type HouseMovement, houseMovements } from '../reports/houseMoney.ts';

/** Money of members at one game, in satang. */
interface InGame {
  code: string;
  name: string;
  /** What members moved in and did not move out. */
  moved: Satang;
  /** What the house won of it, by the figures of play. */
  result: Satang;
  /** What members can still move out. */
  owed: Satang;
}

/** One account of members' money; satang, kip at the rate. */
interface ClientAccount {
  id: bigint;
  books: Satang;
  /** The last counted balance, and what the books moved since. The books where nothing was counted. */
  counted: Satang;
  countedAt: Date | null;
}

/** What has to be there for members at a moment, and what is. Satang. */
export interface Position {
  /** In wallets, holds included, and in transfer. */
  owed: Satang;
  games: InGame[];
  inGames: Satang;
  accounts: ClientAccount[];
  books: Satang;
  counted: Satang;
  movements: HouseMovement[];
}

/**
 * The position at a moment by the postings before it, from the totals of full hours: no posting can be added later to what
 * is before a midnight that is some minutes ago (docs/decisions/286-client-money.md).
 * @param trx one snapshot
 * @param at exclusive
 * @param day the last day in Bangkok whose play counts, YYYY-MM-DD
 * @param attForBaht what accounts in kip are worth
 */
export async function positionAt(
  trx: Trx,
  { at, day, attForBaht }: { at: Date; day: string; attForBaht: number },
): Promise<Position> {
  const movements = await houseMovements(trx, { start: BEGINNING, end: at });
  const baht = movements.filter(({ currency }) => currency === 'THB');
  const games = await gamesOf(trx, baht, day);
  const accounts = await accountsOf(trx, movements, { at, attForBaht });
  return {
    // All postings together are zero: what the house's accounts lack, the members' have.
    owed: -sumOf(baht.map(balanceOf)),
    games,
    inGames: sumOf(games.map(({ owed }) => owed)),
    accounts,
    books: sumOf(accounts.map(({ books }) => books)),
    counted: sumOf(accounts.map(({ counted }) => counted)),
    movements,
  };
}

/** What members have on an account of the house: credits minus debits. */
export const balanceOf = ({ credited, debited }: HouseMovement): Satang => credited - debited;

export const sumOf = (amounts: readonly Satang[]): Satang =>
  amounts.reduce((sum, amount) => sum + amount, 0n);

async function gamesOf(trx: Trx, movements: readonly HouseMovement[], day: string): Promise<InGame[]> {
  const { rows } = await sql<{ code: string; name: string; kind: string; result: bigint }>`
    select g.code, g.name, g.kind, coalesce((
      select sum(d.stake - d.win) from play_day d where d.provider = g.code and d.day <= ${day}::date), 0)::bigint as result
    from game_provider g order by g.position, g.code`.execute(trx);
  return rows.map(({ kind: way, ...game }) => {
    const moved = sumOf(
      movements.filter(({ kind, label }) => kind === 'provider' && label === game.code).map(balanceOf),
    );
    return { ...game, moved, owed: owedInGame(way, moved, game.result) };
  });
}

/**
 * What members can still move out of a game. Stakes of a seamless game have left the wallet for good, and nobody owes members
 * less than nothing: figures of play may come before the transfer that they rest on.
 * @param way `seamless` or `transfer`
 * @param moved what members moved in and did not move out
 */
export function owedInGame(way: string, moved: Satang, result: Satang): Satang {
  const left = way === 'seamless' ? 0n : moved - result;
  return left > 0n ? left : 0n;
}

async function accountsOf(
  trx: Trx,
  movements: readonly HouseMovement[],
  { at, attForBaht }: { at: Date; attForBaht: number },
): Promise<ClientAccount[]> {
  const marked = await trx
    .selectFrom('deposit_account')
    .select(['id', 'currency'])
    .where('client_money_since', '<', at)
    .orderBy('id')
    .execute();
  const found: ClientAccount[] = [];
  for (const { id, currency } of marked) {
    const inBaht = (amount: bigint) => (currency === 'LAK' ? satangFor(amount, attForBaht) : amount);
    const books = -sumOf(
      movements
        // Money that is nobody's yet covers nobody else's.
        .filter(
          ({ kind, label }) =>
            (kind === 'cash' && label === String(id)) || (kind === 'cash_flow' && label === `suspense:${id}`),
        )
        .map(balanceOf),
    );
    const told = await lastTold(trx, id, at);
    const differs = told === undefined ? 0n : told.balance - told.expected;
    found.push({
      id,
      books: inBaht(books),
      counted: inBaht(books + differs),
      countedAt: told?.at ?? null,
    });
  }
  return found;
}
