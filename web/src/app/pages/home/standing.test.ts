import { expect, test } from 'vitest';
import { standingsOf } from './standing.ts';

const nothing = { total: 0, wallet: 0, inGames: 0, inTransfer: 0, payingOut: 0, checked: 0 };
const facts = { isTakingBack: false, canTakeBack: true, hasQr: false, hasBonus: false, isNewcomer: false };
const standings = (totals: object, more: object = {}) =>
  standingsOf({ totals: { ...nothing, ...totals }, ...facts, ...more });

test('HOM-02 where nothing is outstanding there is nothing to say', () => {
  expect(standings({})).toEqual([]);
  expect(standings({ total: 500, wallet: 500 })).toEqual([]);
});

test('HOM-02 what runs out comes first, then money that the total does not hold, then what can wait', () => {
  const all = { total: 50, inGames: 50, inTransfer: 10, payingOut: 20, checked: 1 };
  const more = { hasQr: true, hasBonus: true };
  expect(standings(all, more)).toEqual(['qr', 'payingOut', 'inTransfer', 'checked', 'inGames', 'bonus']);
  expect(standings(all)[0]).toBe('payingOut');
  expect(standings({ inTransfer: 10, checked: 1 })[0]).toBe('inTransfer');
  expect(standings({ inGames: 50, checked: 1 })[0]).toBe('checked');
  expect(standings({ inGames: 50 }, { hasBonus: true })[0]).toBe('inGames');
});

test('TRF-01 the press that brings money back is answered in its place, also while that money is on its way', () => {
  const taking = { isTakingBack: true, hasQr: true };
  expect(standings({ inGames: 50 }, taking)).toEqual(['inGames', 'qr']);
  expect(standings({ inTransfer: 50 }, taking)).toEqual(['inGames', 'qr', 'inTransfer']);
});

test('TRF-01 where no money may go back by a press, none is offered', () => {
  expect(standings({ total: 50, inGames: 50 }, { canTakeBack: false })).toEqual([]);
});

test('DEP-01 a first deposit is proposed at 0.00 alone, and to nobody who has begun', () => {
  expect(standings({}, { isNewcomer: true })).toEqual(['newcomer']);
  expect(standings({ total: 0.01, wallet: 0.01 }, { isNewcomer: true })).toEqual([]);
  expect(standings({}, { isNewcomer: true, hasQr: true })).toEqual(['qr']);
  expect(standings({ checked: 1 }, { isNewcomer: true })).toEqual(['checked']);
});
