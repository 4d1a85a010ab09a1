import type { Language } from '@krapao/contract/limits';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import type { PrizeSlice } from '../../database/schemaTypes.ts';

export type SliceRow = Selectable<PrizeSlice>;

export interface Wheel {
  id: bigint;
  name: unknown;
  /** In their order on the wheel, which is also the order of the draw. */
  slices: SliceRow[];
}

/** The id of the current wheel. */
export async function currentWheelId(db: Db | Trx): Promise<bigint | undefined> {
  const wheel = await db
    .selectFrom('prize_wheel')
    .select('id')
    .where('is_active', '=', true)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return wheel?.id;
}

/** A wheel as it was made. */
export async function readWheel(trx: Db | Trx, id: bigint): Promise<Wheel> {
  const { name } = await trx
    .selectFrom('prize_wheel')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const slices = await trx
    .selectFrom('prize_slice')
    .selectAll()
    .where('wheel_id', '=', id)
    .orderBy('position')
    .execute();
  return { id, name, slices };
}

/** A text of the wheel, in every language. */
export type WheelText = Readonly<Record<Language, string>>;

/** A text of the wheel in the reader's language. */
export function inLanguage(text: unknown, language: Language): string {
  return (text as WheelText)[language];
}
