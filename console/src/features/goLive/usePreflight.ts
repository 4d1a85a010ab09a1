import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { PREFLIGHT_GROUPS } from '@krapao/contract/preflight';
import { useQueries } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

export type CheckResult = ResponseOf<Contract['GET /api/console/preflight']>['checks'][number];

/**
 * All checks, a group at a time: what is known is shown while a slow service is still asked. Old results stay until the
 * new ones of their group are there.
 */
export function usePreflight() {
  const queries = useQueries({
    queries: PREFLIGHT_GROUPS.map((group) => ({
      queryKey: ['preflight', group],
      queryFn: () => client('GET /api/console/preflight', { query: { group } }),
      // Each run asks the connected services; only the operator starts one.
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
    })),
  });
  return {
    checks: queries.flatMap(({ data }) => data?.checks ?? []),
    done: queries.filter(({ isFetching }) => !isFetching).length,
    total: queries.length,
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    checkAgain: () => Promise.all(queries.map(({ refetch }) => refetch())),
  };
}
