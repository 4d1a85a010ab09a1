import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore } from './fileStore.ts';

/** Keys are ours, never a member's file name: folders and names of these characters only. */
const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/;

/** Files below a folder of this machine. */
export function localFiles(folder: string): FileStore {
  function pathOf(key: string): string {
    if (!KEY.test(key)) throw new Error(`"${key}" is no key of a file.`);
    return join(folder, key);
  }

  return {
    async write(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content, { flag: 'wx', mode: 0o600, flush: true });
    },
    async read(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
