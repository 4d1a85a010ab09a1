import { type ReactNode, useEffect, useState } from 'react';
import { client } from '../lib/api.ts';
import { useHasSession } from '../lib/session.ts';
import { PageLoading } from './PageLoading.tsx';
import { paths, toLogin } from './paths.ts';
import { Redirect } from './Redirect.tsx';

/** RTE-07: without a token a member's page leads to /login. */
export function MemberGuard({ children }: { children: ReactNode }) {
  const hasSession = useHasSession();
  useEffect(() => {
    if (!hasSession) toLogin();
  }, [hasSession]);
  return hasSession ? children : null;
}

/**
 * RTE-06: asks whether the site is on before the login page is shown. A gone answer leads to /terminated by the session
 * policy of the client; a call that fails otherwise shows the page.
 */
export function SiteActiveGuard({ children }: { children: ReactNode }) {
  const [answer, setAnswer] = useState<'pending' | 'terminated' | 'active'>('pending');
  useEffect(() => {
    const abort = new AbortController();
    client('GET /api/lookup/active', { signal: abort.signal })
      .then(({ terminated }) => setAnswer(terminated ? 'terminated' : 'active'))
      .catch(() => abort.signal.aborted || setAnswer('active'));
    return () => abort.abort();
  }, []);
  if (answer === 'terminated') return <Redirect to={paths.terminated} />;
  return answer === 'pending' ? <PageLoading /> : children;
}
