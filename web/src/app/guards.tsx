import type { Elements } from '@krapao/ui/elements.ts';
import { useEffect, useState } from 'react';
import { client } from '../lib/api.ts';
import { paths, toLogin } from '../lib/paths.ts';
import { useHasSession } from '../lib/session.ts';
import { PageLoading } from './PageLoading.tsx';
import { Redirect } from './Redirect.tsx';

/**
 * RTE-07: without a token a member's page leads to /login. When the session ends, the page stays until the log-in page
 * takes its place.
 */
export function MemberGuard({ children }: { children: Elements }) {
  const hasSession = useHasSession();
  const [mayEnter] = useState(hasSession);
  useEffect(() => {
    if (!hasSession) toLogin();
  }, [hasSession]);
  return mayEnter ? children : null;
}

type SiteState = 'active' | 'terminated';

let asked: Promise<SiteState> | null = null;
let known: SiteState | null = null;

/**
 * RTE-06: asks whether the site is on; the next entry of the login page reuses the answer. A 410 answer leads to
 * /terminated through the session policy of the client. After any other failure the site counts as on.
 */
export function askSiteActive(): Promise<SiteState> {
  asked ??= client('GET /api/lookup/active')
    .then(({ terminated }) => (terminated ? 'terminated' : 'active') as SiteState)
    .catch(() => 'active' as const)
    .then((state) => {
      known = state;
      return state;
    });
  return asked;
}

/** Shows the login page once it is known that the site is on. */
export function SiteActiveGuard({ children }: { children: Elements }) {
  const [state, setState] = useState(known);
  useEffect(() => {
    let isLeft = false;
    void askSiteActive().then((answer) => isLeft || setState(answer));
    return () => {
      isLeft = true;
      asked = null;
      known = null;
    };
  }, []);
  if (state === 'terminated') return <Redirect to={paths.terminated} />;
  return state === null ? <PageLoading /> : children;
}
