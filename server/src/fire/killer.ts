import { readdir, readFile } from 'node:fs/promises';
import { foldersOf } from '../embedded/embeddedFolders.ts';
import { readPostmaster } from '../embedded/embeddedPostmaster.ts';
import type { FireWorld } from './fireWorld.ts';

/**
 * The process to kill: the server, one of PostgreSQL's processes (then PostgreSQL restarts all of them), or its main
 * process.
 */
export const VICTIMS = ['node', 'backend', 'postmaster'] as const;
export type Victim = (typeof VICTIMS)[number];

/** Kills with SIGKILL, and restarts what has no supervisor of its own. */
export async function kill(world: FireWorld, victim: Victim, random: () => number): Promise<void> {
  if (victim === 'node') {
    await world.node().kill();
    return world.restartNode();
  }
  const postmaster = (await readPostmaster(foldersOf(world.dataFolder)))?.pid;
  if (postmaster === undefined) return;
  if (victim === 'postmaster') return slay(postmaster);
  const backends = await childrenOf(postmaster);
  const chosen = backends[Math.floor(random() * backends.length)];
  if (chosen !== undefined) slay(chosen);
}

async function childrenOf(parent: number): Promise<number[]> {
  const children: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The fields after the name in parentheses: the state, then the parent.
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent) children.push(Number(name));
  }
  return children;
}

function slay(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
