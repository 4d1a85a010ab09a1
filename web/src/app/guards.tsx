import { ApiError } from '@krapao/contract/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Redirect } from 'wouter';
import { client, destinationOf } from '../lib/api.ts';
import { useHasSession } from '../lib/session.ts';
import { PageLoading } from './PageLoading.tsx';
import { paths, toLogin } from './paths.ts';

/** RTE-07: without a token a member's page leads to /login. */
export function MemberGuard({ children }: { children: ReactNode }) {
  const hasSession = useHasSession();
  useEffect(() => {
    if (!hasSession) toLogin();
  }, [hasSession]);
  return hasSession ? children : null;
}

/** RTE-06: asks whether the site is on before the login page is shown. A call that fails otherwise shows the page. */
export function SiteActiveGuard({ children }: { children: ReactNode }) {
  const { data, error, isPending } = useQuery({
    queryKey: ['lookup', 'active'],
    queryFn: () => client('GET /api/lookup/active'),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
    refetchOnWindowFocus: false,
  });
  if (data?.terminated || (error instanceof ApiError && destinationOf(error) === 'terminated'))
    return <Redirect to={paths.terminated} replace />;
  return isPending ? <PageLoading /> : children;
}
