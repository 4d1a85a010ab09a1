import type { AppContext } from '../../context.ts';
import { requireGame, requireGameAccount } from './gameAccount.ts';
import { decryptGamePassword } from './gamePassword.ts';
import { type Credentials, presentCredentials } from './presentCredentials.ts';
import { settleNextPassword } from './resetGamePassword.ts';

/**
 * Username and password of the member's game account (GAM-02). A password change whose end is not known is brought to
 * its end first.
 * @throws AppError NO_GAME, SLOT_NO_ACCOUNT
 */
export async function readCredentials(
  context: AppContext,
  memberId: bigint,
  provider: string,
): Promise<Credentials> {
  const game = await requireGame(context.db, provider, { isActive: false });
  const account = await requireGameAccount(context.db, memberId, provider);
  const { username } = account;
  const isChanged =
    account.next_password !== null &&
    (await settleNextPassword(context, account, account.next_password)) === 'ok';
  const stored = isChanged && account.next_password ? account.next_password : account.password;
  const password = decryptGamePassword(context.secrets.gamePassword, username, stored);
  return presentCredentials(context, game, { username, password });
}
