import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openSealed, reseal, seal } from './sealed.ts';

const [old, fresh, other] = [randomBytes(32), randomBytes(32), randomBytes(32)] as const;
const text = Buffer.from('a game password');

test('what is sealed opens for its owner and its key alone', () => {
  const sealed = seal([fresh], 'km10001', text);
  expect(openSealed([fresh], 'km10001', sealed)).toEqual(text);
  expect(sealed.includes(text)).toBe(false);
  expect(() => openSealed([fresh], 'km10002', sealed)).toThrow();
  expect(() => openSealed([other], 'km10001', sealed)).toThrow();
  sealed[30] = (sealed[30] ?? 0) ^ 1;
  expect(() => openSealed([fresh], 'km10001', sealed)).toThrow();
});

test('the previous key opens, the current one seals', () => {
  const sealed = seal([old], 'km10001', text);
  expect(openSealed([fresh, other, old], 'km10001', sealed)).toEqual(text);
  const resealed = reseal([fresh, old], 'km10001', sealed);
  expect(resealed && openSealed([fresh], 'km10001', resealed)).toEqual(text);
  expect(resealed && reseal([fresh, old], 'km10001', resealed)).toBeNull();
  expect(() => reseal([fresh, other], 'km10001', sealed)).toThrow();
});
