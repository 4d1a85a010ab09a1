import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { entryOfCode, receiptCode } from './receiptCode.ts';

const KEY = randomBytes(32);

test('a receipt’s code names its entry, however a person spells it', () => {
  const code = receiptCode([KEY], '120');
  expect(code).toMatch(/^T120(-[0-9A-HJKMNP-TV-Z]{4}){4}$/);
  const confused = code.slice(4).replaceAll('0', 'o').replaceAll('1', 'l');
  for (const typed of [
    code,
    code.toLowerCase(),
    code.replaceAll('-', ''),
    ` ${code.replaceAll('-', ' ')} `,
    `T120${confused}`,
  ])
    expect(entryOfCode([KEY], typed)).toBe(120n);
});

test('a code of another entry, of another key, shortened or made up is none', () => {
  const code = receiptCode([KEY], '120');
  const wrong = [
    code.replace('T120', 'T121'),
    code.replace('T120', 'S120'),
    receiptCode([randomBytes(32)], '120'),
    code.slice(0, -1),
    `${code}0`,
    'T120',
    '',
  ];
  for (const typed of wrong) expect(entryOfCode([KEY], typed)).toBeUndefined();
});

test('after the site’s key has changed, receipts of the one before still hold', () => {
  const code = receiptCode([KEY], '120');
  expect(entryOfCode([randomBytes(32), KEY], code)).toBe(120n);
});
