import { createHash } from 'node:crypto';
import type { FileStore } from '../../files/fileStore.ts';

/** Storage and address of operators' uploads. */
export const UPLOAD_FOLDER = 'content';

/** Stores an upload under the hash of its content, so that the same one twice is one file. @returns its address */
export async function keepUpload(files: FileStore, content: Buffer, extension: string): Promise<string> {
  const key = `${UPLOAD_FOLDER}/${createHash('sha256').update(content).digest('hex').slice(0, 32)}.${extension}`;
  const kept = await files.open(key);
  kept?.stream.destroy();
  if (kept === null) await files.write(key, content);
  return `/media/${key}`;
}
