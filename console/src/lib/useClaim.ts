import type { Contract } from '@krapao/contract/api/index';
import { callHeaders, callUrl } from '@krapao/contract/client';
import type { ParamsOf } from '@krapao/contract/endpoint';
import { useEffect, useState } from 'react';
import { client } from './api.ts';
import { errorText } from './errorText.ts';

const KEEP_MS = 60_000;
const RETRY_MS = 3_000;
const RELEASE = 'POST /api/console/queues/:queue/:item/release';

export type QueueName = ParamsOf<Contract['POST /api/console/queues/:queue/:item/claim']>['queue'];

/**
 * Holds an item of a queue while it is shown, so that nobody else decides it, and gives it back afterwards, also where
 * the page is left. An item that a colleague has is asked for again until it is free.
 * @returns why it cannot be held, once that is known
 */
export function useClaim(queue: QueueName, item: string | undefined): string | undefined {
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (item === undefined) return;
    const params = { queue, item };
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hold = async () => {
      let failure: string | undefined;
      try {
        await client('POST /api/console/queues/:queue/:item/claim', { params });
      } catch (error) {
        failure = errorText(error);
      }
      if (isOver) return;
      setProblem(failure);
      timer = setTimeout(hold, failure === undefined ? KEEP_MS : RETRY_MS);
    };
    // A page that is left ends its calls, but for those that ask to outlive it.
    const release = () => {
      void fetch(callUrl('', RELEASE, params), {
        method: 'POST',
        headers: callHeaders(null, document.documentElement.lang),
        keepalive: true,
      }).catch(() => undefined);
    };
    void hold();
    window.addEventListener('pagehide', release);
    return () => {
      isOver = true;
      clearTimeout(timer);
      window.removeEventListener('pagehide', release);
      setProblem(undefined);
      release();
    };
  }, [queue, item]);
  return problem;
}
