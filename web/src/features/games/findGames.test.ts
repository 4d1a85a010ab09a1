import { expect, test } from 'vitest';
import { findGames, plainName } from './findGames.ts';
import { lastPlayed } from './lastPlayed.ts';

const game = (code: string, nameTH: string, nameLA: string, nameEN: string) => ({
  code,
  nameTH,
  nameLA,
  nameEN,
});
const GAMES = [
  game('pg', 'ดอกมะลิ', 'ດອກມະລິ', 'Dok Mali'),
  game('muay', 'มวยไทย', 'ມວຍໄທ', 'Muay Thai'),
  game('nam', 'น้ำตกทอง', 'ນ້ຳຕົກຄຳ', 'Golden Falls'),
  game('cafe', 'คาเฟ่', 'ຄາເຟ່', 'Café Royal'),
  game('pgslot', 'พีจี', 'ພີຈີ', 'PG Slot'),
  game('nok', 'นกน้อย', 'ນົກນ້ອຍ', 'Little Bird'),
];
const found = (words: string) => findGames(GAMES, words).map(({ code }) => code);

test('HOM-06 a game is found by its name in each language and by its code, whatever the case', () => {
  for (const words of ['ดอกมะลิ', 'ດອກມະລິ', 'dok mali', 'DOKMALI', 'Dok-Mali', 'มะลิ', 'ມະລິ'])
    expect([words, found(words)]).toEqual([words, ['pg']]);
  expect(found('MUAY')).toEqual(['muay']);
  expect(found('cafe royal')).toEqual(['cafe']);
});

test('HOM-06 tone marks may be left out, in Thai and in Lao; vowels may not', () => {
  for (const words of ['น้ำตก', 'นำตก', 'น\u0e4d\u0e49\u0e32ตก', 'ນ້ຳຕົກ', 'ນຳຕົກ'])
    expect([words, found(words)]).toEqual([words, ['nam']]);
  expect(found('คาเฟ')).toEqual(['cafe']);
  expect(found('ນົກນອຍ')).toEqual(['nok']);
  expect(found('นาตก')).toEqual([]);
  // Both spellings of the joined Lao letters.
  expect(plainName('ໝູ')).toBe(plainName('ຫມູ'));
});

test('HOM-06 what begins with the words comes first; no words find all games; others find none', () => {
  expect(found('l')).toEqual(['nok', 'pg', 'nam', 'cafe', 'pgslot']);
  expect(found('pg')).toEqual(['pg', 'pgslot']);
  expect(found('  ')).toHaveLength(GAMES.length);
  for (const words of ['zzz', '.*', '%', '(']) {
    expect([words, found(words).length]).toEqual([words, words === 'zzz' ? 0 : GAMES.length]);
  }
});

test('HOM-06 300 games are searched without a pause', () => {
  const many = Array.from({ length: 300 }, (_, nth) =>
    game(`g${nth}`, `เกมที่ ${nth}`, `ເກມທີ ${nth}`, `Game ${nth}`),
  );
  findGames(many, 'warm');
  const start = performance.now();
  expect(findGames(many, 'ເກມທີ 299')).toHaveLength(1);
  expect(performance.now() - start).toBeLessThan(50);
});

test('HOM-07 the last played game is the newest with an open account', () => {
  const played = (code: string, playedAt: string | null, isActive = true) =>
    ({ code, playedAt, isActive }) as Parameters<typeof lastPlayed>[0][number];
  expect(lastPlayed([played('a', null), played('b', null)])).toBeUndefined();
  expect(
    lastPlayed([
      played('a', '2026-11-22T10:00:00.000Z'),
      played('b', '2026-11-23T09:00:00.000Z'),
      played('c', '2026-11-23T08:00:00.000Z'),
      played('d', '2026-11-23T10:00:00.000Z', false),
    ])?.code,
  ).toBe('b');
});
