import type { StoryWait } from '@krapao/contract/api/story';
import type { Db } from '../../database/connect.ts';
import { ahead, done, inOrder, type Told } from './told.ts';

/** Whom a payout waits for in each of its states; what has ended waits for nobody. */
const WAITS: Readonly<Record<string, StoryWait>> = {
  COLLECTING: 'game',
  HELD: 'bank',
  SENT: 'bank',
  UNKNOWN: 'bank',
  EXPORTED: 'bank',
  MANUAL: 'operator',
  STUCK: 'operator',
};

/** A withdrawal, from the request to the member's bank or back to the wallet. */
export async function tellPayout(db: Db, id: string): Promise<Told | undefined> {
  const found = await db
    .selectFrom('withdrawal as w')
    .leftJoin('transfer as t', 't.id', 'w.transfer_id')
    .select(['w.state', 'w.created_at', 'w.released_at', 'w.settled_at', 'w.decided_by', 'w.decided_at'])
    .select(['w.hold_id', 'w.trans_ref', 'w.bank_code', 't.settled_at as collected_at'])
    .where('w.id', '=', id)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { state, settled_at } = found;
  const waitsFor = WAITS[state] ?? null;
  const isWaiting = waitsFor !== null;
  const isBack = state === 'REJECTED';
  return {
    steps: inOrder([
      done('asked', found.created_at),
      done('left', found.collected_at),
      ahead('left', state === 'COLLECTING'),
      found.decided_by !== null && done('checked', found.decided_at),
      ahead('checked', waitsFor === 'operator'),
      // Without an end of its own: what comes back was not released to anybody in the end.
      !isBack && done('released', found.released_at),
      ahead('released', isWaiting && found.released_at === null),
      state === 'PAID' && done('paid', settled_at),
      ahead('paid', isWaiting),
      isBack && done(found.hold_id === null ? 'refused' : 'returned', settled_at),
    ]),
    waitsFor,
    bankReference: found.trans_ref,
    usual: { kind: 'payout', place: found.bank_code, began: found.created_at },
  };
}
