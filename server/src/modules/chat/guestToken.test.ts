import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSecrets } from '../../secrets.ts';
import { isOurGuest, newGuest } from './guestToken.ts';

test('a guest keeps the conversation while the master key is changed, and no other key opens it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-guest-'));
  const [first, second] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
  const keys = async (current: string, previous?: string) =>
    (await loadSecrets({ KRAPAO_SECRET: current, KRAPAO_SECRET_PREVIOUS: previous }, folder, true)).guest;
  const guest = newGuest(await keys(first));
  // All nodes know both keys before any signs with the new one.
  expect(isOurGuest(await keys(first, second), guest)).toBe(true);
  const both = await keys(second, first);
  expect(isOurGuest(both, guest)).toBe(true);
  const later = newGuest(both);
  expect(isOurGuest(await keys(first, second), later)).toBe(true);
  expect(isOurGuest(await keys(second), later)).toBe(true);
  expect(isOurGuest(await keys(second), guest)).toBe(false);
  expect(isOurGuest(both, { ...guest, guestId: later.guestId })).toBe(false);
  expect(isOurGuest(both, { ...guest, guestToken: '' })).toBe(false);
  await rm(folder, { recursive: true });
});
