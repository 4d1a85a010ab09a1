import { bahtFromSatang } from '@krapao/contract/money';
import { follow } from '../../database/follow.ts';

/** Money that came into the wallet from outside. */
export interface Arrival {
  /** The id of the statement row. */
  id: string;
  /** Baht. */
  amount: number;
}

/** Notifies listeners on this node that a member's money has changed, whichever node changed it. */
export interface MoneyNews {
  /** `listener` gets the money that arrived since its last call; empty for any other change. @returns ends it */
  subscribe(memberId: bigint, listener: (arrived: Arrival[]) => void): () => void;
  close(): Promise<void>;
}

type Listener = (arrived: Arrival[]) => void;

// One movement changes several rows, which are announced together.
const GATHER_MS = 100;
const ARRIVING: readonly string[] = ['deposit', 'bonus'];

/** Follows the database's notifications of changes on members' statements. */
export async function followMoney(url: string): Promise<MoneyNews> {
  const listeners = new Map<string, Set<Listener>>();
  const waiting = new Map<string, Map<string, Arrival>>();
  let timer: NodeJS.Timeout | undefined;

  function tell(): void {
    timer = undefined;
    const told = [...waiting];
    waiting.clear();
    for (const [memberId, arrived] of told)
      for (const listener of listeners.get(memberId) ?? []) listener([...arrived.values()]);
  }

  function note(payload: string): void {
    const [memberId = '', id = '', kind = '', status, satang = '0'] = payload.split(' ');
    if (!listeners.has(memberId)) return;
    const arrived = waiting.get(memberId) ?? new Map<string, Arrival>();
    waiting.set(memberId, arrived);
    if (status === 'SUCCESS' && ARRIVING.includes(kind))
      arrived.set(id, { id, amount: bahtFromSatang(BigInt(satang)) });
    timer ??= setTimeout(tell, GATHER_MS);
  }

  const stopFollowing = await follow(url, 'krapao_member_money', (payload) => {
    if (payload !== undefined) return note(payload);
    // The connection was down: all clients load again, because anything may have changed meanwhile.
    for (const memberId of listeners.keys()) note(memberId);
  });
  return {
    subscribe: (memberId, listener) => {
      const key = memberId.toString();
      const own = listeners.get(key) ?? new Set();
      listeners.set(key, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(key) === own) listeners.delete(key);
      };
    },
    close: async () => {
      clearTimeout(timer);
      await stopFollowing();
    },
  };
}
