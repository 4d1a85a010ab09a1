import { bangkokDay } from '@krapao/contract/bangkokTime';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { inParallel } from '../../jobs/inParallel.ts';
import type { PlayerTurnover } from '../../providers/gameProvider.ts';
import { listGameAccounts } from '../games/gameAccount.ts';
import { readPlaces, requirePlace } from '../games/gamePlace.ts';

const AT_ONCE = 5;
/** What the column holds. */
const ROUNDS_MAX = 2_147_483_647;

/**
 * Stores a provider's figures of a day for our players. A closed day stays unchanged.
 * @param day YYYY-MM-DD
 */
export async function storePlay(
  db: Db | Trx,
  provider: string,
  day: string,
  players: readonly PlayerTurnover[],
): Promise<void> {
  if (players.length === 0) return;
  const rows = sumsOf(players).map(({ username, stake, win, rounds }) => ({
    username,
    stake: stake.toString(),
    win: win.toString(),
    rounds,
  }));
  await sql`
    insert into play_day (member_id, day, provider, stake, win, rounds)
    select a.member_id, ${day}::date, a.provider, p.stake, p.win, p.rounds
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(username text, stake bigint, win bigint, rounds integer)
    join game_account a on a.username = p.username and a.provider = ${provider}
    where not exists (
      select from play_close c where c.provider = ${provider} and c.day = ${day}::date and c.closed_at is not null)
    on conflict (member_id, day, provider)
      do update set stake = excluded.stake, win = excluded.win, rounds = excluded.rounds`.execute(db);
}

/** One entry for each player: houses may list a player once for each table. */
function sumsOf(players: readonly PlayerTurnover[]): PlayerTurnover[] {
  const sums = new Map<string, PlayerTurnover>();
  for (const { username, stake, win, rounds } of players) {
    const sum = sums.get(username) ?? { username, stake: 0n, win: 0n, rounds: 0 };
    sums.set(username, {
      username,
      stake: sum.stake + stake,
      win: sum.win + win,
      rounds: Math.min(sum.rounds + rounds, ROUNDS_MAX),
    });
  }
  return [...sums.values()];
}

/**
 * Stores the member's figures of an open day from their providers; for today, the figures so far.
 * @param day YYYY-MM-DD
 * @returns false if one of them did not answer, or never tells
 */
export async function refreshPlay(
  { db, providers }: Pick<AppContext, 'db' | 'providers'>,
  memberId: bigint,
  day = bangkokDay(new Date()),
): Promise<boolean> {
  const accounts = await listGameAccounts(db, memberId);
  const places = await readPlaces(
    db,
    accounts.map(({ provider }) => provider),
  );
  const told = await inParallel(accounts, AT_ONCE, async ({ provider, username }) => {
    const answer = await providers.game(requirePlace(places, provider)).turnover?.(day);
    if (answer?.status !== 'ok') return false;
    const mine = answer.players.filter((player) => player.username === username);
    await storePlay(db, provider, day, mine);
    return true;
  });
  return told.every(Boolean);
}
