import { ApiError } from '@krapao/contract/client';
import { expect, test } from 'vitest';
import { asSpecified } from './specification.ts';

test('REG-10 API-01 a call carries the fields of the specification alone', () => {
  const body = { username: '0812345678', password: 'correct horse 9', remember: true, access: 'limited' };
  expect(asSpecified('POST /api/login', [{ body }])).toEqual([
    { body: { username: '0812345678', password: 'correct horse 9' } },
  ]);
  expect(asSpecified('POST /api/account', [{ body: { name: 'A', confirmedAge: 20 } }])).toEqual([
    { body: { name: 'A' } },
  ]);
  expect(asSpecified('GET /api/wallet', [])).toEqual([]);
});

test('API-01 a call beyond the specification is refused as a server that lacks it would', () => {
  expect(() => asSpecified('GET /api/account/habits', [])).toThrow(ApiError);
  expect(() => asSpecified('POST /api/logout', [])).toThrow(expect.objectContaining({ status: 404 }));
});
