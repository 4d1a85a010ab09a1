import { ApiError } from '@krapao/contract/client';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { isOutcomeUnknown, reloadIfUntold, untold } from './moneyOutcome.ts';

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

test('TRF-01 where the outcome is untold, the amounts on the screen are asked for again; after a refusal they are not', () => {
  const keys = [['wallet'], ['statement', 1], ['qr', 'KBANK'], ['lookup', 'deposit']];
  const reloadedBy = (error: unknown) => {
    const queryClient = new QueryClient();
    for (const key of keys) queryClient.setQueryData(key, {});
    reloadIfUntold(queryClient, error);
    return keys.filter((key) => queryClient.getQueryState(key)?.isInvalidated);
  };
  expect(reloadedBy(untold())).toEqual(keys.slice(0, 3));
  expect(reloadedBy(new ApiError('refused', 409, '', 'MONEY_NOT_ENOUGH'))).toEqual([]);
  expect(reloadedBy(null)).toEqual([]);
});
