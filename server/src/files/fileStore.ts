import type { Readable } from 'node:stream';

/** Where uploaded files are kept: a local folder by default, an S3-compatible bucket where one is configured. */
export interface FileStore {
  /** Writes a new file; tell nobody its key before this has ended. Throws when the key is taken. */
  write(key: string, content: Buffer): Promise<void>;
  /** The file's content, or null when there is none. */
  read(key: string): Promise<Buffer | null>;
  /** The file as a stream and its size in bytes, or null when there is none; read it to its end or destroy it. */
  open(key: string): Promise<{ stream: Readable; bytes: number } | null>;
  /** Removes the file if it is there. */
  remove(key: string): Promise<void>;
}
