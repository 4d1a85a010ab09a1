import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { within } from '../../within.ts';
import { type GameAccountRow, listGameAccounts } from './gameAccount.ts';
import { readPlaces, requirePlace } from './gamePlace.ts';

const ANSWER_WITHIN_MS = 3_000;

export interface AskedBalance {
  provider: string;
  username: string;
  /** Satang that can be moved out now; undefined if the provider did not answer, or takes no orders. */
  available: Satang | undefined;
}

/**
 * Asks every provider for the balance of the member's account, in parallel and each with its own 3 s, and stores the
 * answers. If one fails, its last known amount stays and is marked stale (HOM-08). The same applies during an
 * operation: it is unknown whether the reported balance includes it, and the operation itself updates the amount when
 * it ends.
 */
export async function askBalances(context: AppContext, memberId: bigint): Promise<AskedBalance[]> {
  const accounts = await listGameAccounts(context.db, memberId);
  const { db, providers } = context;
  const places = await readPlaces(
    db,
    accounts.map(({ provider }) => provider),
  );
  const asked = accounts.map(async (account) => {
    const place = requirePlace(places, account.provider);
    const told = await within(ANSWER_WITHIN_MS, providers.game(place).balance(account.username));
    const isTold = told?.status === 'ok';
    await store(context, account, isTold ? told.available + told.inPlay : undefined);
    const { provider, username } = account;
    return {
      provider,
      username,
      available: isTold && providers.isGameOpen(place) ? told.available : undefined,
    };
  });
  return Promise.all(asked);
}

async function store(
  { db }: AppContext,
  { username, provider, revision }: GameAccountRow,
  amount: Satang | undefined,
): Promise<void> {
  const isMoving = sql<boolean>`exists (
    select from transfer_leg l
    where l.member_id = game_account.member_id and l.provider = ${provider}
      and l.state not in ('CONFIRMED', 'REJECTED') and l.sends > 0)`;
  await db
    .updateTable('game_account')
    .set(
      amount === undefined
        ? { is_stale: true }
        : {
            amount: sql<bigint>`case when ${isMoving} then amount else ${amount}::bigint end`,
            told_at: sql<Date>`case when ${isMoving} then told_at else site.now() end`,
            is_stale: isMoving,
          },
    )
    .where('username', '=', username)
    // A transfer confirmed meanwhile is newer than an answer requested before it.
    .where('revision', '=', revision)
    .execute();
}
