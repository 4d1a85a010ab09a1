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

/** Goes to /login and remembers the member's page, to come back to it after logging in. */
export function toLogin(): void {
  const { pathname } = window.location;
  if (pathname === paths.login) return;
  const state = pathname.startsWith(`${paths.user}/`) ? { returnTo: pathname } : null;
  navigate(paths.login, { replace: true, state });
}

/** Where to go after logging in: the page that asked for it, otherwise /user (RTE-08). */
export function afterLogin(): string {
  const returnTo: unknown = window.history.state?.returnTo;
  return typeof returnTo === 'string' && returnTo.startsWith(`${paths.user}/`) ? returnTo : paths.user;
}
