import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import { errorDetail } from '../../errorDetail.ts';
import { requireGame } from './gameAccount.ts';
import { isInMaintenance } from './gameHealth.ts';
import { decryptGamePassword, encryptGamePassword, newGamePassword } from './gamePassword.ts';
import { placeOf } from './gamePlace.ts';
import { usernameAt } from './gameSession.ts';
import { requireMayPlay } from './mayPlay.ts';
import { type Credentials, presentCredentials } from './presentCredentials.ts';

// Temporary refusals that do not concern this player.
const PASSING_REASONS = new Set(['MAINTENANCE', 'RATE_LIMITED']);

/**
 * Opens the member's account at a provider (GAM-01). Username and password are stored before the provider is asked, so
 * a repeat after an unknown result concerns the same player.
 * @throws AppError NO_GAME, SLOT_ALREADY_ACTIVE, SLOT_ACTIVATE_FAIL (definitely refused), GAME_ACTIVATION_FAIL
 * (unknown), and what requireMayPlay refuses
 */
export async function openGameAccount(
  context: AppContext,
  memberId: bigint,
  provider: string,
): Promise<Credentials> {
  await requireMayPlay(context.db, memberId);
  const game = await requireGame(context.db, provider, { isActive: true });
  if (isInMaintenance(game))
    throw new AppError('GAME_ACTIVATION_FAIL', 'in maintenance', errorDetail('GAME_CLOSED'));
  const { username, password, isNew } = await prepare(context, memberId, provider);
  const adapter = context.providers.game(placeOf(game));
  const created = await adapter.createPlayer({ username, password });
  if (created.status !== 'ok') throw failure(created);
  // The player already exists, perhaps from an attempt whose answer was lost: set our password.
  if (adapter.setPassword && (!created.created || !isNew)) {
    const set = await adapter.setPassword({ username, password });
    if (set.status !== 'ok') throw failure(set);
  }
  await context.db.transaction().execute(async (trx) => {
    await requireMayPlay(trx, memberId);
    const now = await requireGame(trx, provider, { isActive: true, isHeld: true });
    // Another house does not know the player.
    if (now.connection_id !== game.connection_id)
      throw new AppError('GAME_ACTIVATION_FAIL', 'the game has moved meanwhile');
    const { numUpdatedRows } = await trx
      .updateTable('game_account')
      .set({ is_open: true })
      .where('member_id', '=', memberId)
      .where('provider', '=', provider)
      .where('is_open', '=', false)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError('SLOT_ALREADY_ACTIVE');
  });
  return presentCredentials(context, game, { username, password });
}

async function prepare({ db, secrets }: AppContext, memberId: bigint, provider: string) {
  const username = usernameAt(memberId, provider);
  const password = newGamePassword();
  const inserted = await db
    .insertInto('game_account')
    .values({
      member_id: memberId,
      provider,
      username,
      password: encryptGamePassword(secrets.gamePassword, username, password),
    })
    .onConflict((conflict) => conflict.columns(['member_id', 'provider']).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) return { username, password, isNew: true };
  const known = await db
    .selectFrom('game_account')
    .select(['username', 'password', 'is_open'])
    .where('member_id', '=', memberId)
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow();
  if (known.is_open) throw new AppError('SLOT_ALREADY_ACTIVE');
  return {
    username: known.username,
    password: decryptGamePassword(secrets.gamePassword, known.username, known.password),
    isNew: false,
  };
}

function failure(refusal: { status: string; reason?: string }): AppError {
  const isDefinite = refusal.status === 'rejected' && !PASSING_REASONS.has(refusal.reason ?? '');
  const detail = `${refusal.status} ${refusal.reason ?? ''}`;
  return new AppError(isDefinite ? 'SLOT_ACTIVATE_FAIL' : 'GAME_ACTIVATION_FAIL', detail);
}
