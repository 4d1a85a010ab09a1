import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queuesQuery } from './queuesQuery.ts';

/** What an approval may have changed beside the queues: each page that shows something which can be asked for. */
const EVERYTHING = 'approvals';

/**
 * Asks again for the queues in which the server says that something changed, and for their counts; for everything after
 * the line was broken.
 */
export function useLive(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const stream = new EventSource('/api/console/live');
    let isFirst = true;
    stream.addEventListener('changed', ({ data }: MessageEvent<string>) => {
      const queues = data.split(' ');
      if (queues.includes('') || queues.includes(EVERYTHING)) return void queries.invalidateQueries();
      for (const name of queues) void queries.invalidateQueries({ queryKey: [name] });
      void queries.invalidateQueries(queuesQuery);
    });
    stream.addEventListener('ready', () => {
      // What was just loaded for the first time is new.
      if (!isFirst) void queries.invalidateQueries();
      isFirst = false;
    });
    return () => stream.close();
  }, [queries]);
}
