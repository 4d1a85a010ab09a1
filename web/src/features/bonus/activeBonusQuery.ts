import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

/** The active bonus. The server stores the cost in this answer: cancelling takes exactly that amount. */
export const activeBonusQuery = queryOptions({
  queryKey: ['bonus', 'active'],
  queryFn: () => client('GET /api/bonus/check/active'),
});
