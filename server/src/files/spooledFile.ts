import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const PREFIX = 'krapao-upload-';
/** The names of uploads that wait. */
export const UPLOAD = new RegExp(`^${PREFIX}`);

/** An upload that waits on disk for its turn, so that many parallel uploads need no memory. */
export interface SpooledFile {
  path: string;
  bytes: number;
  read(): Promise<Buffer>;
  /** Removes the file; call it whatever the result of the upload. */
  discard(): Promise<void>;
}

/** Writes the arriving data to a temporary file that only this user can read. Throws the source's errors. */
export async function spool(source: Readable): Promise<SpooledFile> {
  const path = join(tmpdir(), PREFIX + randomUUID());
  const discard = () => rm(path, { force: true });
  const target = createWriteStream(path, { mode: 0o600, flags: 'wx' });
  try {
    await pipeline(source, target);
  } catch (error) {
    await discard();
    throw error;
  }
  return { path, bytes: target.bytesWritten, read: () => readFile(path), discard };
}
