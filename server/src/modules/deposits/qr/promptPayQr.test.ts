import { validate } from 'promptparse';
import { expect, test } from 'vitest';
import { promptPayPayload, qrSvg } from './promptPayQr.ts';

test.each([
  ['0812345678', 'MSISDN', '0812345678'],
  ['0999900000017', 'NATID', '0999900000017'],
  ['004999000000017', 'EWALLETID', '004999000000017'],
])('DEP-06 the payload of %s names %s and the amount to the satang', (id, type, target) => {
  for (const amount of [1n, 99n, 10_025n, 99_999_999n, 10_000_000_099n]) {
    const payload = promptPayPayload(id, amount);
    expect(validate.anyId(payload)).toMatchObject({ type, target, amount: Number(amount) / 100 });
    expect(payload).toContain(`54${(Number(amount) / 100).toFixed(2).length.toString().padStart(2, '0')}`);
    expect(payload).toMatch(/^000201010212/);
  }
});

test('DEP-06 the payload names a mobile number in its 13 digits, and baht', () => {
  const payload = promptPayPayload('0812345678', 10_025n);
  expect(payload).toContain('0016A00000067701011101130066812345678');
  expect(payload).toContain('5303764');
  expect(payload).toContain('5406100.25');
});

test('DEP-06 the markup is a bare SVG of paths', async () => {
  const svg = await qrSvg(promptPayPayload('0999900000017', 10_000n));
  expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 \d+ \d+"[^>]*>(<path [^<>]*\/>)+<\/svg>$/);
  expect(svg).not.toMatch(/script|style|href|on\w+=|url\(/i);
});
