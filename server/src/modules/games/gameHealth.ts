import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { sql } from 'kysely';
import { clock } from '../../clock.ts';
import type { Db } from '../../database/connect.ts';
import type { GameProviderRow } from './gameAccount.ts';

type Slot = ResponseOf<Contract['GET /api/wallet']>['slots'][number];
export type GameHealth = Pick<Slot, 'health' | 'healthUntil'>;

/**
 * What is known against playing the game of row `p` of game_provider, in SQL; null: nothing. What calls came to counts
 * for ten minutes, because nobody asks a game that nobody plays.
 */
export const GAME_HEALTH = `case
  when p.connection_id is not null and not exists (
    select from connection c where c.id = p.connection_id and c.is_active) then 'closed'
  when not p.is_active or (p.in_maintenance and coalesce(p.maintenance_until > site.now(), true)) then 'maintenance'
  else (select h.state from game_health h where h.provider = p.code and h.told_at > site.now() - interval '10 minutes') end`;

export interface HealthRow {
  is_connected: boolean;
  health: 'closed' | 'maintenance' | 'troubled' | null;
  maintenance_until: Date | string | null;
}

/** @param hasSandbox whether games without a connection are the sandbox's; otherwise nobody can play them */
export function healthOf(row: HealthRow, hasSandbox: boolean): GameHealth {
  const health = row.is_connected || hasSandbox ? row.health : 'closed';
  const until = health === 'maintenance' ? row.maintenance_until : null;
  return { health, healthUntil: until === null ? null : new Date(until).toISOString() };
}

/** The games with something against playing them now. */
export async function readUnhealthyGames(
  db: Db,
  hasSandbox: boolean,
): Promise<(GameHealth & { code: string })[]> {
  const { rows } = await sql<HealthRow & { code: string }>`
    select p.code, p.connection_id is not null as is_connected, ${sql.raw(GAME_HEALTH)} as health, p.maintenance_until
    from game_provider p where p.retired_at is null order by p.position`.execute(db);
  return rows
    .map((row) => ({ code: row.code, ...healthOf(row, hasSandbox) }))
    .filter(({ health }) => health !== null);
}

/** Whether operators let nobody start the game now. Its money can still be taken back. */
export function isInMaintenance({
  in_maintenance: isOn,
  maintenance_until: until,
}: Pick<GameProviderRow, 'in_maintenance' | 'maintenance_until'>): boolean {
  return isOn && (until === null || until.getTime() > clock.now());
}
