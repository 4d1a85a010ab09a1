import { queryOptions } from '@tanstack/react-query';
import { client } from './api.ts';

/** The member's profile. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: () => client('GET /api/account/profile'),
});
