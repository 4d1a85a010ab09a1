import QRCode from 'qrcode';
import { expect, test } from 'vitest';
import { isPlainSvg, qrOfSvg } from './svgQr.ts';

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`;

test('the QR of a maker is read, drawn as a path or as areas', async () => {
  const path = await QRCode.toString('a payment', { type: 'svg' });
  expect(await qrOfSvg(path)).toBe('a payment');
  const { modules } = QRCode.create('a payment', {});
  const areas = [...modules.data]
    .map((isDark, at) => [isDark, at % modules.size, Math.floor(at / modules.size)] as const)
    .filter(([isDark]) => isDark)
    .map(([, x, y]) => `<rect x="${x + 4}" y="${y + 4}" width="1" height="1"/>`);
  const side = modules.size + 8;
  const drawn = `<?xml version="1.0"?><!-- a maker --><svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><g fill="#000">${areas.join('')}</g></svg>`;
  expect(await qrOfSvg(drawn)).toBe('a payment');
});

test.each([
  ['a rule of filling', '<path fill-rule="evenodd" clip-rule="evenodd" d="M0 0"/>'],
  ['empty definitions', '<defs/><defs></defs>'],
  ['escaped marks', '<title>Pay &amp; go &lt;1&gt; &quot;now&quot;</title>'],
  ['an address', '<desc>qr@maker.example</desc><metadata>qr@maker.example</metadata>'],
])('%s is plain', (_name, inside) => {
  expect(isPlainSvg(svg(inside))).toBe(true);
});

test.each([
  ['a filter', '<filter id="a"/>'],
  ['a filter by style', '<path style="filter:blur(1px)" d="M0 0"/>'],
  ['a picture', '<image width="1" height="1"/>'],
  ['a copy', '<use x="1"/>'],
  ['a reference', '<path href="#a" d="M0 0"/>'],
  ['a reference by style', '<path fill="url(#a)" d="M0 0"/>'],
  ['a pattern', '<pattern id="a"/>'],
  ['a mask', '<g mask="none"/>'],
  ['a layer', '<g opacity=".5"/>'],
  ['dashes', '<path stroke-dasharray="1" d="M0 0"/>'],
  ['text', '<text>a</text>'],
  ['a style sheet', '<style>a{}</style>'],
  ['a script', '<script>1</script>'],
  ['another document', '<foreignObject/>'],
  ['an escape', '<path style="f\\69lter:none" d="M0 0"/>'],
  ['an entity', '<path d="&#77;0 0"/>'],
  ['an entity of its own', '<path d="&ampere;"/>'],
  ['a clip', '<g clip-path="none"/>'],
  ['a definition of work', '<defs><clipPath/></defs>'],
  ['a rule of a style sheet', '<style>@import "a"</style>'],
  ['a prefixed element', '<a:image xmlns:a="http://www.w3.org/2000/svg"/>'],
])('%s is refused before anything is drawn', (_name, inside) => {
  expect(isPlainSvg(svg(''))).toBe(true);
  expect(isPlainSvg(svg(inside))).toBe(false);
});

test('more elements than a QR has, and more text, are refused before anything is drawn', () => {
  const most = 5_000 - 1;
  expect(isPlainSvg(svg('<g/>'.repeat(most)))).toBe(true);
  expect(isPlainSvg(svg('<g/>'.repeat(most + 1)))).toBe(false);
  expect(isPlainSvg(svg(`<path d="${'M0 0'.repeat(65_000)}"/>`))).toBe(true);
  expect(isPlainSvg(svg(`<path d="${'M0 0'.repeat(66_000)}"/>`))).toBe(false);
});
