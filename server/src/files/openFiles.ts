import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { writeDurably } from '../durableFile.ts';
import { requireKey } from './fileKey.ts';
import type { FileStore } from './fileStore.ts';

/** The site's file store. The S3 client is loaded only if a bucket is configured. */
export async function openFiles(
  config: Pick<Config, 's3' | 'dataFolder'>,
): Promise<{ files: FileStore; close(): void }> {
  if (config.s3 === undefined)
    return { files: localFiles(join(config.dataFolder, 'files')), close: () => undefined };
  const { s3Files } = await import('./s3Files.ts');
  const files = s3Files(config.s3);
  return { files, close: files.close };
}

/** Files in a folder on this machine. */
export function localFiles(folder: string): FileStore {
  const pathOf = (key: string) => join(folder, requireKey(key));

  return {
    async write(key, content) {
      await writeDurably(pathOf(key), content, { isNew: true });
    },
    read: (key) => orNull(() => readFile(pathOf(key))),
    open: (key) =>
      orNull(async () => {
        const file = await open(pathOf(key));
        return { stream: file.createReadStream(), bytes: (await file.stat()).size };
      }),
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

async function orNull<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
