import type { AppContext } from '../../context.ts';
import { within } from '../../within.ts';
import { listGameAccounts } from '../games/gameAccount.ts';
import { readPlaces, requirePlace } from '../games/gamePlace.ts';

const ANSWER_WITHIN_MS = 3_000;

/**
 * Ends the member's running sessions at games whose makers can do that. At others a game that is open stays open; no
 * money goes into it, and it cannot be launched again.
 */
export async function logOutOfGames({ db, providers }: AppContext, memberId: bigint): Promise<void> {
  const accounts = await listGameAccounts(db, memberId);
  const places = await readPlaces(
    db,
    accounts.map(({ provider }) => provider),
  );
  await Promise.all(
    accounts.map(({ provider, username }) =>
      within(
        ANSWER_WITHIN_MS,
        Promise.resolve(providers.game(requirePlace(places, provider)).kick?.(username)),
      ),
    ),
  );
}
