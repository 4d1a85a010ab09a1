import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: () => client('GET /api/account/profile'),
});
