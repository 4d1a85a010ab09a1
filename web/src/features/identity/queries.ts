import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

export type Identity = ResponseOf<Contract['GET /api/identity']>;

export const identityQuery = queryOptions({
  queryKey: ['identity'],
  queryFn: () => client('GET /api/identity'),
});
