import { join } from 'node:path';
import type { AppContext } from '../../context.ts';
import type { FileStore } from '../../files/fileStore.ts';
import { localFiles } from '../../files/localFiles.ts';

/** Where chat files are kept. */
export function chatFiles({ config }: Pick<AppContext, 'config'>): FileStore {
  return localFiles(join(config.dataFolder, 'files'));
}
