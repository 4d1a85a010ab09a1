import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import { requireGame, requireGameAccount } from './gameAccount.ts';

/**
 * A link that opens the game once, logged in as the member (GAM-03).
 * @throws AppError NO_GAME, SLOT_NO_ACCOUNT (also for a username of somebody else), SERVICE_UNAVAILABLE
 */
export async function launchGame(
  { db, providers }: AppContext,
  memberId: bigint,
  { provider, username }: { provider: string; username: string },
): Promise<{ link: string }> {
  await requireGame(db, provider, { isActive: true });
  const account = await requireGameAccount(db, memberId, provider);
  if (account.username !== username) throw new AppError('SLOT_NO_ACCOUNT');
  const launch = await providers.game(provider).launch(username);
  if (launch.status !== 'ok') throw new AppError('SERVICE_UNAVAILABLE');
  return { link: launch.url };
}
