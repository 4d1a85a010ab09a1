import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GAME_CATALOGUE } from './gameCatalogue.ts';

const ART = new URL('../../assets/providers/', import.meta.url);

test('HOM-06 the catalogue has 14 slot, 8 sport and casino, 3 lotto providers, codes and names once each', () => {
  const count = (of: string) => GAME_CATALOGUE.filter((entry) => entry.category === of).length;
  expect([count('slot'), count('sport'), count('lotto')]).toEqual([14, 8, 3]);
  expect(new Set(GAME_CATALOGUE.map((entry) => entry.code)).size).toBe(GAME_CATALOGUE.length);
  expect(new Set(GAME_CATALOGUE.map((entry) => entry.name)).size).toBe(GAME_CATALOGUE.length);
});

test('HOM-07 every provider has a logo named for it and a background of 300 by 211, drawn without any font or script', () => {
  for (const { code, name } of GAME_CATALOGUE) {
    const logo = readFileSync(new URL(`${code}-logo.svg`, ART), 'utf8');
    const background = readFileSync(new URL(`${code}-background.svg`, ART), 'utf8');
    expect(logo).toContain(`aria-label="${name}"`);
    expect(background).toContain('viewBox="0 0 300 211"');
    for (const art of [logo, background]) expect(art).not.toMatch(/<text|<script|href|\son\w+=/);
    expect(background.length).toBeLessThan(16_000);
  }
});
