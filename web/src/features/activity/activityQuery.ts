import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

const SHOWN = 4;

/** The newest transactions, for the home screen. */
export const activityQuery = queryOptions({
  queryKey: ['statement', 'recent'],
  queryFn: () => client('POST /api/statement', { body: { page: 1, limit: SHOWN } }),
});
