import type { Elements } from '@krapao/ui/elements.ts';
import { memo, Suspense, useEffect } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { Toasts } from '../components/Toasts.tsx';
import { useT } from '../i18n/i18n.ts';
import { paths } from '../lib/paths.ts';
import { useHasSession } from '../lib/session.ts';
import { ShownPath } from '../lib/shownPath.ts';
import { setOpensLate } from '../lib/useDelayed.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { MemberGuard, SiteActiveGuard } from './guards.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import { PageLoading } from './PageLoading.tsx';
import { usePageChange } from './pageChange.ts';
import { Redirect } from './Redirect.tsx';
import { MemberShell, PublicShell, redirectOf, routeOf } from './routes.ts';

/** The whole app. */
export function App() {
  return (
    <ErrorBoundary>
      <OfflineBanner />
      <Screen />
      <Toasts />
    </ErrorBoundary>
  );
}

function Screen() {
  const t = useT();
  const pathname = usePathname();
  const shown = usePageChange(pathname);
  const redirect = redirectOf(pathname, window.location.search);
  const pageTitle = `${t(routeOf(shown).title)} · ${t('app.name')}`;

  useEffect(() => {
    document.title = pageTitle;
  }, [pageTitle]);

  return (
    <ShownPath value={shown}>
      {/* The key makes a second redirect (/ to /user to /user/home) navigate too: Redirect navigates when it mounts. */}
      {redirect && <Redirect key={redirect} to={redirect} />}
      <PageOf path={shown} />
    </ShownPath>
  );
}

/** The page of a path in its shell, behind its guard. While the page is leaving, it stays as it was. */
const PageOf = memo(({ path }: { path: string }) => {
  const { access, Page } = routeOf(path);
  const page = (
    <ErrorBoundary key={path}>
      <Suspense fallback={<PageLoading />}>
        <Page />
        <Opened />
      </Suspense>
    </ErrorBoundary>
  );
  if (access === 'bare') return page;
  if (access === 'member') return <ForMembers>{page}</ForMembers>;
  if (access === 'open') return <ForEverybody>{page}</ForEverybody>;
  const shell = <ForVisitors>{page}</ForVisitors>;
  return path === paths.login ? <SiteActiveGuard>{shell}</SiteActiveGuard> : shell;
});

function ForMembers({ children }: { children: Elements }) {
  return (
    <MemberGuard>
      <Suspense fallback={<PageLoading />}>
        <MemberShell>{children}</MemberShell>
      </Suspense>
    </MemberGuard>
  );
}

function ForVisitors({ children }: { children: Elements }) {
  return (
    <Suspense fallback={<PageLoading />}>
      <PublicShell>{children}</PublicShell>
    </Suspense>
  );
}

function ForEverybody({ children }: { children: Elements }) {
  const Shell = useHasSession() ? ForMembers : ForVisitors;
  return <Shell>{children}</Shell>;
}

/** Appears together with a page: what loads in it from now on is waited for as usual. */
function Opened() {
  useEffect(() => setOpensLate(false), []);
  return null;
}
