import { sql } from 'kysely';
import { clock } from '../clock.ts';
import type { Db } from '../database/connect.ts';
import { type ArchiveBorder, archiveBorder } from './carried.ts';
import { AUDIT_CHAIN, type Chain, FORMER_CHAIN } from './chains.ts';
import { CHECK, type Finding, Findings, MOST_PER_CHECK } from './findings.ts';
import type { Head } from './heads.ts';
import { type Progress, type Replayers, replayAll } from './replayAll.ts';
import { verifyArchives } from './verifyArchives.ts';
import { verifyChain } from './verifyChain.ts';
import { rootsOfProofs, verifyOwed } from './verifyOwed.ts';
import type { RunFile } from './verifyProgress.ts';
import { BALANCES, QUERIES } from './verifyQueries.ts';
import { cutsOf, rootHash, verifyRoot, verifyRootChain } from './verifyRoots.ts';

export type { Finding } from './findings.ts';

export interface VerifyOptions {
  /** Starts threads that replay parts of the ledger in this exported snapshot. */
  startReplayers?: (snapshot: string) => Replayers;
  /** Keeps finished parts, and knows those of an interrupted run. */
  file?: RunFile;
  onProgress?: (progress: Progress) => void;
  /** The folder of the files of archived postings; without, they are not read. */
  archives?: string | undefined;
}

export interface Verified {
  /** At most 20 per check; empty if all is sound. */
  findings: Finding[];
  /** How many postings were replayed from the database. */
  postings: number;
  /** What was not checked because its postings are archived. */
  unchecked: string[];
}

/**
 * Replays the whole ledger from its postings, and the chains over postings and audit log, in one snapshot while the
 * server runs. Where postings were archived it begins after the last of them, and reads their files if it has them. Each posting is read once for each member's account that it touches; memory does not grow with their
 * number.
 * @param heads exported heads to compare with
 */
export async function verifyAll(
  db: Db,
  heads: readonly Head[],
  { startReplayers, file, onProgress, archives }: VerifyOptions = {},
): Promise<Verified> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const findings = new Findings();
      const border = await archiveBorder(trx);
      const newest = await verifyRootChain(trx, heads, findings);
      if ((newest.at(-1) ?? 0n) < border.root)
        findings.add(CHECK.chain, `root ${border.root}, which covers the archived postings, is not there`);
      const proofs = await rootsOfProofs(trx);
      const saved = await file?.read(
        async ({ trees, hash, archived }) =>
          archived === border.parts && (await rootHash(trx, trees.at(-1))) === hash,
      );
      // Older roots cannot be made again from what the database has.
      const isLive = (root: bigint) => root >= border.root;
      const limits = saved?.limits ?? {
        trees: newest.filter(isLive),
        sums: proofs.filter(isLive),
        hash: await rootHash(trx, newest.findLast(isLive)),
        archived: border.parts,
        at: clock.now(),
      };
      const unchecked = uncheckedOf(border, {
        trees: newest.filter((root) => !isLive(root)),
        proofs: proofs.filter((root) => !isLive(root)),
        hasFiles: archives !== undefined,
      });
      if (saved === undefined) await file?.begin(limits);
      const [trees, sums] = [await cutsOf(trx, limits.trees), await cutsOf(trx, limits.sums)];
      const replayers = startReplayers?.(await exportSnapshot(trx));
      const [replayed] = await Promise.all([
        replayAll(trx, { trees, sums, replayers, saved, file, onProgress }),
        replayers && runQueries(trx, findings),
      ]);
      if (!replayers) await runQueries(trx, findings);

      findings.addAll(replayed.findings);
      await compareHouse(trx, replayed.house, findings);
      for (const [nth, { seq }] of trees.entries())
        await verifyRoot(trx, seq, replayed.nodes[nth] ?? [], findings);
      await verifyOwed(trx, { cuts: sums, added: replayed.added, heads }, findings);
      await verifySeals(trx, 'the chain of the audit log is unbroken', AUDIT_CHAIN, heads, findings);
      await verifySeals(trx, CHECK.chain, FORMER_CHAIN, heads, findings, border.lastXid);
      if (archives !== undefined) findings.addAll(await verifyArchives(trx, archives));
      await file?.end();
      return { findings: findings.list, postings: replayed.postings, unchecked };
    });
}

/** As verifyAll, one part after another. @returns the errors */
export async function verify(db: Db, heads: readonly Head[] = []): Promise<Finding[]> {
  const { findings } = await verifyAll(db, heads);
  return findings;
}

function uncheckedOf(
  { parts, postings, kept }: ArchiveBorder,
  { trees, proofs, hasFiles }: { trees: bigint[]; proofs: bigint[]; hasFiles: boolean },
): string[] {
  if (parts === 0) return [];
  return [
    ...(hasFiles
      ? []
      : [
          `${postings} archived postings, of which the database has ${kept}: name their folder with --archive`,
        ]),
    ...trees.map((root) => `root ${root}, the newest that was exported: it is older than the last archive`),
    ...(proofs.length === 0
      ? []
      : [`the sums of what members were owed at roots before the last archive: ${proofs.length}`]),
    'totals of reports for archived hours, and seals of the former chain over archived postings',
  ];
}

async function exportSnapshot(trx: Db): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`.execute(trx);
  return rows[0]?.snapshot ?? '';
}

async function runQueries(trx: Db, findings: Findings): Promise<void> {
  for (const [check, query] of Object.entries(QUERIES)) {
    const { rows } = await sql<{
      detail: string;
    }>`select detail from (${query}) f limit ${MOST_PER_CHECK}`.execute(trx);
    for (const { detail } of rows) findings.add(check, detail);
  }
}

async function compareHouse(
  trx: Db,
  replayed: ReadonlyMap<string, bigint>,
  findings: Findings,
): Promise<void> {
  const { rows } = await sql<{ id: string; posted: bigint; carried: bigint }>`
    select b.id::text, b.posted, coalesce(c.posted, 0) as carried
    from (${BALANCES}) b left join ledger.carried c on c.account_id = b.id where b.mode = 'derived' order by b.id`.execute(
    trx,
  );
  for (const { id, posted, carried } of rows) {
    const sum = carried + (replayed.get(id) ?? 0n);
    if (sum !== posted)
      findings.add(CHECK.derivedSum, `account ${id}: ${posted} by its checkpoint, ${sum} by its postings`);
  }
}

async function verifySeals(
  trx: Db,
  check: string,
  chain: Chain,
  heads: readonly Head[],
  findings: Findings,
  lastGone = -1n,
): Promise<void> {
  for (const detail of await verifyChain(trx, chain, heads, lastGone)) findings.add(check, detail);
}
