import { ApiError } from '@krapao/contract/client';
import { expect, test } from 'vitest';
import { asSpecified } from './specification.ts';

test('REG-10 API-01 a call carries the fields of the specification alone', () => {
  const body = { username: '0812345678', password: 'correct horse 9', remember: true, access: 'limited' };
  expect(asSpecified('POST /api/login', [{ body }], false)).toEqual([
    { body: { username: '0812345678', password: 'correct horse 9' } },
  ]);
  expect(asSpecified('POST /api/account', [{ body: { name: 'A', confirmedAge: 20 } }], false)).toEqual([
    { body: { name: 'A' } },
  ]);
  expect(asSpecified('GET /api/wallet', [], false)).toEqual([]);
});

test('API-01 TRF-01 an Idempotency-Key goes to an older node of ours, and to no server of another origin', () => {
  const form = new FormData();
  const input = [{ form, idempotencyKey: 'k' }] as const;
  expect(asSpecified('POST /api/wallet/slip', input, false)).toEqual([{ form, idempotencyKey: 'k' }]);
  expect(asSpecified('POST /api/wallet/slip', input, true)).toEqual([{ form }]);
});

test('API-01 a call beyond the specification is refused as a server that lacks it would', () => {
  expect(() => asSpecified('GET /api/account/habits', [], false)).toThrow(ApiError);
  expect(() => asSpecified('POST /api/logout', [], false)).toThrow(expect.objectContaining({ status: 404 }));
});
