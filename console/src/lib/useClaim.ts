import { callHeaders, callUrl } from '@krapao/contract/client';
import type { QueueName } from '@krapao/contract/queues';
import { useEffect, useRef, useState } from 'react';
import { client, mayPass } from './api.ts';
import { errorText } from './errorText.ts';

const KEEP_MS = 60_000;
const RETRY_MS = 3_000;
const RELEASE = 'POST /api/console/queues/:queue/:item/release';

interface Claim {
  /** Why it cannot be claimed, once known. */
  problem: string | undefined;
  /** The server has confirmed that this operator has it; a decision that is sent before would be refused. */
  isHeld: boolean;
}

/**
 * Claims a queue item while it is shown, so that nobody else decides it, and releases it afterwards, also when the page
 * is left. For an item claimed by a colleague, tries again when the queue reports it as free, and at each renewal,
 * because a claim can end without an announcement.
 * @param isTaken whether the queue reports a colleague's claim
 */
export function useClaim(queue: QueueName, item: string | undefined, isTaken: boolean): Claim {
  const [problem, setProblem] = useState<string>();
  const [isHeld, setIsHeld] = useState(false);
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
      setIsHeld(failure === undefined);
      clearTimeout(timer);
      timer = setTimeout(() => holdNow.current?.(), waitMs);
    };
    // Leaving a page aborts its calls, except those with keepalive.
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
      setIsHeld(false);
      // After a claim in progress: otherwise the claim would arrive last and nobody would work on the item.
      void last.then(release);
    };
  }, [queue, item]);
  const wasTaken = useRef(isTaken);
  useEffect(() => {
    if (wasTaken.current && !isTaken) holdNow.current?.();
    wasTaken.current = isTaken;
  }, [isTaken]);
  return { problem, isHeld };
}
