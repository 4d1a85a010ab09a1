import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

export type RoleRow = ResponseOf<Contract['GET /api/console/roles']>['roles'][number];

/** The roles that administrators made. */
export function useRoles() {
  return useQuery({ queryKey: ['roles'], queryFn: () => client('GET /api/console/roles') });
}
