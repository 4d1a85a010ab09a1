import { randomUUID } from 'node:crypto';
import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { RequestKey } from '../../calls/requestKey.ts';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import { batcherOf } from '../../database/inBatches.ts';
import { isDatabaseUnavailable } from '../../database/unavailable.ts';
import type { Claimed } from '../../jobs/leasedWork.ts';
import { placeOfLeg } from '../games/gamePlace.ts';
import { type ClaimedLeg, LEGS } from './claimLegs.ts';
import type { GameTransfer, LegRow } from './gameTransfer.ts';
import { keyOf } from './legMoney.ts';

/** A move from the wallet into a game, asked by one call. */
export interface PlainMove {
  memberId: bigint;
  game: string;
  amount: Satang;
  requestKey: RequestKey | undefined;
}

/** `has_bonus`: the member has one that the transfer may end. */
export type EndedTransfer = GameTransfer & { has_bonus: boolean };

type Context = Pick<AppContext, 'config' | 'db' | 'metrics' | 'providers'>;

// As bets: callers that are answered together come back together (decision 253).
const BATCHING = { most: 32, atOnce: 2, waitMs: 1, besideMs: 2 };

/**
 * Starts a move and claims its leg, where nothing can stand in its way; those of the same moment share one transaction.
 * Undefined: nothing was done, and startMove decides. @throws where nobody knows whether it was started
 */
export const beginPlainMove = batcherOf(beginTogether, BATCHING);

async function beginTogether(
  context: Context,
  moves: readonly PlainMove[],
): Promise<(ClaimedLeg | undefined)[]> {
  const rows = await orNothing(() =>
    begin(context, moves).catch(async (error: unknown) => {
      if (!(error instanceof HouseClosed)) throw error;
      // Nobody else's move waits for a house that is switched off.
      const open = moves.flatMap((move, nth) => (error.games.has(move.game) ? [] : [{ move, nth }]));
      const begun = await begin(
        context,
        open.map(({ move }) => move),
      );
      return begun.map((row) => ({ ...row, item: BigInt((open[Number(row.item) - 1]?.nth ?? 0) + 1) }));
    }),
  );
  context.metrics.countLease(LEGS.job, 'claimed', rows.length);
  return inOrder(moves.length, rows, ({ item: _, ...leg }) => ({ ...leg, is_sending: true }));
}

/** @throws HouseClosed, and nothing was begun */
async function begin(
  { config, db, providers }: Context,
  moves: readonly PlainMove[],
): Promise<(LegRow & { item: bigint })[]> {
  const all = <T>(of: (move: PlainMove) => T) => moves.map(of);
  const ids = all(() => randomUUID());
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<LegRow & { item: bigint }>`
      select item, (leg).* from begin_transfers(${all(({ memberId }) => memberId)}::bigint[],
        ${all(({ game }) => game)}::text[], ${all(({ amount }) => amount)}::bigint[],
        ${all(({ requestKey }) => requestKey?.key ?? null)}::text[],
        ${all(({ requestKey }) => requestKey?.fingerprint ?? null)}::bytea[], ${ids}::uuid[],
        ${ids.map((id) => keyOf(id, 'reserve'))}::uuid[], ${config.leaseSeconds})`.execute(trx);
    const closed = rows.filter((leg) => !providers.isGameOpen(placeOfLeg(leg)));
    if (closed.length > 0) throw new HouseClosed(new Set(closed.map(({ provider }) => provider)));
    return rows;
  });
}

/** Single moves into these games are refused with their reason by startMove. */
class HouseClosed extends Error {
  readonly games: ReadonlySet<string>;

  constructor(games: ReadonlySet<string>) {
    super('a house is closed');
    this.games = games;
  }
}

/**
 * Books that a house has confirmed the leg of a plain move, and ends its transfer; those of the same moment share one
 * transaction. Undefined: nothing was done, and settleLeg decides.
 */
export const confirmPlainMove = batcherOf(confirmTogether, BATCHING);

async function confirmTogether(
  db: Db,
  legs: readonly (Claimed & Pick<LegRow, 'id'>)[],
): Promise<(EndedTransfer | undefined)[]> {
  const rows = await orNothing(() =>
    db.transaction().execute(async (trx) => {
      const ended = await sql<EndedTransfer & { item: bigint }>`
        select item, has_bonus, (settled).* from confirm_legs(${legs.map(({ id }) => id)}::uuid[],
          ${legs.map(({ claim }) => claim)}::integer[],
          ${legs.map(({ id }) => keyOf(id, 'confirm'))}::uuid[])`.execute(trx);
      return ended.rows;
    }),
  );
  return inOrder(legs.length, rows, ({ item: _, ...transfer }) => transfer);
}

/** Of a batch that was rolled back nothing is done: one that cannot be written must not stop the others. */
async function orNothing<Row>(work: () => Promise<Row[]>): Promise<Row[]> {
  try {
    return await work();
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    return [];
  }
}

/** The answers of a batch, each at the place of its item. */
function inOrder<Row extends { item: bigint }, Result>(
  count: number,
  rows: readonly Row[],
  resultOf: (row: Row) => Result,
): (Result | undefined)[] {
  const results: (Result | undefined)[] = Array.from({ length: count });
  for (const row of rows) results[Number(row.item) - 1] = resultOf(row);
  return results;
}
