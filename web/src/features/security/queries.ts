import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

export const freezeQuery = queryOptions({
  queryKey: ['freeze'],
  queryFn: () => client('GET /api/account/freeze'),
});

export const requestsQuery = queryOptions({
  queryKey: ['changeRequests'],
  queryFn: async () => (await client('GET /api/account/requests')).requests,
});
