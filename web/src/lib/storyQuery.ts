import { queryOptions } from '@tanstack/react-query';
import { client } from './api.ts';

/** What no event reports, for example that a person has looked, is asked for again while the story is open. */
const ASK_AGAIN_MS = 15_000;

/** The story of a row; every change of the member's money renews it, as it renews the statement. */
export const storyQuery = (id: string) =>
  queryOptions({
    queryKey: ['statement', 'story', id],
    queryFn: () => client('GET /api/statement/story/:id', { params: { id } }),
    refetchInterval: ({ state }) => state.data?.entry.status === 'PENDING' && ASK_AGAIN_MS,
  });
