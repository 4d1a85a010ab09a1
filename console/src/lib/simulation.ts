import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client } from './api.ts';
import type { Kind } from './content/document.ts';
import { useAction } from './useAction.ts';

export type Simulation = NonNullable<
  ResponseOf<Contract['POST /api/console/content/:kind/:item/simulation']>['simulation']
>;
export type SimulationResult = NonNullable<Simulation['result']>;

const LOOK_MS = 1_000;

/** A document whose offer is simulated. */
export interface Simulated {
  kind: Kind;
  item: string;
  value: unknown;
}

/** The newest simulation of a document's terms, and the calls that start and cancel one. */
export function useSimulation({ kind, item, value }: Simulated) {
  const queries = useQueryClient();
  const params = { kind, item };
  const queryKey = ['content', kind, item, 'simulation', value];
  const query = useQuery({
    queryKey,
    queryFn: () => client('POST /api/console/content/:kind/:item/simulation', { params, body: { value } }),
    refetchInterval: ({ state }) => (state.data?.simulation?.state === 'WAITING' ? LOOK_MS : false),
  });
  const simulation = query.data?.simulation ?? null;
  const isDone = simulation?.state === 'DONE';
  // Publishing it needs no reason any more.
  useEffect(() => {
    if (isDone) void queries.invalidateQueries({ queryKey: ['content', kind, item, 'example'] });
  }, [isDone, queries, kind, item]);
  const start = useAction(
    () => client('POST /api/console/content/:kind/:item/simulate', { params, body: { value } }),
    { onDone: (answer) => queries.setQueryData(queryKey, answer) },
  );
  const cancel = useAction(
    (id: string) =>
      client('POST /api/console/content/:kind/:item/cancelSimulation', { params, body: { id } }),
    { onDone: () => void queries.invalidateQueries({ queryKey }) },
  );
  return { query, simulation, start, cancel };
}
