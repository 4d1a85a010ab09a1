/** Where uploaded files are kept: a local folder by default, object storage behind the same three calls. */
export interface FileStore {
  /** Writes a new file; tell nobody its key before this has ended. Throws when the key is taken. */
  write(key: string, content: Buffer): Promise<void>;
  /** The file's content, or null when there is none. */
  read(key: string): Promise<Buffer | null>;
  /** Removes the file if it is there. */
  remove(key: string): Promise<void>;
}
