import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { inboxKey, queuesQuery } from './queuesQuery.ts';

/** Data that an approval may have changed besides the queues: pages that show something requestable. */
const EVERYTHING = 'approvals';

let stream: EventSource | undefined;

/** Whether the server tells this page at once what changed; who cannot hear it reloads by itself. */
export function isHearing(): boolean {
  return stream?.readyState === EventSource.OPEN;
}

/**
 * Reloads the queues that the server announces as changed, and their counts; reloads everything after the connection
 * was broken.
 */
export function useLive(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const heard = new EventSource('/api/console/live');
    stream = heard;
    let isFirst = true;
    heard.addEventListener('changed', ({ data }: MessageEvent<string>) => {
      const queues = data.split(' ');
      if (queues.includes('') || queues.includes(EVERYTHING)) return void queries.invalidateQueries();
      for (const name of queues) void queries.invalidateQueries({ queryKey: [name] });
      void queries.invalidateQueries({ queryKey: inboxKey });
      void queries.invalidateQueries(queuesQuery);
    });
    heard.addEventListener('ready', () => {
      // Data that has just been loaded for the first time is current.
      if (!isFirst) void queries.invalidateQueries();
      isFirst = false;
    });
    return () => heard.close();
  }, [queries]);
}
