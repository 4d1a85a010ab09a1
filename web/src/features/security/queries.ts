import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

export const freezeQuery = queryOptions({
  queryKey: ['freeze'],
  queryFn: () => client('GET /api/account/freeze'),
});

/** The copy, the consents and a waiting erasure; asked again while a copy is made. */
export const ownDataQuery = queryOptions({
  queryKey: ['ownData'],
  queryFn: () => client('GET /api/account/data'),
  refetchInterval: ({ state }) => (state.data?.copy?.state === 'WAITING' ? 2_000 : false),
});

export const requestsQuery = queryOptions({
  queryKey: ['changeRequests'],
  queryFn: async () => (await client('GET /api/account/requests')).requests,
});
