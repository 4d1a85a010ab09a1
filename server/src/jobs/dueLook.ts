import { type RawBuilder, sql } from 'kysely';
import { clock } from '../clock.ts';
import type { Db } from '../database/connect.ts';
import { prepared } from '../database/prepared.ts';

const LOOK_EVERY_MS = 1_000;

/**
 * Asks once a second, in one statement, which of the conditions hold (docs/decisions/260-one-look-for-all-jobs.md).
 * @param conditions by the name of their job
 * @param tell called for each job whose condition holds, and for every job if the question failed
 */
export function startDueLook(
  db: Db,
  conditions: ReadonlyMap<string, RawBuilder<boolean>>,
  tell: (job: string) => void,
): { stop(): Promise<void> } {
  if (conditions.size === 0) return { stop: async () => undefined };
  const jobs = [...conditions.keys()];
  const { sql: text, parameters } = sql`select array[${sql.join([...conditions.values()])}] as due`.compile(
    db,
  );
  let isStopped = false;
  let endPause: () => void = () => undefined;

  async function look(): Promise<void> {
    const [row] = await prepared<{ due: boolean[] }>(db, { name: 'due_look', text }, parameters);
    for (const [nth, job] of jobs.entries()) if (row?.due[nth]) tell(job);
  }
  async function loop(): Promise<void> {
    while (!isStopped) {
      // A table that is locked or missing keeps no other job from its work.
      await look().catch(() => jobs.forEach(tell));
      if (isStopped) return;
      await new Promise<void>((resolve) => {
        const timer = clock.after(LOOK_EVERY_MS, resolve);
        endPause = () => {
          timer.cancel();
          resolve();
        };
      });
    }
  }
  const looking = loop();
  return {
    stop: async () => {
      isStopped = true;
      endPause();
      await looking;
    },
  };
}
