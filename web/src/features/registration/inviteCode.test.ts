import { beforeEach, expect, test, vi } from 'vitest';
import { rememberedInviteCode } from './inviteCode.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

test('REG-04 the code of the address is taken and remembered under the key code', () => {
  expect(rememberedInviteCode('?code=PR10482')).toBe('PR10482');
  expect(kept.get('code')).toBe('PR10482');
  expect(rememberedInviteCode('')).toBe('PR10482');
});

test('REG-04 what is no code is not remembered', () => {
  for (const search of ['', '?code=', '?code=%3Cscript%3E', `?code=${'x'.repeat(41)}`]) {
    expect(rememberedInviteCode(search)).toBeNull();
  }
  expect(kept.size).toBe(0);
});
