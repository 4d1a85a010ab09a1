import { ApiError } from '@krapao/contract/client';
import { expect, test } from 'vitest';
import { isOutcomeUnknown } from './moneyOutcome.ts';

test('TRF-04 only a call that nothing answered definitely is unknown; a refusal is definite', () => {
  expect(isOutcomeUnknown(new ApiError('timeout', 0, ''))).toBe(true);
  expect(isOutcomeUnknown(new ApiError('offline', 0, ''))).toBe(true);
  expect(isOutcomeUnknown(new ApiError('refused', 504, 'HTTP 504'))).toBe(true);
  expect(isOutcomeUnknown(new ApiError('refused', 409, '', 'REQUEST_IN_PROGRESS'))).toBe(true);
  expect(isOutcomeUnknown(new ApiError('aborted', 0, ''))).toBe(false);
  expect(isOutcomeUnknown(new ApiError('refused', 409, '', 'MONEY_NOT_ENOUGH'))).toBe(false);
  expect(isOutcomeUnknown(new ApiError('refused', 502, '', 'TRANSFER_FAIL'))).toBe(false);
});

test('TRF-01 a server that broke off may have done it; one that failed for certain frees the key', () => {
  expect(isOutcomeUnknown(new ApiError('refused', 503, '', 'SERVICE_UNAVAILABLE'))).toBe(true);
  expect(isOutcomeUnknown(new ApiError('refused', 500, '', 'INTERNAL_SERVER_ERROR'))).toBe(true);
  expect(isOutcomeUnknown(new ApiError('refused', 502, '', 'QR_FAIL'))).toBe(false);
});
