import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readManifest, writeManifest } from './manifest.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'krapao-manifest-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Reads a manifest of this text with the right checksum, as whoever made the backup can write it. */
async function read(text: string) {
  await writeFile(join(folder, 'manifest.json'), text);
  await writeFile(join(folder, 'manifest.sha256'), createHash('sha256').update(text).digest('hex'));
  return readManifest(folder);
}

const empty = {
  format: 1,
  kind: 'dump',
  postgresMajor: 18,
  startedAt: '',
  finishedAt: '',
  folders: [],
  files: [],
} as const;

test.each([
  ['nests deep', `{"format":${'['.repeat(500)}${']'.repeat(500)}}`],
  [
    'nests deep where nobody looks',
    JSON.stringify({ ...empty, more: 0 }).replace('0}', `${'['.repeat(80)}${']'.repeat(80)}}`),
  ],
])('ASVS 15.2.2 a manifest that %s is refused before anything is built of it', async (_, text) => {
  const parse = vi.spyOn(JSON, 'parse');
  await expect(read(text)).rejects.toThrow('made by another version');
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});

test('ASVS 15.2.2 each name of a manifest is looked at once, however many steps it takes', async () => {
  const steps = Array.from({ length: 2_000 }, (_, nth) => ({
    path: `${'a/'.repeat(50)}${nth}`,
    bytes: 1,
    sha256: '',
  }));
  const split = vi.spyOn(String.prototype, 'split');
  await writeManifest(folder, { ...empty, folders: [], files: steps });
  expect((await readManifest(folder)).files).toHaveLength(2_000);
  expect(split.mock.calls.filter(([by]) => (by as unknown) === '/')).toHaveLength(2_000);
  split.mockRestore();
});
