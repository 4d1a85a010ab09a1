import type { ErrorCode } from '@krapao/contract/errors';
import { navigate } from 'wouter/use-browser-location';

/** Every address of the app. */
export const paths = {
  root: '/',
  login: '/login',
  register: '/register',
  howto: '/howto',
  contact: '/contact',
  user: '/user',
  home: '/user/home',
  profile: '/user/profile',
  bonus: '/user/bonus',
  statement: '/user/statement',
  userContact: '/user/contact',
  terminated: '/terminated',
} as const;

/**
 * Goes to /login and remembers the member's page, to come back to it after logging in.
 * @param reason the code of the refusal that led there, which the log-in form tells
 */
export function toLogin(reason?: ErrorCode): void {
  const { pathname } = window.location;
  if (pathname === paths.login) return;
  const returnTo = pathname.startsWith(`${paths.user}/`) ? pathname : undefined;
  navigate(paths.login, { replace: true, state: { returnTo, reason } });
}

/** The code of the refusal that led to the log-in page, if one did. */
export function reasonOfLogin(): string | null {
  const reason: unknown = window.history.state?.reason;
  return typeof reason === 'string' ? reason : null;
}

/** Where to go after logging in: the page that asked for it, otherwise /user (RTE-08). */
export function afterLogin(): string {
  const returnTo: unknown = window.history.state?.returnTo;
  return typeof returnTo === 'string' && returnTo.startsWith(`${paths.user}/`) ? returnTo : paths.user;
}
