import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/connect.ts';

/** A day of a game at one house. */
interface HouseDay {
  provider: string;
  connection_id: string | null;
  /** YYYY-MM-DD in Bangkok. */
  day: string;
}

/** Whether the game bet from the wallet at this house: then its days are known here. */
export async function isSeamlessDay(db: Db, { provider, connection_id }: HouseDay): Promise<boolean> {
  const found = await db
    .selectFrom('game_session')
    .select('id')
    .where('provider', '=', provider)
    .where('connection_id', '=', connection_id)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a round of this day may still end: later rounds than `seamless.openRoundMinutes` are asked about. */
export async function hasOpenRounds(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  { provider, connection_id, day }: HouseDay,
): Promise<boolean> {
  const { openRoundMinutes } = settings.get('seamless');
  const open = await db
    .selectFrom('game_round')
    .select('id')
    .where('closed_at', 'is', null)
    .where('provider', '=', provider)
    .where('connection_id', '=', connection_id)
    .where('day', '=', sql<never>`${day}::date`)
    .where('opened_at', '>', sql<Date>`site.clock_timestamp() - make_interval(mins => ${openRoundMinutes})`)
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}
