import type { Trouble } from '@krapao/contract/connections';
import type { Connections, LiveConnection } from '../connections/connections.ts';
import type { SlipLookup, SlipVerifier } from '../slipVerifier.ts';

/**
 * Asks the slip connections one after the other until one answers. One that is late, out of quota or down is followed by
 * the next, and for half a minute it is asked last. Shadows are asked afterwards, and decide nothing.
 * @param withinMs no further connection is asked after this time; the slip's lease must outlast the look-up
 */
export function slipChain(connections: Connections, withinMs: number): SlipVerifier {
  return {
    async lookUp(payload) {
      const until = performance.now() + withinMs;
      let last: SlipLookup = { status: 'manual' };
      for (const connection of connections.deciding('slip')) {
        if (last.status !== 'manual' && performance.now() > until) break;
        last = await ask(connections, connection, payload, 'lookUp', (lookup) => ({
          trouble: troubleOf(lookup),
        }));
        if (troubleOf(last) === null) {
          void compare(connections, payload, last);
          return last;
        }
      }
      return last;
    },
  };
}

type Judge = Parameters<Connections['ask']>[3];

async function ask(
  connections: Connections,
  connection: LiveConnection<'slip'>,
  payload: string,
  operation: string,
  judge: (lookup: SlipLookup) => ReturnType<Judge>,
): Promise<SlipLookup> {
  try {
    return await connections.ask(connection, operation, (port) => port.lookUp(payload), judge);
  } catch {
    return { status: 'unknown', reason: 'BAD_ANSWER' };
  }
}

async function compare(connections: Connections, payload: string, decided: SlipLookup): Promise<void> {
  for (const shadow of connections.shadows('slip'))
    await ask(connections, shadow, payload, 'compare', (lookup) => ({
      trouble: troubleOf(lookup),
      agrees: agreement(decided, lookup),
    }));
}

/** What the answer says of the connection; null if it answered the question. */
export function troubleOf(lookup: SlipLookup): Trouble | null {
  if (lookup.status === 'unknown') return lookup.reason;
  return lookup.status === 'rejected' && lookup.reason !== 'NOT_A_SLIP' ? 'REFUSED' : null;
}

/** Whether two answers tell of the same money; undefined where one of them does not know it yet. */
function agreement(decided: SlipLookup, other: SlipLookup): boolean | undefined {
  if (troubleOf(other) !== null || decided.status === 'pending' || other.status === 'pending')
    return undefined;
  if (decided.status !== 'found' || other.status !== 'found') return decided.status === other.status;
  const [a, b] = [decided.slip, other.slip];
  return (
    a.transRef === b.transRef &&
    a.sendingBank === b.sendingBank &&
    a.amount === b.amount &&
    a.currency === b.currency
  );
}
