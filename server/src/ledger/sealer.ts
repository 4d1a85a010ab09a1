import { sql } from 'kysely';
import { clock } from '../clock.ts';
import type { Db } from '../database/connect.ts';
import { exportHead, type Head, owedHead, readHeads } from './heads.ts';
import { newestProofs } from './owedTree.ts';

const SEAL_EVERY_MS = 1_000;
const EXPORT_EVERY_MS = 60_000;
/** A root reads every head: it may take this share of the time. */
const SHARE_OF_ROOTS = 0.01;

/**
 * Moves the fence of the house accounts' checkpoints and hashes new postings into their accounts' chains. Any node may
 * call it; one at a time does the work.
 * @returns the number of postings that the fence passed
 */
export async function sealPostings(db: Db): Promise<bigint> {
  while ((await sealHeads(db)) > 0n);
  const { rows } = await sql<{ sealed: bigint }>`select ledger.seal_postings() as sealed`.execute(db);
  return rows[0]?.sealed ?? 0n;
}

/** Hashes some of the new postings. @returns how many account versions; 0 when another node does it */
async function sealHeads(db: Db): Promise<bigint> {
  const { rows } = await sql<{ sealed: bigint }>`select ledger.seal_heads() as sealed`.execute(db);
  return rows[0]?.sealed ?? 0n;
}

/** Adds a seal to the chain over the operators' audit log. @returns the number of sealed lines */
export async function sealAuditLog(db: Db): Promise<bigint> {
  const { rows } = await sql<{ sealed: bigint }>`select seal_audit_log() as sealed`.execute(db);
  return rows[0]?.sealed ?? 0n;
}

/** Makes a root over the heads of all accounts, if one of them moved and nothing waits to be sealed. */
export async function makeRoot(db: Db): Promise<void> {
  await sql`select ledger.make_root()`.execute(db);
}

/** The newest root or the newest seal of the audit log, or undefined before the first. */
export async function currentHead(db: Db, chain: 'root' | 'audit' = 'root'): Promise<Head | undefined> {
  const { rows } = await sql<{ seq: bigint; hash: Buffer; sums?: string }>`
    select * from ${sql.table(chain === 'root' ? 'ledger.root' : 'audit_seal')} order by seq desc limit 1`.execute(
    db,
  );
  const last = rows[0];
  if (last === undefined) return undefined;
  const { seq, hash, sums } = last;
  return { chain, seq, hash: hash.toString('hex'), ...(sums === undefined ? {} : { sums }), form: 2 };
}

/** Heads of one kind follow one another; each currency has its own proof of what members are owed. */
const kindOf = ({ chain, sums = '' }: Head): string =>
  chain === 'owed' ? `${chain} ${sums.split(':')[0]}` : chain;

/**
 * Seals postings and audit log every second. Makes a root each minute, more seldom where that takes long, and writes the
 * newest root and the audit log's head to a file; also at the end.
 * @param onError called for each failure; the loop continues
 */
export function startSealer(
  db: Db,
  headsFile: string,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let exportAt = 0;
  let exported: Map<string, bigint> | undefined;
  let stopped = false;
  let wake: () => void = () => undefined;

  async function exportNow(): Promise<void> {
    const began = clock.now();
    await makeRoot(db);
    exportAt = clock.now() + Math.max(EXPORT_EVERY_MS, (clock.now() - began) / SHARE_OF_ROOTS);
    exported ??= new Map((await readHeads(headsFile)).map((head) => [kindOf(head), head.seq]));
    const proofs = await newestProofs(db);
    for (const head of [await currentHead(db), await currentHead(db, 'audit'), ...proofs.map(owedHead)]) {
      if (head === undefined || exported.get(kindOf(head)) === head.seq) continue;
      await exportHead(headsFile, head);
      exported.set(kindOf(head), head.seq);
    }
  }
  /** @returns whether more waits than one call seals, as after an update of a full database */
  async function sealNow(): Promise<boolean> {
    await sealHeads(db);
    await sql`select ledger.seal_postings()`.execute(db);
    await sealAuditLog(db);
    const hint = await db.selectFrom('ledger.seal_hint').select('is_at_end').executeTakeFirstOrThrow();
    return !hint.is_at_end;
  }
  async function loop(): Promise<void> {
    while (!stopped) {
      let isBehind = false;
      try {
        isBehind = await sealNow();
        if (clock.now() >= exportAt) await exportNow();
      } catch (error) {
        onError(error);
      }
      if (stopped) return;
      if (isBehind) continue;
      await new Promise<void>((done) => {
        const timer = clock.after(SEAL_EVERY_MS, done);
        wake = () => {
          timer.cancel();
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
