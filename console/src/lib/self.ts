import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { isAllowed, type Permission } from '@krapao/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { client, isCode, queryClient } from './api.ts';

export type Self = ResponseOf<Contract['GET /api/console/me']>;

/** The logged-in operator: undefined while loading, null for none. */
export function useSelf(): { self: Self | null | undefined; error: Error | null } {
  const { data, error } = useQuery({
    queryKey: ['me'],
    queryFn: () =>
      client('GET /api/console/me').catch((failure: unknown) => {
        if (isCode(failure, 'OPERATOR_UNAUTHORIZED')) return null;
        throw failure;
      }),
  });
  return { self: data, error };
}

/** The operator who is logged in now, for code outside components. */
export function selfNow(): Self | null | undefined {
  return queryClient.getQueryData<Self | null>(['me']);
}

/** Whether the logged-in operator has a permission; false without an operator. */
export function useMay(): (permission: Permission) => boolean {
  const { self } = useSelf();
  return (permission) => self != null && isAllowed(self.role, permission);
}
