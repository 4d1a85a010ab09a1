import { ApiError } from '@krapao/contract/client';
import { expect, test } from 'vitest';
import { findOutcome, isOutcomeUnknown, keepsKey, type StatementEntry } from './moneyOutcome.ts';

const SENT = Date.parse('2026-11-21T05:00:00Z');
const row: StatementEntry = {
  _id: '7',
  statementType: 'transfer',
  status: 'SUCCESS',
  from: 'WALLET',
  to: 'pg',
  amount: 100,
  createdAt: '2026-11-21T05:00:02Z',
};
const asked = { statementType: 'transfer', from: 'WALLET', to: 'pg', amount: 100 } as const;

test('TRF-01 a lost answer is found by its row on the statement', () => {
  expect(findOutcome([row], asked, SENT, new Set())).toBe(row);
});

test('TRF-01 an older, a known or another row is not taken for a lost answer', () => {
  const older = { ...row, createdAt: '2026-11-21T04:59:00Z' };
  expect(findOutcome([older], asked, SENT, new Set())).toBeUndefined();
  expect(findOutcome([row], asked, SENT, new Set(['7']))).toBeUndefined();
  expect(findOutcome([row], { ...asked, amount: 100.01 }, SENT, new Set())).toBeUndefined();
  expect(findOutcome([row], { ...asked, to: 'imi' }, SENT, new Set())).toBeUndefined();
  expect(findOutcome([row], { statementType: 'withdraw', amount: 100 }, SENT, new Set())).toBeUndefined();
});

test('TRF-04 only a call that nothing answered definitely is unknown; a refusal is definite', () => {
  expect(isOutcomeUnknown(new ApiError('timeout', 0, ''))).toBe(true);
  expect(isOutcomeUnknown(new ApiError('offline', 0, ''))).toBe(true);
  expect(isOutcomeUnknown(new ApiError('refused', 504, 'HTTP 504'))).toBe(true);
  expect(isOutcomeUnknown(new ApiError('refused', 409, '', 'REQUEST_IN_PROGRESS'))).toBe(true);
  expect(isOutcomeUnknown(new ApiError('aborted', 0, ''))).toBe(false);
  expect(isOutcomeUnknown(new ApiError('refused', 409, '', 'MONEY_NOT_ENOUGH'))).toBe(false);
  expect(isOutcomeUnknown(new ApiError('refused', 502, '', 'TRANSFER_FAIL'))).toBe(false);
});

test('TRF-01 a failure of the server keeps the key for a retry, a refusal does not', () => {
  expect(keepsKey(new ApiError('refused', 500, '', 'INTERNAL_SERVER_ERROR'))).toBe(true);
  expect(keepsKey(new ApiError('refused', 409, '', 'MONEY_NOT_ENOUGH'))).toBe(false);
});
