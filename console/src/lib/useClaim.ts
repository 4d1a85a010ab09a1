import { callHeaders, callUrl } from '@krapao/contract/client';
import type { QueueName } from '@krapao/contract/queues';
import { useEffect, useRef, useState } from 'react';
import { client, mayPass } from './api.ts';
import { errorText } from './errorText.ts';

const KEEP_MS = 60_000;
const RETRY_MS = 3_000;
const RELEASE = 'POST /api/console/queues/:queue/:item/release';

/**
 * Holds an item of a queue while it is shown, so that nobody else decides it, and gives it back afterwards, also where
 * the page is left. An item that a colleague has is asked for again when the queue says that it is free, and with each
 * turn of keeping, since a claim may end unsaid.
 * @param isTaken whether the queue says that a colleague has it
 * @returns why it cannot be held, once that is known
 */
export function useClaim(queue: QueueName, item: string | undefined, isTaken: boolean): string | undefined {
  const [problem, setProblem] = useState<string>();
  const holdNow = useRef<() => void>(undefined);
  useEffect(() => {
    if (item === undefined) return;
    const params = { queue, item };
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hold = async () => {
      clearTimeout(timer);
      let failure: string | undefined;
      let waitMs = KEEP_MS;
      try {
        await client('POST /api/console/queues/:queue/:item/claim', { params });
      } catch (error) {
        failure = errorText(error);
        if (mayPass(error)) waitMs = RETRY_MS;
      }
      if (isOver) return;
      setProblem(failure);
      clearTimeout(timer);
      timer = setTimeout(() => holdNow.current?.(), waitMs);
    };
    // A page that is left ends its calls, but for those that ask to outlive it.
    const release = () => {
      void fetch(callUrl('', RELEASE, params), {
        method: 'POST',
        headers: callHeaders(null, document.documentElement.lang),
        keepalive: true,
      }).catch(() => undefined);
    };
    let last = hold();
    holdNow.current = () => {
      last = hold();
    };
    window.addEventListener('pagehide', release);
    return () => {
      isOver = true;
      holdNow.current = undefined;
      clearTimeout(timer);
      window.removeEventListener('pagehide', release);
      setProblem(undefined);
      // Behind a claim on its way: overtaken, it would stay with nobody at it.
      void last.then(release);
    };
  }, [queue, item]);
  const wasTaken = useRef(isTaken);
  useEffect(() => {
    if (wasTaken.current && !isTaken) holdNow.current?.();
    wasTaken.current = isTaken;
  }, [isTaken]);
  return problem;
}
