import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import { bind, type Call } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { beginPlay } from '../protection/playTime.ts';
import { addFavourite, removeFavourite } from './favourites.ts';
import { requireGame, requireGameAccount } from './gameAccount.ts';
import { isInMaintenance } from './gameHealth.ts';
import { decryptGamePassword } from './gamePassword.ts';
import { placeOf } from './gamePlace.ts';
import { ensureSeamlessAccount, openGameSession, usernameAt } from './gameSession.ts';
import { requireMayPlay } from './mayPlay.ts';
import { openGameAccount } from './openGameAccount.ts';
import { type Credentials, presentCredentials } from './presentCredentials.ts';
import { resetGamePassword, settleNextPassword } from './resetGamePassword.ts';

/** Game accounts: opening, credentials, new password, launch links (GAM-01 to GAM-05); the member's favourites. */
export function gameRoutes(app: FastifyInstance, context: AppContext): void {
  bind(app, context, 'GET /api/wallet/activate/:slotCode', ({ session, params }) =>
    openGameAccount(context, session.memberId, params.slotCode),
  );
  bind(app, context, 'GET /api/wallet/account/:slotCode', ({ session, params }) =>
    readCredentials(context, session.memberId, params.slotCode),
  );
  bind(app, context, 'GET /api/wallet/resetpassword/:slotCode', ({ session, params }) =>
    resetGamePassword(context, session.memberId, params.slotCode),
  );
  bind(app, context, 'PUT /api/account/favourites/:slotCode', async ({ session, params }) => {
    await context.db.transaction().execute((trx) => addFavourite(trx, session.memberId, params.slotCode));
    return { code: 'SUCCESS' };
  });
  bind(app, context, 'DELETE /api/account/favourites/:slotCode', async ({ session, params }) => {
    await removeFavourite(context.db, session.memberId, params.slotCode);
    return { code: 'SUCCESS' };
  });
  bind(app, context, 'GET /api/autoLogin/:provider/:username', (call) => launchGame(context, call));
  // The password in the path is ignored: the provider's launch call needs none.
  bind(app, context, 'GET /api/autoLogin/:provider/:username/:password', (call) => launchGame(context, call));
}

/**
 * A one-time link that opens the game, logged in as the member (GAM-03).
 * @throws AppError NO_GAME, SLOT_NO_ACCOUNT (also for another member's username), SERVICE_UNAVAILABLE, and what
 * requireMayPlay refuses
 */
async function launchGame(
  { config, db, providers, secrets }: AppContext,
  call: Pick<
    Call<'GET /api/autoLogin/:provider/:username'>,
    'session' | 'params' | 'language' | 'ip' | 'request'
  >,
): Promise<{ link: string }> {
  const { provider, username } = call.params;
  await requireMayPlay(db, call.session.memberId);
  const game = await requireGame(db, provider, { isActive: true });
  const isSeamless = game.kind === 'seamless';
  const known = isSeamless
    ? usernameAt(call.session.memberId, provider)
    : (await requireGameAccount(db, call.session.memberId, provider)).username;
  if (known !== username) throw new AppError('SLOT_NO_ACCOUNT');
  if (isInMaintenance(game)) throw new AppError('SERVICE_UNAVAILABLE');
  const { memberId } = call.session;
  const token = isSeamless
    ? await db.transaction().execute(async (trx) => {
        const held = await requireGame(trx, provider, { isActive: true, isHeld: true });
        await ensureSeamlessAccount(trx, { memberId, code: provider, key: secrets.gamePassword });
        return openGameSession(trx, memberId, held);
      })
    : randomUUID();
  const launch = await providers.game(placeOf(game)).launch(username, {
    token,
    address: call.ip,
    language: call.language,
    isMobile: /\bMobile\b/.test(call.request.headers['user-agent'] ?? ''),
    home: config.publicUrl,
  });
  if (launch.status !== 'ok') throw new AppError('SERVICE_UNAVAILABLE');
  // The games of a break or an exclusion that began meanwhile are closed, and this link would open one again.
  await requireMayPlay(db, call.session.memberId);
  await beginPlay(db, call.session.memberId);
  await db
    .updateTable('game_account')
    .set({ played_at: sql<Date>`site.now()` })
    .where('username', '=', username)
    .execute();
  return { link: launch.url };
}

/**
 * Username and password of the member's game account (GAM-02): play begins, which needs no launch now. Finishes a password change with an unknown result first.
 * @throws AppError NO_GAME, SLOT_NO_ACCOUNT, and what requireMayPlay refuses
 */
async function readCredentials(
  context: AppContext,
  memberId: bigint,
  provider: string,
): Promise<Credentials> {
  await requireMayPlay(context.db, memberId);
  const game = await requireGame(context.db, provider, { isActive: false });
  // A seamless game has no password, and opens without an account.
  if (game.kind === 'seamless') return { username: usernameAt(memberId, provider), password: '' };
  const account = await requireGameAccount(context.db, memberId, provider);
  const { username } = account;
  const isChanged =
    account.next_password !== null &&
    (await settleNextPassword(context, account, account.next_password)) === 'ok';
  const stored = isChanged && account.next_password ? account.next_password : account.password;
  await requireMayPlay(context.db, memberId);
  await beginPlay(context.db, memberId);
  const password = decryptGamePassword(context.secrets.gamePassword, username, stored);
  return presentCredentials(context, game, { username, password });
}
