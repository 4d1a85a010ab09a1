import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../../lib/api.ts';

export type Feed = ResponseOf<Contract['GET /api/console/feeds']>['feeds'][number];
export type Phone = Feed['phones'][number];

/** Phones are heard without an announcement. */
const AGAIN_MS = 60_000;

/** All bank feeds; a card and a page share what was asked. */
export function useFeeds() {
  return useQuery({
    queryKey: ['feeds'],
    queryFn: () => client('GET /api/console/feeds'),
    refetchInterval: AGAIN_MS,
  });
}

const COLORS = { alive: 'teal', silent: 'red', never: 'gray', ended: 'gray' } as const;
type PhoneState = keyof typeof COLORS;

/** The colour of a state's word. */
export function aliveColor(state: PhoneState): string {
  return COLORS[state];
}

/** Whether a phone lives: it is `silent` if it was not heard for as long as the feed may be silent. */
export function phoneState({ revokedAt, heardAt }: Phone, silentMinutes: number, now: number): PhoneState {
  if (revokedAt !== null) return 'ended';
  if (heardAt === null) return 'never';
  return now - Date.parse(heardAt) > silentMinutes * 60_000 ? 'silent' : 'alive';
}
