import type { Db, Trx } from '../../database/connect.ts';
import type { GamePlace } from '../../providers/gameProvider.ts';
import type { LegRow } from '../transfers/gameTransfer.ts';
import type { GameProviderRow } from './gameAccount.ts';

/** Where a game's row leads now. */
export function placeOf({
  code,
  connection_id: connectionId,
  external_code: externalCode,
}: Pick<GameProviderRow, 'code' | 'connection_id' | 'external_code'>): GamePlace {
  return { code, connectionId, externalCode };
}

/** The house that a leg was made for, wherever its game's row leads now. */
export function placeOfLeg(
  leg: Pick<LegRow, 'provider' | 'connection_id' | 'external_code'> &
    Partial<Pick<LegRow, 'connection_settings_version'>>,
): GamePlace {
  return {
    code: leg.provider,
    connectionId: leg.connection_id,
    externalCode: leg.external_code,
    sentUnder: leg.connection_settings_version ?? null,
  };
}

/** Where these games' rows lead now, by their codes. */
export async function readPlaces(db: Db | Trx, codes: readonly string[]): Promise<Map<string, GamePlace>> {
  const rows = await db
    .selectFrom('game_provider')
    .select(['code', 'connection_id', 'external_code'])
    .where('code', 'in', ['', ...codes])
    .execute();
  return new Map(rows.map((row) => [row.code, placeOf(row)]));
}

/** The place of a game that has a row: accounts and legs refer to one. */
export function requirePlace(places: ReadonlyMap<string, GamePlace>, code: string): GamePlace {
  const place = places.get(code);
  if (place === undefined) throw new Error(`no game ${code}`);
  return place;
}

/** Where the row of a game leads now that has one. */
export const readPlace = async (db: Db | Trx, code: string): Promise<GamePlace> =>
  requirePlace(await readPlaces(db, [code]), code);
