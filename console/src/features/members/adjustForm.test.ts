import { ApiError } from '@krapao/contract/client';
import type { ErrorCode } from '@krapao/contract/errors';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  type AdjustForm,
  adjustView,
  beginAdjustment,
  emptyAdjustment,
  endAdjustment,
  isRefused,
  sentAdjustment,
} from './adjustForm.ts';

/** The storage of the tab, which a reload leaves alone. */
beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
});

const filled: AdjustForm = { ...emptyAdjustment, size: 120.5, reason: ' by phone ' };
const standing = {
  limits: { decision: 500, operatorDay: 2_000, memberDay: 1_000, paidByHand: 1_000 },
  today: { operator: 0, member: 0 },
};
const view = (given: Partial<AdjustForm>, now = standing) => adjustView({ ...filled, ...given }, now);

test('a correction is sent as it is read: its sign, and its reason without blanks around it', () => {
  const asked = { amount: 120.5, reasonCode: 'MISSING_DEPOSIT', reason: 'by phone' };
  expect(view({}).asked).toEqual(asked);
  expect(view({ isIn: false }).asked).toEqual({ ...asked, amount: -120.5 });
  expect(view({ size: '120.50' }).asked).toEqual(asked);
});

test('nothing is sent without an amount above zero and a reason', () => {
  for (const size of ['', '-', '.', 0, '0.00', -5, 'abc', Number.NaN])
    expect(view({ size })).toMatchObject({ asked: null, baht: 0, amount: 0 });
  for (const reason of ['', '   ']) expect(view({ reason }).asked).toBeNull();
});

test('beyond a limit a second person is asked for; what is taken away counts as what is added', () => {
  expect(view({ size: 500 }).needsSecond).toBe(false);
  expect(view({ size: 500.01 }).needsSecond).toBe(true);
  expect(view({ size: 500.01, isIn: false }).needsSecond).toBe(true);
  expect(adjustView({ ...filled, size: 9_000 }, undefined).needsSecond).toBe(false);
});

test('a limit that changes while one types, or is used up meanwhile, counts at once', () => {
  expect(view({}, { ...standing, limits: { ...standing.limits, decision: 100 } }).needsSecond).toBe(true);
  expect(view({}, { ...standing, today: { operator: 1_900, member: 0 } }).needsSecond).toBe(true);
  expect(view({}, { ...standing, today: { operator: 0, member: 900 } }).needsSecond).toBe(true);
});

test('a correction whose answer was lost comes back under its key in the next dialog, until it is known how it ended', () => {
  const first = beginAdjustment('7');
  expect(first).toMatchObject({ form: emptyAdjustment, isUnanswered: false });
  sentAdjustment('7', { ...first, form: filled });
  expect(beginAdjustment('7')).toEqual({ key: first.key, form: filled, isUnanswered: true });
  expect(beginAdjustment('8').form).toEqual(emptyAdjustment);
  endAdjustment('7');
  expect(beginAdjustment('7')).toMatchObject({ form: emptyAdjustment, isUnanswered: false });
  expect(beginAdjustment('7').key).not.toBe(first.key);
});

test('a correction whose answer was lost comes back after a reload', async () => {
  const first = beginAdjustment('7');
  sentAdjustment('7', { ...first, form: filled });
  vi.resetModules();
  const reloaded = await import('./adjustForm.ts');
  expect(reloaded.beginAdjustment('7')).toEqual({ key: first.key, form: filled, isUnanswered: true });
});

test('what was sent first under a key comes back, whatever was changed after its answer was lost', () => {
  const first = beginAdjustment('9');
  sentAdjustment('9', { ...first, form: filled });
  sentAdjustment('9', { ...first, form: { ...filled, reason: 'another one' } });
  expect(beginAdjustment('9').form).toEqual(filled);
});

test('only a refusal that booked nothing ends an adjustment', () => {
  const refusal = (code: string) => new ApiError('refused', 409, code, code as ErrorCode);
  for (const code of ['NO_USER', 'INVALID_AMOUNT', 'MONEY_NOT_ENOUGH'])
    expect(isRefused(refusal(code))).toBe(true);
  for (const code of [
    'IDEMPOTENCY_MISMATCH',
    'OPERATOR_CODE_AGAIN',
    'OPERATOR_UNAUTHORIZED',
    'REQUEST_LIMIT',
  ])
    expect(isRefused(refusal(code))).toBe(false);
});
