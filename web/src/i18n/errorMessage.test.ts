import { ApiError } from '@krapao/contract/client';
import { expect, test } from 'vitest';
import { errorMessage } from './errorMessage.ts';
import { showCatalogue } from './i18n.ts';

test('API-03 the answer of a balancer without a node is told as the service that is away', () => {
  showCatalogue('en', { 'error.SERVICE_UNAVAILABLE': 'Away for a moment' });
  expect(errorMessage(new ApiError('refused', 503, 'HTTP 503'))).toBe('Away for a moment');
  // A code that this app does not know comes with the server's own words.
  expect(errorMessage(new ApiError('refused', 503, 'Own words', 'NEW' as never))).toBe('Own words');
});
