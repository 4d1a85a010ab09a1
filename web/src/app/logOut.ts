import { navigate } from 'wouter/use-browser-location';
import { client } from '../lib/api.ts';
import { paths } from '../lib/paths.ts';
import { endSession } from '../lib/session.ts';

/** RTE-08: removes the token and goes to /login. The server ends the session when it can be reached. */
export function logOut(): void {
  client('POST /api/logout').catch(() => {
    // The token is removed from this browser in any case.
  });
  void import('../features/deposits/sharedSlip.ts').then(
    ({ dropSharedSlip }) => dropSharedSlip(),
    () => {},
  );
  navigate(paths.login);
  endSession();
}
