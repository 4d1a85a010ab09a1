import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localFiles } from './openFiles.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'krapao-files-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('a file is written once, read and removed', async () => {
  const files = localFiles(folder);
  await files.write('slips/a-1.jpg', Buffer.from('first'));
  await expect(files.write('slips/a-1.jpg', Buffer.from('second'))).rejects.toThrow('EEXIST');
  expect((await files.read('slips/a-1.jpg'))?.toString()).toBe('first');
  expect(await readdir(join(folder, 'slips'))).toEqual(['a-1.jpg']);
  const opened = await files.open('slips/a-1.jpg');
  expect(opened?.bytes).toBe(5);
  expect(opened && (await text(opened.stream))).toBe('first');
  await files.remove('slips/a-1.jpg');
  expect(await files.open('slips/a-1.jpg')).toBeNull();
  expect(await files.read('slips/a-1.jpg')).toBeNull();
});

test.each(['../secret.jpg', '/etc/passwd', 'slips/../../a.jpg', 'slips/A.jpg', ''])(
  'the key %j is refused',
  async (key) => {
    await expect(localFiles(folder).read(key)).rejects.toThrow('no key');
  },
);
