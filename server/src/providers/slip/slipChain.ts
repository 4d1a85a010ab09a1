import type { Trouble } from '@krapao/contract/connections';
import { clock } from '../../clock.ts';
import { within } from '../../within.ts';
import type { Connections, Judged, LiveConnection } from '../connections/connections.ts';
import type { SlipLookUps, SlipLookup, SlipVerifier } from '../slipVerifier.ts';

/**
 * Asks the slip connections one after the other until one answers. One that is late, out of quota or down is followed by
 * the next, and for half a minute it is asked last. Shadows are asked afterwards, and decide nothing.
 * @param beginMs no further connection is asked after this time
 * @param endMs an answer that is later counts as none, whatever calls a driver still makes for it: the slip's lease must
 * outlast the look-up
 */
export function slipChain(
  connections: Connections,
  { beginMs, endMs }: { beginMs: number; endMs: number },
): SlipLookUps {
  return {
    async lookUp(payload) {
      const began = clock.monotonic();
      let last: Awaited<ReturnType<SlipLookUps['lookUp']>> = { status: 'manual' };
      for (const connection of connections.deciding('slip')) {
        const spentMs = clock.monotonic() - began;
        if (last.status !== 'manual' && spentMs > beginMs) break;
        const lookup = await ask(connections, connection, {
          operation: 'lookUp',
          work: async (port) => (await within(endMs - spentMs, port.lookUp(payload))) ?? LATE,
          judge: (answer) => ({ trouble: troubleOf(answer) }),
        });
        const { id, driver, name } = connection;
        last = { ...lookup, by: { id, driver, name } };
        if (troubleOf(lookup) === null) {
          void compare(connections, payload, lookup);
          break;
        }
      }
      return last;
    },
  };
}

const LATE: SlipLookup = { status: 'unknown', reason: 'TIMEOUT' };

interface Question {
  operation: string;
  work: (port: SlipVerifier) => Promise<SlipLookup>;
  judge: (lookup: SlipLookup) => Judged;
}

async function ask(
  connections: Connections,
  connection: LiveConnection<'slip'>,
  { operation, work, judge }: Question,
): Promise<SlipLookup> {
  try {
    return await connections.ask(connection, operation, work, judge);
  } catch {
    return { status: 'unknown', reason: 'BAD_ANSWER' };
  }
}

async function compare(connections: Connections, payload: string, decided: SlipLookup): Promise<void> {
  for (const shadow of connections.shadows('slip'))
    await ask(connections, shadow, {
      operation: 'compare',
      work: (port) => port.lookUp(payload),
      judge: (lookup) => ({ trouble: troubleOf(lookup), agrees: agreement(decided, lookup) }),
    });
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
