import { expect, test } from 'vitest';
import { drawGame, GAME_PICTURES, initialsOf } from './gameArt.ts';
import { contrast, darkOf, lightOf } from './gameColour.ts';

const IVORY = '#fbf6ec';
const game = { code: 'bualuang', name: 'Bua Luang', colour: '#e79bc4' };

test('a game is drawn alike each time, and codes rarely share a picture', () => {
  for (const picture of GAME_PICTURES) expect(drawGame(picture, game)).toBe(drawGame(picture, { ...game }));
  const codes = Array.from({ length: 40 }, (_, index) => `game${index}`);
  const drawn = new Set(codes.map((code) => drawGame('background', { ...game, code })));
  expect(drawn.size).toBeGreaterThan(35);
});

test('letters on each colour are readable, and so is ivory text on its ground', () => {
  const steps = ['00', '22', '44', '66', '88', 'aa', 'cc', 'ee', 'ff'];
  const colours = steps.flatMap((red) =>
    steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)),
  );
  for (const colour of colours) {
    expect(contrast(lightOf(colour), darkOf(colour)), colour).toBeGreaterThanOrEqual(4.5);
    expect(contrast(IVORY, darkOf(colour)), colour).toBeGreaterThanOrEqual(7);
  }
  expect(lightOf('#e79bc4')).toBe('#e79bc4');
  expect(contrast('#000000', '#ffffff')).toBe(21);
});

test('a picture holds no more than lines and letters, whatever the name', () => {
  const name = '<script>alert(1)</script> "&\' onload=';
  for (const picture of GAME_PICTURES) {
    const svg = drawGame(picture, { ...game, name });
    expect(svg).not.toMatch(/<script|onload|href|javascript|&(?!#\d+;)/i);
    expect(svg).not.toMatch(/NaN|undefined/);
    expect(svg.length).toBeLessThan(20_000);
  }
});

test('initials of names in three scripts', () => {
  expect(
    ['Bua Luang', 'neko', '888 Slots', 'Élan vital', '', '!!', 'เกมไทย', 'ໄກ່ຊົນ'].map(initialsOf),
  ).toEqual(['BL', 'N', '8S', 'ÉV', '?', '?', 'ก', 'ກ']);
});
