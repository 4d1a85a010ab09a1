import { randomInt } from 'node:crypto';
import type { Satang } from '@krapao/contract/money';
import { badRequest } from '../http/problem.ts';
import type { GameGroup } from './providers.ts';

export interface Outcome {
  /** The shown result: three reels, goals of both sides, or the drawn number. */
  shown: number[];
  /** Hundredths of the stake that the round pays. */
  paysPercent: bigint;
}

/** Three alike, by symbol, in hundredths of the stake; two alike give the stake back. Pays 93 % on average. */
const THREE_ALIKE = [4000n, 2500n, 1800n, 1200n, 900n, 600n];
const MATCH_PAYS: Readonly<Record<string, bigint>> = { home: 250n, draw: 370n, away: 250n };
const LOTTO_PAYS = 9000n;

/** Draws a round. Throws Problem 400 for a pick that the game does not have. */
export function playRound(group: GameGroup, pick: unknown): Outcome {
  switch (group) {
    case 'slot': {
      const reels = [0, 1, 2].map(() => randomInt(THREE_ALIKE.length));
      const kinds = new Set(reels).size;
      const pays = kinds === 1 ? (THREE_ALIKE[reels[0] ?? 0] ?? 0n) : kinds === 2 ? 100n : 0n;
      return { shown: reels, paysPercent: pays };
    }
    case 'sport': {
      const pays = typeof pick === 'string' && Object.hasOwn(MATCH_PAYS, pick) ? MATCH_PAYS[pick] : undefined;
      if (pays === undefined) throw badRequest('pick must be home, draw or away.');
      const home = randomInt(4);
      const away = randomInt(4);
      const result = home > away ? 'home' : home < away ? 'away' : 'draw';
      return { shown: [home, away], paysPercent: result === pick ? pays : 0n };
    }
    case 'lotto': {
      if (typeof pick !== 'string' || !/^\d{2}$/.test(pick)) throw badRequest('pick must have two digits.');
      const drawn = randomInt(100);
      return { shown: [drawn], paysPercent: drawn === Number(pick) ? LOTTO_PAYS : 0n };
    }
  }
}

/** The win of a stake; fractions of a satang are dropped. */
export function winOf(stake: Satang, outcome: Outcome): Satang {
  return (stake * outcome.paysPercent) / 100n;
}
