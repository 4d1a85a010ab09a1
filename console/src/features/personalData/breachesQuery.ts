import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

export type Breach = ResponseOf<Contract['GET /api/console/breaches']>['breaches'][number];

export const breachesQuery = queryOptions({
  queryKey: ['breaches'],
  queryFn: () => client('GET /api/console/breaches'),
  // The clock runs on; a breach becomes late without an event.
  refetchInterval: 60_000,
});

/** Whether the office has still to be told of it. */
export const isUntold = ({ officeToldAt, closedAt }: Breach): boolean =>
  officeToldAt === null && closedAt === null;
