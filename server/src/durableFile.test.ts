import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendLineDurably, writeDurably } from './durableFile.ts';
import { localFiles } from './files/openFiles.ts';
import { type LossyDisk, openLossyDisk } from './fire/lossyDisk.ts';
import { loadSecrets } from './secrets.ts';

let folder: string;
let disk: LossyDisk | undefined;
let reason = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'krapao-durable-'));
  disk = await openLossyDisk().catch((error: Error) => {
    reason = error.message;
    return undefined;
  });
}, 60_000);

afterAll(async () => {
  await disk?.close();
  await rm(folder, { recursive: true, force: true });
});

test('a file is replaced as a whole, or kept when it must be new; nothing else is left behind', async () => {
  const path = join(folder, 'deep', 'down', 'key');
  await writeDurably(path, 'first', { isNew: true });
  await expect(writeDurably(path, 'second', { isNew: true })).rejects.toThrow('EEXIST');
  expect(await readFile(path, 'utf8')).toBe('first');
  await writeDurably(path, 'third');
  expect(await readFile(path, 'utf8')).toBe('third');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(folder, 'deep', 'down'))).toEqual(['key']);
});

test('a line that was cut short stays apart from the next one', async () => {
  const path = join(folder, 'lines', 'list.jsonl');
  await appendLineDurably(path, '{"a":1}');
  await appendFile(path, '{"b":');
  await appendLineDurably(path, '{"c":3}');
  expect(await readFile(path, 'utf8')).toBe('{"a":1}\n{"b":\n{"c":3}\n');
});

test('a key that was cut short is refused, and stays as it is', async () => {
  const cut = await mkdtemp(join(folder, 'cut-'));
  await writeFile(join(cut, 'secret'), '');
  await expect(loadSecrets({}, cut, false)).rejects.toThrow('is cut short (0 characters)');
  expect(await readFile(join(cut, 'secret'), 'utf8')).toBe('');
});

test('keys, uploads and lines outlive a power cut; what is not synced does not', async ({ skip }) => {
  if (!disk) return skip(`This machine cannot cut the power of a disk: ${reason}`);
  const [data, files] = [join(disk.folder, 'data'), localFiles(join(disk.folder, 'data', 'files'))];
  const { master, ...keys } = await loadSecrets({}, data, false);
  await files.write('slips/a-1.jpg', Buffer.from('slip'));
  await appendLineDurably(join(data, 'audit', 'heads.jsonl'), '{"seq":"1"}');
  await writeFile(join(data, 'unsynced'), 'gone');
  await disk.cut();
  await disk.mount();
  expect(await loadSecrets({}, data, false)).toEqual({ master, ...keys });
  expect((await files.read('slips/a-1.jpg'))?.toString()).toBe('slip');
  expect(await readFile(join(data, 'audit', 'heads.jsonl'), 'utf8')).toBe('{"seq":"1"}\n');
  // The control: a disk that kept this would show nothing.
  expect(await readFile(join(data, 'unsynced'), 'utf8').catch(() => '')).toBe('');
});
