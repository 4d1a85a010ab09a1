import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { CHAINS, type Chain, LEDGER_CHAIN } from './chains.ts';
import { exportHead, type Head } from './heads.ts';

const SEAL_EVERY_MS = 1_000;
const EXPORT_EVERY_MS = 60_000;

/**
 * Adds one seal to a chain, over every row of transactions that have all ended. For the ledger's chain it also moves
 * the checkpoints of the house accounts. Any node may call it; one at a time does the work.
 * @returns the number of sealed rows
 */
export async function seal(db: Db, chain: Chain): Promise<bigint> {
  const { rows } = await chain.add.execute(db);
  return rows[0]?.sealed ?? 0n;
}

/** Seals the ledger's chain, as seal does. */
export const sealPostings = (db: Db): Promise<bigint> => seal(db, LEDGER_CHAIN);

/** The last seal of a chain, or undefined before the first. */
export async function currentHead(db: Db, chain = LEDGER_CHAIN): Promise<Head | undefined> {
  const { rows } = await sql<{ seq: bigint; hash: Buffer }>`
    select seq, hash from ${sql.table(chain.seals)} order by seq desc limit 1`.execute(db);
  const last = rows[0];
  return last && { chain: chain.name, seq: last.seq, hash: last.hash.toString('hex'), form: 2 };
}

/**
 * Seals both chains every second. Writes their heads to a file every minute and at the end.
 * @param onError called for each failure; the loop continues
 */
export function startSealer(
  db: Db,
  headsFile: string,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let exportedAt = 0;
  const exported = new Map<Chain, bigint>();
  let stopped = false;
  let wake: () => void = () => undefined;

  async function exportNow(): Promise<void> {
    for (const chain of CHAINS) {
      const head = await currentHead(db, chain);
      if (head === undefined || head.seq === exported.get(chain)) continue;
      await exportHead(headsFile, head);
      exported.set(chain, head.seq);
    }
  }
  async function sealNow(): Promise<void> {
    for (const chain of CHAINS) await seal(db, chain);
  }
  async function loop(): Promise<void> {
    while (!stopped) {
      try {
        await sealNow();
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
      await sealNow().then(exportNow).catch(onError);
    },
  };
}
