import { callHeaders, callUrl } from '@krapao/contract/client';
import { REQUEST_TIMEOUT_MS } from '@krapao/contract/limits';
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

/** What the server said last about one item; without a problem this operator has it. */
interface Answer {
  key: string;
  problem: string | undefined;
}

/** The releases on their way, by item; also those of a page that was left, and is opened again before they have ended. */
const releases = new Map<string, Promise<void>>();

/**
 * Claims a queue item while it is shown, so that nobody else decides it, and releases it afterwards, also when the page
 * is left. For an item claimed by a colleague, tries again when the queue reports it as free, and at each renewal,
 * because a claim can end without an announcement.
 * @param isTaken whether the queue reports a colleague's claim
 */
export function useClaim(queue: QueueName, item: string | undefined, isTaken: boolean): Claim {
  const [answer, setAnswer] = useState<Answer>();
  const holdNow = useRef<() => void>(undefined);
  const key = `${queue}/${item}`;
  useEffect(() => {
    if (item === undefined) return;
    const params = { queue, item };
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hold = async () => {
      clearTimeout(timer);
      let problem: string | undefined;
      let waitMs = KEEP_MS;
      try {
        // A release that arrived after this claim would end it.
        await releases.get(key);
        await client('POST /api/console/queues/:queue/:item/claim', { params });
      } catch (error) {
        problem = errorText(error);
        if (mayPass(error)) waitMs = RETRY_MS;
      }
      if (isOver) return;
      setAnswer({ key, problem });
      clearTimeout(timer);
      timer = setTimeout(() => holdNow.current?.(), waitMs);
    };
    // Leaving a page aborts its calls, except those with keepalive.
    const release = () =>
      fetch(callUrl('', RELEASE, params), {
        method: 'POST',
        headers: callHeaders(null, document.documentElement.lang),
        keepalive: true,
        // The next claim waits for it.
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      }).catch(() => undefined);
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
      setAnswer(undefined);
      // After a claim in progress: otherwise the claim would arrive last and nobody would work on the item.
      const released = last.then(release).then(() => {
        if (releases.get(key) === released) releases.delete(key);
      });
      releases.set(key, released);
    };
  }, [queue, item, key]);
  const wasTaken = useRef(isTaken);
  useEffect(() => {
    if (wasTaken.current && !isTaken) holdNow.current?.();
    wasTaken.current = isTaken;
  }, [isTaken]);
  const told = answer?.key === key ? answer : undefined;
  return { problem: told?.problem, isHeld: told !== undefined && told.problem === undefined };
}
