import { bangkokDay } from '@krapao/contract/bangkokTime';
import { sql } from 'kysely';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { inParallel } from '../../jobs/inParallel.ts';
import type { GamePlace, PlayerTurnover } from '../../providers/gameProvider.ts';
import { listGameAccounts } from '../games/gameAccount.ts';
import { readPlaces, requirePlace } from '../games/gamePlace.ts';

const AT_ONCE = 5;
/** What the column holds. */
const ROUNDS_MAX = 2_147_483_647;

/**
 * Stores a house's figures of an open day for our players. A closed day stays unchanged, and so does one that the game
 * spent at several houses: its figures are known when they have closed it.
 * @param day YYYY-MM-DD
 * @returns false if the figures wait for the end of such a day
 */
export async function storePlay(
  db: Db | Trx,
  { code: provider, connectionId }: Pick<GamePlace, 'code' | 'connectionId'>,
  day: string,
  players: readonly PlayerTurnover[],
): Promise<boolean> {
  const days = sql`select from play_close c where c.provider = ${provider} and c.day = ${day}::date`;
  const elsewhere = sql<boolean>`exists (${days} and c.connection_id is distinct from ${connectionId}::uuid)`;
  await write(
    db,
    { provider, day, players },
    sql`not exists (${days} and c.closed_at is not null) and not ${elsewhere}`,
  );
  const { rows } = await sql<{ elsewhere: boolean }>`select ${elsewhere} as elsewhere`.execute(db);
  return rows[0]?.elsewhere !== true;
}

/**
 * Stores the figures with which a house closes a day. Those of several houses are added up; what was stored of an open day
 * is of the first of them. @param players undefined if the house does not tell: what was stored before stays
 */
export async function closePlay(
  trx: Trx,
  { id, provider, day }: { id: bigint; provider: string; day: string },
  players: readonly PlayerTurnover[] | undefined,
): Promise<void> {
  const { rows } = await sql<{ id: bigint; is_closed: boolean; is_untold: boolean }>`
    select id, closed_at is not null as is_closed, untold_at is not null as is_untold from play_close
    where provider = ${provider} and day = ${day}::date order by id`.execute(trx);
  const [first] = rows;
  const isShared = rows.length > 1;
  const willTell = first?.is_untold === false && !(first.id === id && players === undefined);
  if (isShared && willTell && rows.every(({ is_closed }) => !is_closed))
    await sql`delete from play_day where provider = ${provider} and day = ${day}::date`.execute(trx);
  await write(trx, { provider, day, players: players ?? [], isMore: isShared });
}

interface Figures {
  provider: string;
  day: string;
  players: readonly PlayerTurnover[];
  /** They are added to those of other houses. */
  isMore?: boolean;
}

async function write(
  db: Db | Trx,
  { provider, day, players, isMore = false }: Figures,
  where = sql<boolean>`true`,
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
    where ${where}
    on conflict (member_id, day, provider) do update set ${
      isMore
        ? sql`stake = play_day.stake + excluded.stake, win = play_day.win + excluded.win,
            rounds = least(play_day.rounds::bigint + excluded.rounds, ${ROUNDS_MAX})`
        : sql`stake = excluded.stake, win = excluded.win, rounds = excluded.rounds`
    }`.execute(db);
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
 * Stores the member's figures of an open day from their providers; for today, the figures so far. Those of games that bet
 * from the wallet are there already.
 * @param day YYYY-MM-DD
 * @returns false if one of them did not answer, or never tells, or tells only at the end of the day
 */
export async function refreshPlay(
  { db, providers }: Pick<AppContext, 'db' | 'providers'>,
  memberId: bigint,
  day = bangkokDay(clock.date()),
): Promise<boolean> {
  const seamless = await db
    .selectFrom('game_provider')
    .select('code')
    .where('kind', '=', 'seamless')
    .execute();
  const known = new Set(seamless.map(({ code }) => code));
  const accounts = (await listGameAccounts(db, memberId)).filter(({ provider }) => !known.has(provider));
  const places = await readPlaces(
    db,
    accounts.map(({ provider }) => provider),
  );
  const told = await inParallel(accounts, AT_ONCE, async ({ provider, username }) => {
    const place = requirePlace(places, provider);
    const answer = await providers.game(place).turnover?.(day);
    if (answer?.status !== 'ok') return false;
    const mine = answer.players.filter((player) => player.username === username);
    return storePlay(db, place, day, mine);
  });
  return told.every(Boolean);
}
