import { machineClock } from '../clock.ts';
import type { DatabasePair } from './databasePair.ts';

const LOOK_EVERY_MS = 250;
/** So many looks without an answer (each takes up to five seconds) are a loss. */
const SILENT_LOOKS = 3;

/** Repeats a look until it is stopped; a look that fails is repeated. @returns ends it after the running look */
export function watch(look: () => Promise<void>): () => Promise<void> {
  const ending = new AbortController();
  const running = (async () => {
    while (!ending.signal.aborted) {
      await look().catch(() => undefined);
      await machineClock.sleep(LOOK_EVERY_MS, { signal: ending.signal });
    }
  })();
  return () => {
    ending.abort();
    return running;
  };
}

/**
 * Does for the pair what Patroni does at a site: promotes the standby when the primary is lost or silent, makes a new
 * standby of what was lost. Unlike Patroni it is one program, and who loses it loses both.
 * @param say tells people
 * @param onPromotion connections to the old primary must end
 */
export function superviseDatabase(
  pair: DatabasePair,
  say: (line: string) => void,
  onPromotion: () => void,
): { hasStandby(): boolean; stop(): Promise<void> } {
  let hasStandby = true;
  let silentLooks = 0;

  async function isLost(primary: number): Promise<boolean> {
    if (!(await pair.isRunning(primary))) return true;
    silentLooks = (await pair.answers(primary).catch(() => false)) ? 0 : silentLooks + 1;
    return silentLooks >= SILENT_LOOKS;
  }

  async function look(): Promise<void> {
    const primary = pair.primary();
    const standby = 1 - primary;
    if (await isLost(primary)) {
      silentLooks = 0;
      // Never two primaries: a silent one must not wake up.
      await pair.kill(primary);
      if (!hasStandby || !(await pair.isRunning(standby))) {
        say('The primary is lost, and no standby has all commits: the primary starts again.');
        return pair.start(primary);
      }
      say('The primary is lost: its standby is promoted.');
      const lostAt = machineClock.now();
      await pair.promote();
      hasStandby = false;
      onPromotion();
      say(`The standby is the primary after ${((machineClock.now() - lostAt) / 1000).toFixed(1)} s.`);
    } else if (!hasStandby || !(await pair.isRunning(standby))) {
      hasStandby = false;
      await pair.kill(standby);
      await pair.attachStandby();
      hasStandby = true;
      say('The primary has a synchronous standby again.');
    }
  }

  return { hasStandby: () => hasStandby, stop: watch(look) };
}
