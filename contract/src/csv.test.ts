import { expect, test } from 'vitest';
import { csvField, csvText } from './csv.ts';

test('a field that a spreadsheet would run is text; numbers stay numbers', () => {
  expect(csvField('=HYPERLINK("https://x")')).toBe('"\'=HYPERLINK(""https://x"")"');
  expect(csvField('@SUM(A1)')).toBe('"\'@SUM(A1)"');
  expect(csvField('+66')).toBe('"\'+66"');
  expect(csvField('\t=1')).toBe('"\'\t=1"');
  expect(csvField('\n=1')).toBe('"\'\n=1"');
  expect(csvField('＝1')).toBe('"\'＝1"');
  expect(csvField(-12.5)).toBe('"-12.5"');
  expect(csvField('สมชาย, "ใจดี"')).toBe('"สมชาย, ""ใจดี"""');
});

test('a file begins with its byte order mark, ends each line with CRLF', () => {
  expect(csvText(['day', 'amount'], [['2026-11-21', 5]])).toBe(
    '\ufeff"day","amount"\r\n"2026-11-21","5"\r\n',
  );
});
