import { queryOptions } from '@tanstack/react-query';
import { client } from './api.ts';

/** The story of a row of a member's statement. */
export const storyQuery = (memberId: string, rowId: string) =>
  queryOptions({
    queryKey: ['member', memberId, 'story', rowId],
    queryFn: () =>
      client('GET /api/console/members/:id/statement/:row', { params: { id: memberId, row: rowId } }),
  });
