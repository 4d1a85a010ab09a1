import type { ComponentType, LazyExoticComponent } from 'react';
import type { MessageId } from '../i18n/messageId.ts';
import { lazyPart, loadPatiently } from '../lib/lazyPart.ts';
import { paths } from '../lib/paths.ts';
import { getToken } from '../lib/session.ts';
import { askSiteActive } from './guards.tsx';

/** A page of the app: who may see it, its title, and its lazily loaded component. */
export interface AppRoute {
  /**
   * `public` pages have the logged-out shell, `member` pages need a login, `bare` ones have no shell. `open` pages have
   * the shell that fits the session, so that a member can read them without being logged out (SHL-02).
   */
  access: 'public' | 'member' | 'open' | 'bare';
  title: MessageId;
  Page: LazyExoticComponent<ComponentType>;
  load: () => Promise<PageFile>;
}

/** The file of a page. `firstData` loads what the page shows first, unless it is known. */
interface PageFile {
  default: ComponentType;
  firstData?: () => Promise<unknown>;
}

function route(access: AppRoute['access'], title: MessageId, load: () => Promise<PageFile>): AppRoute {
  const loadOnce = once(load);
  return { access, title, Page: lazyPart(loadOnce, loadOnce.loaded), load: loadOnce };
}

/** Loads a file, by waiting for the network if need be, and keeps it in `loaded` once it is there. */
function once<File>(load: () => Promise<File>) {
  let file: File | null = null;
  return Object.assign(
    async () => {
      file ??= await loadPatiently(load);
      return file;
    },
    { loaded: () => file },
  );
}

const profileGroup = () => import('./pages/ProfileGroupPage.tsx');

/** Every page by its address (RTE-02). */
const routes: Readonly<Record<string, AppRoute>> = {
  [paths.login]: route('public', 'login.title', () => import('./pages/LoginPage.tsx')),
  [paths.register]: route('public', 'register.title', () => import('./pages/RegisterPage.tsx')),
  [paths.howto]: route('open', 'howto.title', () => import('./pages/HowtoPage.tsx')),
  [paths.contact]: route('public', 'contact.title', () => import('./pages/ContactPage.tsx')),
  [paths.receipt]: route('open', 'receipt.title', () => import('./pages/ReceiptPage.tsx')),
  [paths.home]: route('member', 'nav.home', () => import('./pages/HomePage.tsx')),
  [paths.profile]: route('member', 'profile.title', () => import('./pages/ProfilePage.tsx')),
  [paths.profileAccount]: route('member', 'profile.group.account', profileGroup),
  [paths.profileSecurity]: route('member', 'security.title', profileGroup),
  [paths.profilePlay]: route('member', 'profile.play', profileGroup),
  [paths.profileNotifications]: route('member', 'notifications.title', profileGroup),
  [paths.profileData]: route('member', 'ownData.title', profileGroup),
  [paths.bonus]: route('member', 'bonus.title', () => import('./pages/BonusPage.tsx')),
  [paths.statement]: route('member', 'statement.title', () => import('./pages/StatementPage.tsx')),
  [paths.userContact]: route('member', 'contact.title', () => import('./pages/UserContactPage.tsx')),
  [paths.saferPlay]: route('member', 'safe.title', () => import('./pages/SaferPlayPage.tsx')),
  [paths.terminated]: route('bare', 'notFound.title', () => import('./pages/TerminatedPage.tsx')),
};

const loadMemberShell = once(() => import('./shells/MemberShell.tsx'));
const loadPublicShell = once(() => import('./shells/PublicShell.tsx'));

/** The shells are loaded separately: a visitor needs only one, a member only the other. */
export const MemberShell = lazyPart(loadMemberShell, loadMemberShell.loaded);
export const PublicShell = lazyPart(loadPublicShell, loadPublicShell.loaded);

const notFound = route('bare', 'notFound.title', () => import('./pages/NotFoundPage.tsx'));

/** The page of an address; the not-found page for an unknown address (RTE-05). */
export function routeOf(pathname: string): AppRoute {
  return (Object.hasOwn(routes, pathname) && routes[pathname]) || notFound;
}

/** RTE-01: addresses that only redirect. `search` is kept when the redirect only removes a trailing slash. */
export function redirectOf(pathname: string, search = ''): string | null {
  if (pathname === paths.root) return paths.user;
  if (pathname === paths.user) return paths.home;
  if (pathname.length > 1 && pathname.endsWith('/'))
    return (pathname.replace(/\/+$/, '') || paths.root) + search;
  return null;
}

/** Preloads the page of an address and its shell. A failed load shows up when the page opens. */
export async function preloadRoute(pathname: string): Promise<void> {
  const { access, load } = routeOf(redirectOf(pathname) ? paths.home : pathname);
  await Promise.allSettled([
    load(),
    (access === 'member' || (access === 'open' && getToken() !== null)) && loadMemberShell(),
    (access === 'public' || (access === 'open' && getToken() === null)) && loadPublicShell(),
  ]);
}

/** The same, and then loads what the page waits for: its first data, or the answer that the site is on. */
export async function prepareRoute(pathname: string): Promise<void> {
  const { access, load } = routeOf(pathname);
  await preloadRoute(pathname);
  if (pathname === paths.login) await askSiteActive();
  if (access !== 'member' || getToken() !== null) await load().then(({ firstData }) => firstData?.());
}
