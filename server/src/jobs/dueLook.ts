import { type RawBuilder, sql } from 'kysely';
import { clock } from '../clock.ts';
import type { Db } from '../database/connect.ts';
import { prepared } from '../database/prepared.ts';

const LOOK_EVERY_MS = 1_000;

export interface DueLook {
  /** Asks now. @returns the jobs whose condition holds */
  due(): Promise<string[]>;
  stop(): Promise<void>;
}

/**
 * Asks once a second, in one statement, which of the conditions hold (docs/decisions/260-one-look-for-all-jobs.md).
 * @param conditions by the name of their job
 * @param tell called for each job whose condition holds, and for every job if the question failed
 */
export function startDueLook(
  db: Db,
  conditions: ReadonlyMap<string, RawBuilder<boolean>>,
  tell: (job: string) => void,
): DueLook {
  if (conditions.size === 0) return { due: async () => [], stop: async () => undefined };
  const jobs = [...conditions.keys()];
  const { sql: text, parameters } = sql`select array[${sql.join([...conditions.values()])}] as due`.compile(
    db,
  );
  let isStopped = false;
  let endPause: () => void = () => undefined;

  async function due(): Promise<string[]> {
    const [row] = await prepared<{ due: boolean[] }>(db, { name: 'due_look', text }, parameters);
    return jobs.filter((_, nth) => row?.due[nth]);
  }
  async function loop(): Promise<void> {
    while (!isStopped) {
      // A table that is locked or missing keeps no other job from its work.
      for (const job of await due().catch(() => jobs)) tell(job);
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
    due,
    stop: async () => {
      isStopped = true;
      endPause();
      await looking;
    },
  };
}
