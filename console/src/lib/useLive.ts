import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Asks for what is shown again whenever the server says that something changed, and after the line was broken. */
export function useLive(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const stream = new EventSource('/api/console/live');
    const renew = () => void queries.invalidateQueries();
    stream.addEventListener('changed', renew);
    stream.addEventListener('ready', renew);
    return () => stream.close();
  }, [queries]);
}
