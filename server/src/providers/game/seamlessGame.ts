import type { GameProvider } from '../gameProvider.ts';

/** A game whose money stays in the wallet: nobody is made known there, nothing is there, and nothing is moved. */
export const seamlessGame = (launch: GameProvider['launch']): GameProvider => ({
  createPlayer: async () => ({ status: 'ok', created: false }),
  balance: async () => ({ status: 'ok', available: 0n, inPlay: 0n }),
  transfer: async () => ({ status: 'rejected', reason: 'SEAMLESS' }),
  launch,
});
