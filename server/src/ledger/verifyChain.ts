import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../database/connect.ts';
import type { Head } from './heads.ts';

const CHUNK = 20_000;

interface Line {
  id: bigint;
  xid_text: string;
  columns: (string | null)[];
}

/**
 * Hashes every sealed posting again, here and not in the database, and compares seals and exported heads.
 * @param first the first seal to check; the one before it is believed
 */
export async function verifyChain(trx: Trx, heads: Head[], first = 1n): Promise<string[]> {
  const findings: string[] = [];
  const seals = await trx
    .selectFrom('ledger.seal')
    .selectAll()
    .where('seq', '>=', first - 1n)
    .orderBy('seq')
    .execute();
  const before = first > 1n ? seals.shift() : undefined;
  let hash: Buffer = before?.hash ?? createHash('sha256').digest();
  let xid = before?.xid_to ?? '0';
  let seq = first;
  for (const seal of seals) {
    if (seal.seq !== seq) findings.push(`seal ${seq} is missing before seal ${seal.seq}`);
    if (seal.xid_from !== xid)
      findings.push(`seal ${seal.seq} begins at transaction ${seal.xid_from}, not ${xid}`);
    let count = 0n;
    for await (const line of postingsBetween(trx, seal.xid_from, seal.xid_to)) {
      hash = createHash('sha256')
        .update(hash)
        .update(line.columns.map((column) => column ?? '').join('|'))
        .digest();
      count += 1n;
    }
    if (count !== seal.postings)
      findings.push(`seal ${seal.seq} covers ${seal.postings} postings, ${count} are there`);
    if (!hash.equals(seal.hash)) findings.push(`seal ${seal.seq} does not match its postings`);
    // Go on from what was sealed, so that one break is reported once.
    hash = seal.hash;
    xid = seal.xid_to;
    seq = seal.seq + 1n;
  }
  const sealed = new Map(seals.map((seal) => [seal.seq, seal.hash.toString('hex')]));
  for (const head of heads) {
    if (sealed.get(head.seq) !== head.hash)
      findings.push(`the exported head of seal ${head.seq} is not that of the chain`);
  }
  return findings;
}

async function* postingsBetween(trx: Trx, from: string, to: string): AsyncGenerator<Line> {
  let afterXid = from;
  let afterId = -1n;
  for (;;) {
    const { rows } = await sql<Line>`
      select id, xid::text as xid_text, array[id::text, idem::text, code, phase, debit::text, credit::text,
        currency, amount::text, pending_id::text, reverses_id::text, group_id::text, debit_after::text, debit_version::text,
        credit_after::text, credit_version::text, xid::text, (extract(epoch from at) * 1000000)::bigint::text, actor, cause] as columns
      from ledger.posting
      where (xid, id) > (${afterXid}::text::xid8, ${afterId}::bigint) and xid < ${to}::text::xid8
      order by xid, id limit ${CHUNK}`.execute(trx);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < CHUNK) return;
    afterXid = last.xid_text;
    afterId = last.id;
  }
}
