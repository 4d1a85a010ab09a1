import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { Finding } from './findings.ts';
import type { TreeNode } from './headTree.ts';
import { replayHouse } from './replayHouse.ts';
import { type PartResult, type PartTask, replayPart } from './replayPart.ts';
import type { Cut } from './rootCuts.ts';
import type { RunFile, SavedRun } from './verifyProgress.ts';
import type { Part } from './within.ts';

// A multiple of 1,024: no node of a root's tree is in two parts.
const ACCOUNTS_PER_PART = 16_384n;
const FIRST = -(2n ** 62n);
const LAST = 2n ** 62n;

/** How much of a run is done. */
export interface Progress {
  partsDone: number;
  parts: number;
  postings: number;
}

/** Replays parts at the same time, in threads with connections of their own that see one snapshot. */
export interface Replayers {
  readonly count: number;
  replay(task: PartTask): Promise<PartResult>;
}

export interface ReplayOptions {
  trees: readonly Cut[];
  sums: readonly Cut[];
  /** Without, the parts are replayed one after another in the transaction. */
  replayers?: Replayers | undefined;
  saved?: SavedRun | undefined;
  file?: RunFile | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** What all parts together show. */
export interface Replayed {
  findings: Finding[];
  postings: number;
  /** Moved on accounts of the house, in satang. */
  house: Map<string, bigint>;
  nodes: TreeNode[][];
  added: Map<string, bigint>[];
}

/** Replays all postings: those of the strict accounts part by part, then those that touch none. */
export async function replayAll(trx: Db, options: ReplayOptions): Promise<Replayed> {
  const { trees, sums, replayers, saved, file } = options;
  const total: Replayed = {
    findings: [],
    postings: 0,
    house: new Map(),
    nodes: trees.map(() => []),
    added: Array.from({ length: sums.length + 1 }, () => new Map()),
  };
  const parts = await partsOf(trx);
  const waiting = [...parts];
  let partsDone = 0;

  async function work(): Promise<void> {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      const before = saved?.parts.get(part.from);
      const task = { ...part, trees: before ? [] : trees, sums: before ? [] : sums, known: before?.versions };
      const result = await (replayers ? replayers.replay(task) : replayPart(trx, task));
      if (before) addResult(total, before);
      else await file?.add(part.from, result);
      addResult(total, result);
      partsDone += 1;
      options.onProgress?.({ partsDone, parts: parts.length, postings: total.postings });
    }
  }
  await Promise.all(Array.from({ length: replayers?.count ?? 1 }, work));
  addResult(total, await replayHouse(trx, { trees, sums }));
  return total;
}

async function partsOf(trx: Db): Promise<Part[]> {
  const { rows } = await sql<{
    last: bigint;
  }>`select coalesce(max(id), 0) as last from ledger.account`.execute(trx);
  const last = rows[0]?.last ?? 0n;
  const parts: Part[] = [];
  for (let from = 0n; from <= last; from += ACCOUNTS_PER_PART)
    parts.push({
      from: from === 0n ? FIRST : from,
      to: from + ACCOUNTS_PER_PART > last ? LAST : from + ACCOUNTS_PER_PART,
    });
  return parts;
}

function addResult(total: Replayed, { findings, postings, house, cuts }: PartResult): void {
  total.findings.push(...findings);
  total.postings += postings;
  addSums(total.house, house);
  for (const [nth, nodes] of cuts.nodes.entries()) total.nodes[nth]?.push(...nodes);
  for (const [nth, added] of cuts.added.entries()) addSums(total.added[nth] ?? new Map(), added);
}

function addSums(total: Map<string, bigint>, more: ReadonlyMap<string, bigint>): void {
  for (const [key, amount] of more) total.set(key, (total.get(key) ?? 0n) + amount);
}
