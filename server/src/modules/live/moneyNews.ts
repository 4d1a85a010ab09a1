import { bahtFromSatang } from '@krapao/contract/money';
import { clock, type Timer } from '../../clock.ts';
import { follow } from '../../database/follow.ts';

/** Money that came into the wallet from outside. */
export interface Arrival {
  /** The id of the statement row. */
  id: string;
  /** Baht. */
  amount: number;
}

/** What changed for a member: money, notifications that were written or read, or what safer play holds. */
export interface MemberNews {
  /** The money that arrived since the last news; empty for any other change of money. Null: money did not change. */
  arrived: Arrival[] | null;
  isNotified: boolean;
  isProtected: boolean;
}

/** Notifies listeners on this node of what changed for a member, whichever node changed it. */
export interface MoneyNews {
  /** @returns ends it */
  subscribe(memberId: bigint, listener: Listener): () => void;
  close(): Promise<void>;
}

type Listener = (news: MemberNews) => void;

// One movement changes several rows, which are announced together.
const GATHER_MS = 100;
const ARRIVING: readonly string[] = ['deposit', 'bonus'];
/** The second word of what the database tells when only notifications changed, or only safer play. */
const NOTIFICATION = 'notification';
const PROTECTION = 'protection';

interface Gathered {
  arrived: Map<string, Arrival> | null;
  isNotified: boolean;
  isProtected: boolean;
}

/** Follows what the database tells of changes on members' statements and of their notifications. */
export async function followMoney(url: string): Promise<MoneyNews> {
  const listeners = new Map<string, Set<Listener>>();
  const waiting = new Map<string, Gathered>();
  let timer: Timer | undefined;

  function tell(): void {
    timer = undefined;
    const told = [...waiting];
    waiting.clear();
    for (const [memberId, { arrived, ...others }] of told) {
      const news = { arrived: arrived && [...arrived.values()], ...others };
      for (const listener of listeners.get(memberId) ?? []) listener(news);
    }
  }

  function note(payload: string): void {
    const [memberId = '', id = '', kind = '', status, satang = '0'] = payload.split(' ');
    if (!listeners.has(memberId)) return;
    const news = waiting.get(memberId) ?? { arrived: null, isNotified: false, isProtected: false };
    waiting.set(memberId, news);
    if (id === NOTIFICATION) news.isNotified = true;
    else if (id === PROTECTION) news.isProtected = true;
    else {
      news.arrived ??= new Map();
      if (status === 'SUCCESS' && ARRIVING.includes(kind))
        news.arrived.set(id, { id, amount: bahtFromSatang(BigInt(satang)) });
    }
    timer ??= clock.after(GATHER_MS, tell);
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
      timer?.cancel();
      await stopFollowing();
    },
  };
}
