import { clock, type Timer } from '../../clock.ts';
import type { Db } from '../../database/connect.ts';
import { follow } from '../../database/follow.ts';
import { readUnhealthyGames } from '../games/gameHealth.ts';

/** Tells listeners on this node which games cannot be played well, whenever that changes on any node. */
export interface GameNews {
  /** `listener` gets the games as JSON text, the same for every member. @returns ends it */
  subscribe(listener: (games: string) => void): () => void;
  close(): Promise<void>;
}

// A house with many games changes them all at once.
const GATHER_MS = 200;
const AGAIN_MS = 1_000;

/**
 * Follows the database's notifications about games.
 * @param hasSandbox whether games without a connection are the sandbox's
 */
export async function followGames(db: Db, url: string, hasSandbox: boolean): Promise<GameNews> {
  const listeners = new Set<(games: string) => void>();
  let told: string | undefined;
  let timer: Timer | undefined;
  let isClosed = false;

  async function tell(): Promise<void> {
    timer = undefined;
    try {
      const games = JSON.stringify(await readUnhealthyGames(db, hasSandbox));
      if (games === told) return;
      told = games;
      for (const listener of listeners) listener(games);
    } catch {
      // Asked again: a missed change is not announced a second time.
      if (!isClosed) timer ??= clock.after(AGAIN_MS, tell).unref();
    }
  }

  const stopFollowing = await follow(url, 'krapao_games', () => {
    timer ??= clock.after(GATHER_MS, tell).unref();
  });
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      isClosed = true;
      timer?.cancel();
      await stopFollowing();
    },
  };
}
