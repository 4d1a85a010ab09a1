import type { Language } from '@krapao/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { keyFrom } from '../../ledger/key.ts';
import { ahead, done, inOrder, type Step, type Told } from './told.ts';

interface Leg {
  id: string;
  provider: string;
  direction: string;
  state: string;
  sent_at: Date | null;
  decided_by: bigint | null;
  decided_at: Date | null;
  name: string;
}

/** A transfer between the wallet and games, leg by leg. */
export async function tellTransfer(db: Db, id: string, language: Language): Promise<Told | undefined> {
  const transfer = await db.selectFrom('transfer').selectAll().where('id', '=', id).executeTakeFirst();
  if (transfer === undefined) return undefined;
  const legs: Leg[] = await db
    .selectFrom('transfer_leg as l')
    .innerJoin('game_provider as g', 'g.code', 'l.provider')
    .select(['l.id', 'l.provider', 'l.direction', 'l.state', 'l.sent_at', 'l.decided_by', 'l.decided_at'])
    .select(`g.name_${language} as name`)
    .where('l.transfer_id', '=', id)
    .orderBy('l.created_at')
    .execute();
  const booked = await bookedAt(db, legs);
  const open = legs.find(({ state }) => state === 'STUCK') ?? legs.find(isOpen);
  const onlyGame = new Set(legs.map(({ provider }) => provider)).size === 1 ? legs[0]?.provider : undefined;
  return {
    steps: inOrder([
      done('asked', transfer.created_at),
      ...legs.flatMap((leg) => stepsOf(leg, booked, transfer.settled_at)),
    ]),
    waitsFor: open === undefined ? null : open.state === 'STUCK' ? 'operator' : 'game',
    ...(open !== undefined && { place: open.name }),
    bankReference: null,
    usual: onlyGame === undefined ? null : { kind: 'game', place: onlyGame, began: transfer.created_at },
  };
}

const isOpen = ({ state }: Leg): boolean => state !== 'CONFIRMED' && state !== 'REJECTED';

function stepsOf(leg: Leg, booked: ReadonlyMap<string, Date>, settledAt: Date | null): (Step | false)[] {
  const { id, direction, state, name } = leg;
  const end = direction === 'in' ? 'arrived' : 'left';
  if (isOpen(leg))
    return [done('handed', leg.sent_at, name), ahead('checked', state === 'STUCK'), ahead(end, true, name)];
  const checked = leg.decided_by !== null && done('checked', leg.decided_at);
  if (state === 'CONFIRMED') return [checked, done(end, booked.get(confirmKey(id)) ?? settledAt, name)];
  if (direction === 'in') return [checked, done('returned', booked.get(returnKey(id)) ?? settledAt, name)];
  return [checked, done('stayed', settledAt ?? leg.sent_at, name)];
}

const confirmKey = (legId: string) => keyFrom('transfer_leg', legId, 'confirm');
const returnKey = (legId: string) => keyFrom('transfer_leg', legId, 'return');

/** When the ledger booked the legs' ends, by the keys of their postings. */
async function bookedAt(db: Db, legs: readonly Leg[]): Promise<ReadonlyMap<string, Date>> {
  const keys = legs.filter((leg) => !isOpen(leg)).flatMap(({ id }) => [confirmKey(id), returnKey(id)]);
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ idem: string; at: Date }>`
    select k.idem, p.at from ledger.posting_key k join ledger.posting p on p.id = k.posting_id
    where k.idem = any(${keys}::uuid[])`.execute(db);
  return new Map(rows.map(({ idem, at }) => [idem, at]));
}
