import { clock } from '../../clock.ts';
import type { Db } from '../../database/connect.ts';
import type { GameProvider } from '../gameProvider.ts';

/** Keeps what calls say against a game (table game_health), for members. A call never waits for it. */
export interface GameHealthBook {
  note(code: string, operation: keyof GameProvider, told: { status: string; reason?: string }): void;
  /** Waits until everything is written. */
  settled(): Promise<void>;
}

type State = 'maintenance' | 'troubled' | 'answers';

interface Seen {
  /** In a row. */
  failures: number;
  /** What was written last, and when. */
  state: State | undefined;
  writtenAt: number;
  healedAt: number;
}

/** One lost answer says nothing of a game. */
const TROUBLED_AFTER = 2;
/** Another node may have written something else, and what is told grows old. */
const WRITE_AGAIN_MS = 30_000;
/** A game that answers every other call does not change its state with each. */
const STEADY_MS = 10_000;

export function openGameHealthBook(db: Db): GameHealthBook {
  const games = new Map<string, Seen>();
  let writing: Promise<void> = Promise.resolve();

  async function write(code: string, state: State): Promise<void> {
    if (state === 'answers') await db.deleteFrom('game_health').where('provider', '=', code).execute();
    else {
      const told = { state, told_at: clock.date() };
      await db
        .insertInto('game_health')
        .values({ provider: code, ...told })
        .onConflict((conflict) => conflict.column('provider').doUpdateSet(told))
        .execute();
    }
  }

  return {
    note(code, operation, told) {
      // A report about a day is late without harm to anybody who plays.
      if (operation === 'turnover') return;
      const game = games.get(code) ?? { failures: 0, state: undefined, writtenAt: 0, healedAt: 0 };
      games.set(code, game);
      const state = stateOf(told);
      if (state === undefined) return;
      game.failures = state === 'troubled' ? game.failures + 1 : 0;
      if (state === 'troubled' && game.failures < TROUBLED_AFTER) return;
      const now = clock.now();
      if (state === game.state && now - game.writtenAt < WRITE_AGAIN_MS) return;
      if (state === 'troubled' && now - game.healedAt < STEADY_MS) return;
      if (state === 'answers' && game.state === 'troubled') game.healedAt = now;
      game.state = state;
      game.writtenAt = now;
      writing = writing
        .then(() => write(code, state))
        .catch(() => {
          game.state = undefined;
        });
    },
    settled: () => writing,
  };
}

function stateOf({ status, reason }: { status: string; reason?: string }): State | undefined {
  if (status === 'unknown') return 'troubled';
  if (status === 'rejected' && reason === 'MAINTENANCE') return 'maintenance';
  // Nothing was called.
  return status === 'other_settings' || status === 'manual' ? undefined : 'answers';
}
