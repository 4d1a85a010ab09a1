import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Called with the bytes of each copied chunk. */
export type OnBytes = (bytes: number) => void;

/**
 * Copies one file durably and hashes the copy.
 * @returns null if the source is gone, which is normal in a folder in use
 */
export async function copyHashed(
  from: string,
  to: string,
  onBytes: OnBytes,
): Promise<{ bytes: number; sha256: string } | null> {
  const hash = createHash('sha256');
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      onBytes(chunk.length);
      done(null, chunk);
    },
  });
  const source = createReadStream(from);
  try {
    await new Promise<void>((resolve, reject) => source.once('open', () => resolve()).once('error', reject));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await pipeline(source, meter, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }));
  return { bytes, sha256: hash.digest('hex') };
}

/** Size and SHA-256 (hex) of a file. */
export async function hashFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Folders and files in a folder, relative to it, in a stable order; empty if the folder does not exist. */
export async function listTree(
  root: string,
  keep: (path: string) => boolean = () => true,
  below = '',
): Promise<{ folders: string[]; files: string[] }> {
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  const folders: string[] = [];
  const files: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (!keep(path)) continue;
    if (entry.isFile()) files.push(path);
    if (!entry.isDirectory()) continue;
    const inner = await listTree(root, keep, path);
    folders.push(path, ...inner.folders);
    files.push(...inner.files);
  }
  return { folders, files };
}
