import { apiErrorOf } from '@krapao/contract/client';
import { expect, test } from 'vitest';
import { destinationOf } from './sessionPolicy.ts';

test('API-04 an answer that is gone leads to /terminated', () => {
  expect(destinationOf(apiErrorOf(410, { code: 'SITE_TERMINATED', message: 'gone' }))).toBe('terminated');
  expect(destinationOf(apiErrorOf(410, { message: 'gone' }))).toBe('terminated');
});

test('API-04 an invalid token and a failed identity verification lead to /login', () => {
  expect(destinationOf(apiErrorOf(401, { code: 'EXPIRED_AUTH_TOKEN', message: 'invalid token' }))).toBe(
    'login',
  );
  for (const number of [1, 2, 3, 4]) {
    expect(destinationOf(apiErrorOf(401, { code: `INVALID_USER_${number}`, message: 'x' }))).toBe('login');
  }
});

test('API-04 other refusals lead nowhere', () => {
  expect(destinationOf(apiErrorOf(401, { code: 'WRONG_CREDENTIAL', message: 'wrong' }))).toBeNull();
  expect(destinationOf(apiErrorOf(410, { code: 'COUPON_EXPIRED', message: 'expired' }))).toBeNull();
  expect(destinationOf(apiErrorOf(502, 'Bad Gateway'))).toBeNull();
});
