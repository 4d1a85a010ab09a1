import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The names of files that are being written, or whose writing a kill broke off. */
export const ASIDE = /\.[0-9a-f-]{36}\.part$/;

/**
 * Writes a file that is whole or absent after a loss of power, and is kept once this returns. Makes missing folders.
 * Only the owner may read it.
 * @throws EEXIST when `isNew` and the path is taken; the taken file stays
 */
export async function writeDurably(
  path: string,
  content: string | Uint8Array,
  { isNew = false } = {},
): Promise<void> {
  const folder = dirname(path);
  await makeFolder(folder);
  const aside = `${path}.${randomUUID()}.part`;
  try {
    await writeFile(aside, content, { flag: 'wx', mode: 0o600, flush: true });
    // A link fails where a rename would replace.
    await (isNew ? link(aside, path) : rename(aside, path));
  } finally {
    await rm(aside, { force: true });
  }
  await syncFolder(folder);
}

/**
 * Adds a line to a file; kept once this returns. A line that a loss of power cut short stays a line of its own. Makes
 * missing folders. Only the owner may read the file.
 */
export async function appendLineDurably(path: string, line: string): Promise<void> {
  const folder = dirname(path);
  await makeFolder(folder);
  const file = await open(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await file.read(last, 0, 1, size - 1);
    await file.appendFile(`${size > 0 && last.toString() !== '\n' ? '\n' : ''}${line}\n`);
    await file.sync();
    if (size === 0) await syncFolder(folder);
  } finally {
    await file.close();
  }
}

async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first !== undefined) await syncFolder(dirname(first));
}

/** POSIX keeps a new name only when its folder is synced too (fsync(2), "Notes"). */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
