import type { AnyErrorCode } from '@krapao/contract/consoleErrors';
import { navigate } from 'wouter/use-browser-location';

/** Every address of the app. */
export const paths = {
  root: '/',
  login: '/login',
  register: '/register',
  howto: '/howto',
  contact: '/contact',
  receipt: '/receipt',
  user: '/user',
  home: '/user/home',
  profile: '/user/profile',
  profileAccount: '/user/profile/account',
  profileSecurity: '/user/profile/security',
  profilePlay: '/user/profile/play',
  profileNotifications: '/user/profile/notifications',
  profileData: '/user/profile/data',
  /** Dialogs of the profile's groups (useArrival). */
  security: '/user/profile/security#manage',
  ownData: '/user/profile/data#manage',
  bonus: '/user/bonus',
  statement: '/user/statement',
  userContact: '/user/contact',
  saferPlay: '/user/safer-play',
  terminated: '/terminated',
} as const;

/** Where a receipt is checked. The code stands behind the #, so that it is in no server's log. */
export const receiptAddress = (code: string): string => `${window.location.origin}${paths.receipt}#${code}`;

/**
 * Goes to /login and stores the member's page, which opens again after the login.
 * @param reason the error code that led there; the login form shows it
 */
export function toLogin(reason?: AnyErrorCode): void {
  const { pathname, hash } = window.location;
  if (pathname === paths.login) return;
  const returnTo = pathname.startsWith(`${paths.user}/`) ? pathname + hash : undefined;
  navigate(paths.login, { replace: true, state: { returnTo, reason } });
}

/** The error code that led to the login page, if any. */
export function reasonOfLogin(): string | null {
  const reason: unknown = window.history.state?.reason;
  return typeof reason === 'string' ? reason : null;
}

/** The page after the login: the page that required it, otherwise /user (RTE-08). */
export function afterLogin(): string {
  const returnTo: unknown = window.history.state?.returnTo;
  return typeof returnTo === 'string' && returnTo.startsWith(`${paths.user}/`) ? returnTo : paths.user;
}
