import type { Satang } from '@krapao/contract/money';
import type { AppContext } from '../../context.ts';
import { type GameAccountRow, listGameAccounts } from './gameAccount.ts';

const ANSWER_WITHIN_MS = 3_000;

export interface AskedBalance {
  provider: string;
  username: string;
  /** Satang that can be moved out now; undefined when the provider did not tell. */
  available: Satang | undefined;
}

/**
 * Asks every provider for the balance of the member's account, all at once and each with its own 3 s, and stores what
 * they tell. One that fails keeps its last known amount and is marked stale (HOM-08).
 */
export async function askBalances(context: AppContext, memberId: bigint): Promise<AskedBalance[]> {
  const accounts = await listGameAccounts(context.db, memberId);
  const asked = accounts.map(async (account) => {
    const told = await within(
      ANSWER_WITHIN_MS,
      context.providers.game(account.provider).balance(account.username),
    );
    const isTold = told?.status === 'ok';
    await store(context, account, isTold ? told.available + told.inPlay : undefined);
    const { provider, username } = account;
    return { provider, username, available: isTold ? told.available : undefined };
  });
  return Promise.all(asked);
}

async function store(
  { db }: AppContext,
  { username, revision }: GameAccountRow,
  amount: Satang | undefined,
): Promise<void> {
  await db
    .updateTable('game_account')
    .set(amount === undefined ? { is_stale: true } : { amount, told_at: new Date(), is_stale: false })
    .where('username', '=', username)
    // A transfer that was confirmed meanwhile knows better than an answer asked for before it.
    .where('revision', '=', revision)
    .execute();
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
