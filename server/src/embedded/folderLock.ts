import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../startupError.ts';
import { isAlive, startTimeOf } from './processIdentity.ts';

interface Holder {
  pid: number;
  startTime: string | undefined;
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

/** The process that holds the lock of this folder, or undefined if it is free or its holder is dead. */
export async function holderOf(folder: string): Promise<number | undefined> {
  const holder = await readHolder(join(folder, 'server.lock'));
  if (holder === undefined || !isAlive(holder.pid)) return undefined;
  return (await startTimeOf(holder.pid)) === holder.startTime ? holder.pid : undefined;
}

/**
 * Locks the folder for this process. A lock left by a killed process is taken over.
 * @returns a function that releases the lock
 * @throws StartupError if a living process holds it, or if the folder cannot be written
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'server.lock');
  const mine = `${path}.${process.pid}`;
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(mine, JSON.stringify({ pid: process.pid, startTime: await startTimeOf(process.pid) }), {
      mode: 0o644,
    });
  } catch (error) {
    throw new StartupError(
      `The data folder ${folder} cannot be written (${(error as NodeJS.ErrnoException).code}); set KRAPAO_DATA to a folder that can.`,
    );
  }
  try {
    for (;;) {
      try {
        // Creating a hard link is atomic, so nobody reads a half-written lock.
        await link(mine, path);
        return () => rm(path, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const pid = await holderOf(folder);
      if (pid !== undefined) {
        throw new StartupError(`Another server (process ${pid}) is already using the data folder ${folder}.`);
      }
      await takeAside(folder, path, `${mine}.stale`);
    }
  } finally {
    await rm(mine, { force: true });
  }
}

/** Moves a dead process's lock aside; if the process turns out to be alive, puts the lock back. */
async function takeAside(folder: string, path: string, aside: string): Promise<void> {
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  const moved = await readHolder(aside);
  if (moved !== undefined && isAlive(moved.pid) && (await startTimeOf(moved.pid)) === moved.startTime) {
    await link(aside, path).catch(() => undefined);
    await rm(aside, { force: true });
    throw new StartupError(
      `Another server (process ${moved.pid}) is already using the data folder ${folder}.`,
    );
  }
  await rm(aside, { force: true });
}
