import { expect, test } from 'vitest';
import { readAmount, readMoment, readReference } from './csvValue.ts';

const at = (date: string, time?: string) => readMoment(date, time)?.at.toISOString();

test('dates of both calendars and orders are the same moment in Bangkok', () => {
  const noon = '2026-11-21T05:00:00.000Z';
  for (const [date, time] of [
    ['21/11/2026 12:00', ''],
    ['21/11/2569 12:00:00', ''],
    ['21-11-2569', '12:00'],
    ['21.11.2026', '12.00'],
    ['2026-11-21 12:00:00', ''],
    ['2569-11-21', '12:00:00'],
    ['2026-11-21T12:00:00+07:00', ''],
    ['2026-11-21T05:00:00.000Z', ''],
    ['2026-11-21T05:00:00+0000', ''],
  ] as const)
    expect(at(date, time), `${date} ${time}`).toBe(noon);
});

test('a date without a time stands for its whole day', () => {
  expect(readMoment('1/2/2569')).toEqual({ at: new Date('2026-02-01T00:00:00+07:00'), isDay: true });
  expect(readMoment('1/2/2569', '00:00')).toMatchObject({ isDay: false });
  expect(at('29/02/2567')).toBe('2024-02-28T17:00:00.000Z');
});

test('what is no moment is none', () => {
  for (const wrong of [
    '',
    '31/02/2026',
    '29/02/2026',
    '11/21/2026',
    '21/11/26',
    '2026/11/21',
    'Total',
    '0/1/2026',
  ])
    expect(readMoment(wrong), wrong).toBeNull();
  for (const wrong of ['25:00', '12:60', 'noon', '12'])
    expect(readMoment('21/11/2026', wrong), wrong).toBeNull();
});

test('amounts are exact, a comma separates thousands only', () => {
  expect(readAmount('1,250.50')).toBe(125_050n);
  expect(readAmount('฿ 1,234,567.8')).toBe(123_456_780n);
  expect(readAmount('500 THB')).toBe(50_000n);
  expect(readAmount('+20')).toBe(2_000n);
  expect(readAmount('-20.00')).toBe(-2_000n);
  expect(readAmount('(20.00)')).toBe(-2_000n);
  expect(readAmount('20.00-')).toBe(-2_000n);
  expect(readAmount('900,719,925,474.99')).toBe(90_071_992_547_499n);
  for (const wrong of [
    '',
    '1,25',
    '12,50.00',
    '1.234',
    '1.2.3',
    'abc',
    '1e3',
    '--5',
    '0x10',
    '1,2345',
    '9007199254740',
  ])
    expect(readAmount(wrong), wrong).toBeNull();
});

test('a reference that a spreadsheet has rounded is none', () => {
  expect(readReference(" '0123456789012345678 ")).toBe('0123456789012345678');
  for (const wrong of ['', '-', '1.23E+15', '5E+20', '1,2E+9'])
    expect(readReference(wrong), wrong).toBeNull();
});

test('dates in the order and calendar of the file: two digits, months as words', () => {
  const day = (date: string, style: Parameters<typeof readMoment>[2]) =>
    readMoment(date, '', style)?.at.toISOString();
  const eve = '2026-11-20T17:00:00.000Z';
  expect(day('21/11/69', { years: 'BUDDHIST' })).toBe(eve);
  expect(day('21-11-26', { years: 'GREGORIAN' })).toBe(eve);
  expect(day('11/21/2026', { dates: 'MDY' })).toBe(eve);
  expect(day('2026/11/21', { dates: 'YMD' })).toBe(eve);
  expect(day('69/11/21', { dates: 'YMD', years: 'BUDDHIST' })).toBe(eve);
  for (const worded of ['21 พ.ย. 2569', '21 พฤศจิกายน 2569', '21-Nov-2026', '21 Nov 2026', '21NOV2026'])
    expect(day(worded, {}), worded).toBe(eve);
  expect(readMoment('21 พ.ย. 69 09:15', '', { years: 'BUDDHIST' })?.at.toISOString()).toBe(
    '2026-11-21T02:15:00.000Z',
  );
  for (const wrong of ['21/11/69', '21 Foo 2026', '2026/11/21', '1/2/345'])
    expect(readMoment(wrong), wrong).toBeNull();
});

test('a comma as the decimal mark', () => {
  expect(readAmount('1.234,50', 'COMMA')).toBe(123_450n);
  expect(readAmount('-10', 'COMMA')).toBe(-1_000n);
  expect(readAmount('1,234.50', 'COMMA')).toBeNull();
});
