import type { Contract } from '@krapao/contract/api/index';
import type { ParamsOf } from '@krapao/contract/endpoint';
import { useEffect, useState } from 'react';
import { client } from './api.ts';
import { errorText } from './errorText.ts';

const KEEP_MS = 60_000;

export type QueueName = ParamsOf<Contract['POST /api/console/queues/:queue/:item/claim']>['queue'];

/**
 * Holds an item of a queue while it is shown, so that nobody else decides it, and gives it back afterwards.
 * @returns why it cannot be held, once that is known
 */
export function useClaim(queue: QueueName, item: string | undefined): string | undefined {
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (item === undefined) return;
    const params = { queue, item };
    let isOver = false;
    const hold = () =>
      client('POST /api/console/queues/:queue/:item/claim', { params }).then(
        () => !isOver && setProblem(undefined),
        (error: unknown) => !isOver && setProblem(errorText(error)),
      );
    void hold();
    const timer = setInterval(hold, KEEP_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
      setProblem(undefined);
      void client('POST /api/console/queues/:queue/:item/release', { params }).catch(() => undefined);
    };
  }, [queue, item]);
  return problem;
}
