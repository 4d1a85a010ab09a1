import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => (await client('GET /api/account/sessions')).sessions,
});

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: async () => (await client('GET /api/account/devices')).devices,
});
