import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { Chain } from './chains.ts';
import type { Head } from './heads.ts';

const CHUNK = 20_000;

interface Seal {
  seq: bigint;
  xid_from: string;
  xid_to: string;
  count: bigint;
  hash: Buffer;
  own: string | null;
  first: Buffer | null;
}

interface Row {
  id: bigint;
  xid_text: string;
  text: string;
}

/**
 * Hashes every sealed row of a chain again, outside the database, and compares seals and exported heads.
 * @param lastGone rows up to this transaction may be gone: the seals over them are only compared with each other
 */
export async function verifyChain(
  trx: Db,
  chain: Chain,
  heads: readonly Head[],
  lastGone = -1n,
): Promise<string[]> {
  const findings: string[] = [];
  const { rows: seals } = await sql<Seal>`
    select seq, xid_from, xid_to, ${sql.ref(chain.count)} as count, hash, ${chain.seal} as own, ${chain.firstHash} as first
    from ${sql.table(chain.seals)} where hash is not null order by seq`.execute(trx);
  let hash: Buffer = createHash('sha256').digest();
  let xid = '0';
  let seq = 1n;
  for (const seal of seals) {
    if (seal.seq !== seq) findings.push(`seal ${seq} is missing before seal ${seal.seq}`);
    if (seal.xid_from !== xid)
      findings.push(`seal ${seal.seq} begins at transaction ${seal.xid_from}, not ${xid}`);
    xid = seal.xid_to;
    seq = seal.seq + 1n;
    if (BigInt(seal.xid_from) <= lastGone) {
      hash = seal.hash;
      continue;
    }
    let count = 0n;
    for await (const { text } of rowsBetween(trx, chain, seal.xid_from, seal.xid_to)) {
      hash = createHash('sha256').update(hash).update(text).digest();
      count += 1n;
    }
    if (seal.own !== null) hash = createHash('sha256').update(hash).update(seal.own).digest();
    if (count !== seal.count)
      findings.push(`seal ${seal.seq} covers ${seal.count} ${chain.count}, ${count} are there`);
    if (!hash.equals(seal.hash)) findings.push(`seal ${seal.seq} does not match its ${chain.count}`);
    // Continues from the stored hash, so that one break is reported once.
    hash = seal.hash;
  }
  const sealed = new Map(seals.map((seal) => [seal.seq, seal]));
  for (const head of heads.filter((exported) => exported.chain === chain.name)) {
    const seal = sealed.get(head.seq);
    const hashed = (head.form === 1 && seal?.first) || seal?.hash;
    if (hashed?.toString('hex') !== head.hash)
      findings.push(`the exported head of seal ${head.seq} is not that of the chain`);
  }
  return findings;
}

async function* rowsBetween(trx: Db, chain: Chain, from: string, to: string): AsyncGenerator<Row> {
  // Where one transaction has very many rows, a guess of few would sort them all again for each chunk.
  await sql`select set_config('enable_sort', 'off', true)`.execute(trx);
  let afterXid = from;
  let afterId = -1n;
  for (;;) {
    const { rows } = await sql<Row>`
      select id, xid::text as xid_text, ${chain.row} as text
      from ${sql.table(chain.rows)}
      where (xid, id) > (${afterXid}::text::xid8, ${afterId}::bigint) and xid < ${to}::text::xid8
      order by xid, id limit ${CHUNK}`.execute(trx);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < CHUNK) return;
    afterXid = last.xid_text;
    afterId = last.id;
  }
}
