import { type Selectable, sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import type { DataCopy } from '../../../database/schemaTypes.ts';
import type { FileStore } from '../../../files/fileStore.ts';
import { loosenFiles } from '../../../files/looseFiles.ts';
import { type Keys, openSealed, seal } from '../../../sealed.ts';

/** The two files of a copy. */
export const COPY_FORMS = ['json', 'html'] as const;
export type CopyForm = (typeof COPY_FORMS)[number];

const PART_BYTES = 1_000_000;

const nameOf = (copyId: string, form: CopyForm, nth: number) => `copies/${copyId}/${form}-${nth}.sealed`;

/** Seals a file of a copy in parts of a megabyte, so that no copy is ever in memory or on disk in the open. */
export function partWriter(
  files: Pick<FileStore, 'write' | 'remove'>,
  keys: Keys,
  copyId: string,
  form: CopyForm,
) {
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

/** The names of the parts of a copy. */
export function partNames(copyId: string, counts: Readonly<Record<CopyForm, number>>): string[] {
  return COPY_FORMS.flatMap((form) =>
    Array.from({ length: counts[form] }, (_, nth) => nameOf(copyId, form, nth)),
  );
}

/** Has the files of copies removed. A try that broke off has left none that is not loose already. */
export async function loosenParts(
  trx: Trx,
  copies: readonly Pick<Selectable<DataCopy>, 'id' | 'json_parts' | 'html_parts'>[],
): Promise<void> {
  const names = copies.flatMap(({ id, json_parts: json, html_parts: html }) => partNames(id, { json, html }));
  await loosenFiles(trx, sql`select unnest(${names}::text[])`);
}
