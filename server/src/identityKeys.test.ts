import { expect, test } from 'vitest';
import { hashNumber, plainNumber } from './identityKeys.ts';

test('a document has one number and one hash, in whatever digits and with whatever signs it is typed', () => {
  const numbers = Buffer.alloc(32, 7);
  for (const typed of [
    '1-1017-00203-45-1',
    '๑ ๑๐๑๗ ๐๐๒๐๓ ๔๕ ๑',
    '໑໑໐໑໗໐໐໒໐໓໔໕໑',
    '１１０１７００２０３４５１',
  ]) {
    expect(plainNumber(typed), typed).toBe('1101700203451');
    expect(hashNumber({ numbers }, typed)).toEqual(hashNumber({ numbers }, '1101700203451'));
  }
  expect(plainNumber(' aa 123-456 ')).toBe('AA123456');
});
