import { expect, test } from 'vitest';
import { decodeUnicode } from './csvFile.ts';
import { readListFile } from './listFile.ts';

const NOW = new Date('2026-11-21T12:00:00+07:00');
const read = (text: string) => readListFile(text, NOW);

test('SAFE-39 a list takes known bank codes in any case and refuses others with their line', () => {
  const codes = read('accountNo,bankCode\n1234567890,kbank\n1234567891,Scb\n1234567892,\n');
  expect(codes.map(({ bankCode }) => bankCode)).toEqual(['KBANK', 'SCB', null]);
  for (const code of ['KASIKORNBANK', '004', 'constructor'])
    expect(() => read(`accountNo,bankCode\n1234567890,KBANK\n1234567890,${code}\n`)).toThrow(
      'line 3: bankCode',
    );
});

test('SAFE-39 a birth date after today, as of the Buddhist era, is refused with its line', () => {
  expect(read('names,birthDate\nA BEE,2026-11-21\n')).toMatchObject([{ birthDate: '2026-11-21' }]);
  for (const day of ['2533-04-13', '2026-11-22'])
    expect(() => read(`names,birthDate\nA BEE,1990-04-13\nB CEE,${day}\n`)).toThrow('line 3: birthDate');
});

test('SAFE-39 the line of columns tells the separator: several names in one column are all kept', () => {
  const names = (text: string) => read(text).map((line) => line.names);
  expect(names('names\nA BEE;A CEE;A DEE\nB BEE;B CEE;B DEE\n')).toEqual([
    ['A BEE', 'A CEE', 'A DEE'],
    ['B BEE', 'B CEE', 'B DEE'],
  ]);
  expect(names('names\nBEE, A\n')).toEqual([['A BEE']]);
  expect(names('names,accountNo\nA BEE;A CEE;A DEE,1234567890\n')).toEqual([['A BEE', 'A CEE', 'A DEE']]);
  expect(names('names;accountNo\n"A BEE;A CEE";1234567890\n')).toEqual([['A BEE', 'A CEE']]);
  expect(names('"reference"\t"names"\r\nR1\tBEE, A;C DEE\r\n')).toEqual([['A BEE', 'C DEE']]);
  expect(() => read('reference,names\nR1,A BEE\nR2,BEE, A\n')).toThrow('line 3: more cells than columns');
});

test('SAFE-39 a list of several pages has all its entries, also with mixed line ends and names below each other', () => {
  const text = 'names,accountNo\r\nA BEE,1234567890\nnames,accountNo\r\n"B BEE\r\nB CEE",1234567891\n';
  expect(read(text)).toMatchObject([
    { line: 2, names: ['A BEE'] },
    { line: 4, names: ['B BEE', 'B CEE'] },
  ]);
  expect(() => read('names,accountNo\nA BEE,"\nB BEE,1234567891\nC BEE,"\n')).toThrow(
    'line 2: a line within quotes',
  );
  expect(() => read('names,accountNo\n"A BEE,1234567890\nB BEE",1234567891\n')).toThrow(
    'line 2: a line within quotes',
  );
});

test('SAFE-39 the text of a list is Unicode; another encoding is refused', () => {
  expect(decodeUnicode(Buffer.from('\ufeffสมชาย'))).toBe('สมชาย');
  expect(decodeUnicode(Buffer.from('\ufeffสมชาย', 'utf16le'))).toBe('สมชาย');
  expect(() => decodeUnicode(Buffer.from('JOS\xc9', 'latin1'))).toThrow('not UTF-8');
});
