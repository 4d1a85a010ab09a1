import type { Selectable } from 'kysely';
import type { Database } from '../../database/connect.ts';

/** A published event. */
export type EventRow = Pick<Selectable<Database['event']>, 'type' | 'at'> & {
  position: bigint;
  data: unknown;
};

/** An event as everybody outside gets it, pushed or pulled. */
export const presentEvent = ({ position, type, at, data }: EventRow) => ({
  id: String(position),
  type,
  timestamp: at.toISOString(),
  data: data as Record<string, unknown>,
});
