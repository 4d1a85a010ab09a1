import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import { type GameAccountRow, requireGame, requireGameAccount } from './gameAccount.ts';
import { decryptGamePassword, encryptGamePassword, newGamePassword } from './gamePassword.ts';
import { placeOf, readPlace } from './gamePlace.ts';
import { requireMayPlay } from './mayPlay.ts';
import { type Credentials, presentCredentials } from './presentCredentials.ts';

/**
 * Sets a new password for the game account at the provider (GAM-02); the account stays open. The new password is stored
 * before the provider is asked: after an unknown result the same one is set again.
 * @throws AppError NO_GAME, SLOT_NO_ACCOUNT, SLOT_RESET_PASSWORD_FAIL, and what requireMayPlay refuses
 */
export async function resetGamePassword(
  context: AppContext,
  memberId: bigint,
  provider: string,
): Promise<Credentials> {
  const { db, secrets } = context;
  await requireMayPlay(db, memberId);
  const game = await requireGame(db, provider, { isActive: true });
  const account = await requireGameAccount(db, memberId, provider);
  if (context.providers.game(placeOf(game)).setPassword === undefined)
    throw new AppError('SLOT_RESET_PASSWORD_FAIL', 'its players have no password');
  const fresh = encryptGamePassword(secrets.gamePassword, account.username, newGamePassword());
  const { next_password: next } = await db
    .updateTable('game_account')
    .set({ next_password: sql<Buffer>`coalesce(next_password, ${fresh})` })
    .where('username', '=', account.username)
    .returning('next_password')
    .executeTakeFirstOrThrow();
  if (next === null || (await settleNextPassword(context, account, next)) !== 'ok')
    throw new AppError('SLOT_RESET_PASSWORD_FAIL');
  await requireMayPlay(db, memberId);
  const password = decryptGamePassword(secrets.gamePassword, account.username, next);
  return presentCredentials(context, game, { username: account.username, password });
}

/** Sends the stored new password to the provider, and stores the certain part of the result. */
export async function settleNextPassword(
  { db, providers, secrets }: AppContext,
  { username, provider }: GameAccountRow,
  next: Buffer,
): Promise<'ok' | 'unsettled'> {
  const password = decryptGamePassword(secrets.gamePassword, username, next);
  const outcome = await providers.game(await readPlace(db, provider)).setPassword?.({ username, password });
  if (outcome?.status === 'ok') {
    await db
      .updateTable('game_account')
      .set({ password: next, next_password: sql<Buffer | null>`nullif(next_password, ${next})` })
      .where('username', '=', username)
      .execute();
    return 'ok';
  }
  // An earlier attempt may have arrived, so the new password stays; setting it again later is harmless.
  return 'unsettled';
}
