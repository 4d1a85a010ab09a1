import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { exportHead, type Head } from './heads.ts';

const SEAL_EVERY_MS = 1_000;
const EXPORT_EVERY_MS = 60_000;

/**
 * Adds one seal to the audit chain over every posting that no running transaction can still slip something under, and
 * moves the checkpoints of the house accounts with it. Any node may call it; one at a time does the work.
 * @returns how many postings were sealed
 */
export async function sealPostings(db: Db): Promise<bigint> {
  const { rows } = await sql<{ sealed: bigint }>`select ledger.seal_postings() as sealed`.execute(db);
  return rows[0]?.sealed ?? 0n;
}

/** The last seal of the audit chain, or undefined before the first. */
export async function currentHead(db: Db): Promise<Head | undefined> {
  const seal = await db
    .selectFrom('ledger.seal')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return seal && { seq: seal.seq, hash: seal.hash.toString('hex') };
}

/**
 * Seals every second and writes the head to a file every minute and at the end.
 * @param onError told of each failure; the loop goes on
 */
export function startSealer(
  db: Db,
  headsFile: string,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let exportedAt = 0;
  let exportedSeq = 0n;
  let stopped = false;
  let wake: () => void = () => undefined;

  async function exportNow(): Promise<void> {
    const head = await currentHead(db);
    if (head === undefined || head.seq === exportedSeq) return;
    await exportHead(headsFile, head);
    exportedSeq = head.seq;
  }
  async function loop(): Promise<void> {
    while (!stopped) {
      try {
        await sealPostings(db);
        if (Date.now() - exportedAt >= EXPORT_EVERY_MS) {
          await exportNow();
          exportedAt = Date.now();
        }
      } catch (error) {
        onError(error);
      }
      if (stopped) return;
      await new Promise<void>((done) => {
        const timer = setTimeout(done, SEAL_EVERY_MS);
        wake = () => {
          clearTimeout(timer);
          done();
        };
      });
    }
  }
  const running = loop();
  return {
    stop: async () => {
      stopped = true;
      wake();
      await running;
      await sealPostings(db).then(exportNow).catch(onError);
    },
  };
}
