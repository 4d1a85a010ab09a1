import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { client } from './api.ts';

export type Profile = ResponseOf<Contract['GET /api/account/profile']>;

/** The member's profile. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: () => client('GET /api/account/profile'),
});
