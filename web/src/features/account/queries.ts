import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => (await client('GET /api/account/sessions')).sessions,
});
