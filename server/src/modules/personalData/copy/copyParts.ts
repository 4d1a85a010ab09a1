import type { FileStore } from '../../../files/fileStore.ts';
import { type Keys, openSealed, seal } from '../../../sealed.ts';

/** The two files of a copy. */
export const COPY_FORMS = ['json', 'html'] as const;
export type CopyForm = (typeof COPY_FORMS)[number];

const PART_BYTES = 1_000_000;

const nameOf = (copyId: string, form: CopyForm, nth: number) => `copies/${copyId}/${form}-${nth}.sealed`;

/** Seals a file of a copy in parts of a megabyte, so that no copy is ever in memory or on disk in the open. */
export function partWriter(files: FileStore, keys: Keys, copyId: string, form: CopyForm) {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let parts = 0;
  const flush = async () => {
    if (bytes === 0) return;
    const name = nameOf(copyId, form, parts);
    const content = seal(keys, name, Buffer.concat(waiting, bytes));
    // Left by a try that was interrupted.
    await files.remove(name);
    await files.write(name, content);
    parts += 1;
    waiting = [];
    bytes = 0;
  };
  return {
    async write(text: string): Promise<void> {
      const chunk = Buffer.from(text);
      waiting.push(chunk);
      bytes += chunk.length;
      if (bytes >= PART_BYTES) await flush();
    },
    /** @returns the number of parts */
    async end(): Promise<number> {
      await flush();
      return parts;
    },
  };
}

/** A file of a copy in the open, part by part. */
export async function* readParts(
  files: FileStore,
  keys: Keys,
  { copyId, form, parts }: { copyId: string; form: CopyForm; parts: number },
): AsyncGenerator<Buffer> {
  for (let nth = 0; nth < parts; nth += 1) {
    const name = nameOf(copyId, form, nth);
    const sealed = await files.read(name);
    if (sealed === null) throw new Error(`a part of copy ${copyId} is missing`);
    yield openSealed(keys, name, sealed);
  }
}

/** Removes the files of a copy, also those of a try that broke off. */
export async function removeParts(files: FileStore, copyId: string): Promise<void> {
  for (const form of COPY_FORMS) {
    for (let nth = 0; ; nth += 1) {
      const name = nameOf(copyId, form, nth);
      if ((await files.read(name)) === null) break;
      await files.remove(name);
    }
  }
}
