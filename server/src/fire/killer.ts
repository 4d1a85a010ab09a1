import { foldersOf } from '../embedded/embeddedFolders.ts';
import { readPostmaster } from '../embedded/embeddedPostmaster.ts';
import { childrenOf, slay } from '../testing/processes.ts';
import type { NodeWorld } from './fireWorld.ts';
import { between } from './randomness.ts';

/**
 * What to kill: the server, one of PostgreSQL's processes (then PostgreSQL restarts all of them), its main process, the
 * machine of both (its power is cut), or the primary's machine, whose standby is promoted.
 */
export type Victim = 'node' | 'backend' | 'postmaster' | 'machine' | 'primary';

// Wider than clocks that NTP keeps, narrower than the five minutes in which a signed notice is believed.
const CLOCK_JUMP_MS = 90_000;

/** Kills with SIGKILL, and restarts what has no supervisor of its own; the clock of a new node jumps. */
export async function kill(world: NodeWorld, victim: Victim, random: () => number): Promise<void> {
  const clockShift = () => between(random, -CLOCK_JUMP_MS, CLOCK_JUMP_MS);
  if (victim === 'node') {
    await world.node().kill();
    return world.restartNode(clockShift());
  }
  if (victim === 'primary') {
    await world.pair?.kill(world.pair.primary());
    return world.pair?.promote();
  }
  const postmaster = (await readPostmaster(foldersOf(world.dataFolder)))?.pid;
  if (postmaster === undefined) return;
  if (victim === 'postmaster') return slay(postmaster);
  const backends = await childrenOf(postmaster);
  if (victim === 'machine') {
    await world.disk?.cut();
    await world.node().kill();
    for (const pid of [postmaster, ...backends]) slay(pid);
    await world.disk?.mount();
    return world.restartNode(clockShift());
  }
  const chosen = backends[Math.floor(random() * backends.length)];
  if (chosen !== undefined) slay(chosen);
}
