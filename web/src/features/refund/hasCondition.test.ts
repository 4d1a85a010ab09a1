import { expect, test } from 'vitest';
import { hasCondition } from './hasCondition.ts';

test('RFD-02 a refund whose target is no more than itself goes into the wallet', () => {
  expect(hasCondition({ refundSuccess: 100 })).toBe(false);
  expect(hasCondition({ refundSuccess: 0 })).toBe(false);
  expect(hasCondition({ refundSuccess: 100.01 })).toBe(true);
});
