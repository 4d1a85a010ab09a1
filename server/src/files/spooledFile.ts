import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** An upload that waits on disk for its turn, so that many at once take no memory. */
export interface SpooledFile {
  bytes: number;
  read(): Promise<Buffer>;
  /** Removes it; call it whatever came of the upload. */
  discard(): Promise<void>;
}

/** Writes what arrives to a temporary file that only this user can read. Throws what the source throws. */
export async function spool(source: Readable): Promise<SpooledFile> {
  const path = join(tmpdir(), `krapao-upload-${randomUUID()}`);
  const discard = () => rm(path, { force: true });
  const target = createWriteStream(path, { mode: 0o600, flags: 'wx' });
  try {
    await pipeline(source, target);
  } catch (error) {
    await discard();
    throw error;
  }
  return { bytes: target.bytesWritten, read: () => readFile(path), discard };
}
