import { client } from '../../lib/api.ts';
import type { Arrival } from './moneyStream.ts';

/** Remembers which arrivals of money this page has reported, so that each is reported once. */
export interface Arrivals {
  /** The arrivals of an event that were not reported yet. */
  told(arrived: Arrival[]): Arrival[];
  /**
   * The arrivals that the stream missed since the last call; none at the first call, or when the server cannot be
   * reached.
   */
  missed(): Promise<Arrival[]>;
}

const NEWEST = 20;

export function createArrivals(ask: () => Promise<Arrival[]> = newestArrivals): Arrivals {
  const known = new Set<string>();
  let isFirst = true;
  function told(arrived: Arrival[]): Arrival[] {
    const fresh = arrived.filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    return fresh;
  }
  return {
    told,
    async missed() {
      const arrived = await ask().catch(() => null);
      if (arrived === null) return [];
      const fresh = told(arrived);
      const wasFirst = isFirst;
      isFirst = false;
      return wasFirst ? [] : fresh;
    },
  };
}

async function newestArrivals(): Promise<Arrival[]> {
  const { statements } = await client('POST /api/statement', { body: { page: 1, limit: NEWEST } });
  return statements
    .filter(
      ({ statementType, status }) =>
        status === 'SUCCESS' && (statementType === 'deposit' || statementType === 'bonus'),
    )
    .map(({ _id, amount }) => ({ id: _id, amount }));
}
