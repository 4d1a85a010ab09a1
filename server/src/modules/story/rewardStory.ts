import type { Db } from '../../database/connect.ts';
import { ahead, done, inOrder, type TellingRow, type Told } from './told.ts';

/** A bonus: it is in the wallet at once, and ends when the member has played for it, lost it or given it up. */
export async function tellBonus(db: Db, bonusId: bigint): Promise<Told | undefined> {
  const bonus = await db
    .selectFrom('member_bonus')
    .select(['created_at', 'ended_at', 'state'])
    .where('id', '=', bonusId)
    .executeTakeFirst();
  if (bonus === undefined) return undefined;
  const isActive = bonus.state === 'ACTIVE';
  return {
    steps: inOrder([
      done('credited', bonus.created_at),
      done('ended', bonus.ended_at),
      ahead('ended', isActive),
    ]),
    waitsFor: isActive ? 'member' : null,
    bankReference: null,
    usual: null,
  };
}

/** A prize, a reward or an adjustment: done in the moment in which it was written. */
export function tellAtOnce({ created_at: at, statement_type }: TellingRow): Told {
  const name = statement_type === 'withdraw' ? 'taken' : 'credited';
  return { steps: [{ name, at }], waitsFor: null, bankReference: null, usual: null };
}
