import { Suspense, useEffect } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { Toasts } from '../components/Toasts.tsx';
import { useT } from '../i18n/i18n.ts';
import { paths } from '../lib/paths.ts';
import { useHasSession } from '../lib/session.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { MemberGuard, SiteActiveGuard } from './guards.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import { PageLoading } from './PageLoading.tsx';
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
  const { access, title, Page } = routeOf(pathname);
  const redirect = redirectOf(pathname, window.location.search);
  const hasSession = useHasSession();
  const pageTitle = `${t(title)} · ${t('app.name')}`;

  useEffect(() => {
    if (!redirect) document.title = pageTitle;
  }, [pageTitle, redirect]);

  // The key makes a second redirect (/ to /user to /user/home) navigate too: Redirect navigates when it mounts.
  if (redirect) return <Redirect key={redirect} to={redirect} />;
  const page = (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<PageLoading />}>
        <Page />
      </Suspense>
    </ErrorBoundary>
  );
  if (access === 'bare') return page;
  if (access === 'member' || (access === 'open' && hasSession)) {
    return (
      <MemberGuard>
        <Suspense fallback={<PageLoading />}>
          <MemberShell>{page}</MemberShell>
        </Suspense>
      </MemberGuard>
    );
  }
  const shell = (
    <Suspense fallback={<PageLoading />}>
      <PublicShell>{page}</PublicShell>
    </Suspense>
  );
  return pathname === paths.login ? <SiteActiveGuard>{shell}</SiteActiveGuard> : shell;
}
