import { expect, test } from 'vitest';
import { type GameAccount, gameCredits, groupGames } from './groups.ts';

const game = (code: string, category: GameAccount['category']) => ({ code, category }) as GameAccount;

test('HOM-06 games stand in slot, sport plus casino, lotto; an empty group is not shown', () => {
  const games = [game('a', 'sport'), game('b', 'lotto'), game('c', 'sport'), game('d', 'slot')];
  expect(groupGames(games).map(({ group, games: of }) => [group, of.map(({ code }) => code)])).toEqual([
    ['slot', ['d']],
    ['sport', ['a', 'c']],
    ['lotto', ['b']],
  ]);
  expect(groupGames([game('b', 'lotto')]).map(({ group }) => group)).toEqual(['lotto']);
  expect(groupGames([])).toEqual([]);
});

test('HOM-07 the converted amount is the amount times the wallet factor', () => {
  expect(gameCredits({ amount: 1_250, ftWalletSlot: 1 })).toBe(1_250);
  expect(gameCredits({ amount: 0.29, ftWalletSlot: 10 })).toBe(2.9);
  expect(gameCredits({ amount: 100.01, ftWalletSlot: 0.1 })).toBe(10);
});
