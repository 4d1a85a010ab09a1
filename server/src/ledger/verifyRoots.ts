import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { EMPTY_HASH } from './accountReplay.ts';
import { CHECK, type Findings } from './findings.ts';
import type { Head } from './heads.ts';
import { type TreeNode, treeRoot } from './headTree.ts';
import type { Cut } from './rootCuts.ts';
import { rowsOf } from './rowsOf.ts';

interface Root {
  seq: bigint;
  /** Microseconds since 1970. */
  at: bigint;
  heads: bigint;
  sums: string;
  tree: string;
  hash: string;
}

const ROOT = sql`seq, (extract(epoch from at) * 1000000)::bigint as at, heads, sums, encode(tree, 'hex') as tree,
  encode(hash, 'hex') as hash`;

/**
 * Checks the chain of the roots themselves, and the exported ones. A root's hash covers everything before it, so only
 * the newest exported root and the newest of all are made again from the postings.
 * @returns the numbers of those two
 */
export async function verifyRootChain(
  trx: Db,
  heads: readonly Head[],
  findings: Findings,
): Promise<bigint[]> {
  const exported = new Map(
    heads.filter(({ chain }) => chain === 'root').map((head) => [head.seq, head.hash]),
  );
  let hash = await hashBefore(trx);
  let seq = 0n;
  let newestExported: bigint | undefined;
  for await (const roots of rowsOf<Root>(trx, sql`select ${ROOT} from ledger.root order by seq`)) {
    for (const root of roots) {
      seq += 1n;
      if (root.seq !== seq) findings.add(CHECK.chain, `root ${seq} is missing before root ${root.seq}`);
      seq = root.seq;
      const own = createHash('sha256')
        .update(hash)
        .update([root.seq, root.at, root.heads, root.sums, root.tree].join('|'))
        .digest('hex');
      if (own !== root.hash) findings.add(CHECK.chain, `root ${root.seq} does not continue the one before`);
      const told = exported.get(root.seq);
      if (told === root.hash) newestExported = root.seq;
      else if (told !== undefined)
        findings.add(CHECK.chain, `the exported root ${root.seq} is not that of the database`);
      exported.delete(root.seq);
      hash = Buffer.from(root.hash, 'hex');
    }
  }
  for (const missing of exported.keys())
    findings.add(CHECK.chain, `the exported root ${missing} is not there`);
  return [...new Set([newestExported ?? seq, seq])].filter((root) => root > 0n);
}

/** The first root continues the last seal that had a hash. */
async function hashBefore(trx: Db): Promise<Buffer> {
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from ledger.seal where hash is not null order by seq desc limit 1`.execute(trx);
  return rows[0]?.hash ?? EMPTY_HASH;
}

/** The hash of a root, hex; empty if there is none. */
export async function rootHash(trx: Db, seq: bigint | undefined): Promise<string> {
  const { rows } = await sql<Root>`select ${ROOT} from ledger.root where seq = ${seq ?? 0n}`.execute(trx);
  return rows[0]?.hash ?? '';
}

/** What roots cover, in the order of their numbers. */
export async function cutsOf(trx: Db, seqs: readonly bigint[]): Promise<Cut[]> {
  if (seqs.length === 0) return [];
  const { rows } = await sql<{ seq: bigint; at: number }>`
    select seq, (extract(epoch from at) * 1000000)::float8 as at from ledger.root
    where seq = any(${seqs.map(String)}::bigint[]) order by seq`.execute(trx);
  const { rows: exceptions } = await sql<{ root: bigint; account: string; version: number }>`
    select root, account_id::text as account, version::float8 as version from ledger.root_exception
    where root = any(${seqs.map(String)}::bigint[])`.execute(trx);
  return rows.map(({ seq, at }) => ({
    seq,
    at,
    exceptions: new Map(
      exceptions.flatMap(({ root, account, version }) => (root === seq ? [[account, version] as const] : [])),
    ),
  }));
}

/** Compares a root with the nodes that a replay made as of it. */
export async function verifyRoot(
  trx: Db,
  seq: bigint,
  nodes: readonly TreeNode[],
  findings: Findings,
): Promise<void> {
  const { rows } = await sql<Root>`select ${ROOT} from ledger.root where seq = ${seq}`.execute(trx);
  const root = rows[0];
  if (root === undefined) return;
  const { heads, sums, tree } = treeRoot(nodes);
  if (sums !== root.sums)
    findings.add(CHECK.root, `root ${seq} sums to ${root.sums}, its postings to ${sums}`);
  else if (tree !== root.tree || BigInt(heads) !== root.heads)
    findings.add(
      CHECK.root,
      `root ${seq} over ${root.heads} heads is not that of its postings, which have ${heads}`,
    );
}
