import type { Readable } from 'node:stream';

/** Storage of uploaded files: a local folder by default, an S3-compatible bucket if one is configured. */
export interface FileStore {
  /** Writes a new file. Publish its key only after this has ended. Throws if the key exists. */
  write(key: string, content: Buffer): Promise<void>;
  /** The file's content, or null if it does not exist. */
  read(key: string): Promise<Buffer | null>;
  /** The file as a stream and its size in bytes, or null if it does not exist. Read it to the end or destroy it. */
  open(key: string): Promise<{ stream: Readable; bytes: number } | null>;
  /** Removes the file if it exists. */
  remove(key: string): Promise<void>;
}
