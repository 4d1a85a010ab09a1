import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { FileStore } from './fileStore.ts';
import { localFiles } from './localFiles.ts';

/** The site's file store. The S3 client is loaded only where a bucket is configured. */
export async function openFiles(
  config: Pick<Config, 's3' | 'dataFolder'>,
): Promise<{ files: FileStore; close(): void }> {
  if (config.s3 === undefined)
    return { files: localFiles(join(config.dataFolder, 'files')), close: () => undefined };
  const { s3Files } = await import('./s3Files.ts');
  const files = s3Files(config.s3);
  return { files, close: files.close };
}
