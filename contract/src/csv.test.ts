import { expect, test } from 'vitest';
import { csvField, csvText, fieldText, moneyCell, sheetField } from './csv.ts';

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

test.each([
  ['0123456789', 'a Thai account'],
  ['01234567890123456', 'a Lao account of 17 digits'],
  ['12345678901234567890', 'a reference of 20 digits'],
  ['010120000123', 'an account of 12 digits, which a spreadsheet saves as 1.0120000123E+10'],
  ['12E4567', 'a reference with an exponent'],
])('%s (%s) keeps every digit in a spreadsheet, and is read as it was', (text) => {
  expect(sheetField(text)).toBe(`"'${text}"`);
  expect(csvField(text)).toBe(`"${text}"`);
  expect(csvText(['account'], [[text]])).toContain(`"'${text}"`);
  expect(fieldText(`'${text}`)).toBe(text);
});

test('what a spreadsheet shows as it is keeps its form; an apostrophe of a name stays', () => {
  for (const text of ['1234567890', '0', '0.50', '2026-11-28 09:15:00', 'P12L7', '468-0-00001-7'])
    expect(sheetField(text), text).toBe(`"${text}"`);
  for (const text of ["'S-HERTOGENBOSCH", "O'HARA", "'12", "''0123"]) expect(fieldText(text)).toBe(text);
  expect(sheetField(123456789012)).toBe('"123456789012"');
});

test('money has two decimals, below zero too, and is a number; none is empty', () => {
  expect(
    csvText(['amount'], [[moneyCell(500)], [moneyCell(-0.1)], [moneyCell(1234.5)], [moneyCell(null)]]),
  ).toBe('\ufeff"amount"\r\n"500.00"\r\n"-0.10"\r\n"1234.50"\r\n""\r\n');
  // A number of things stays one.
  expect(sheetField(500)).toBe('"500"');
});
