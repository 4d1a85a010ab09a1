import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { CHECK, type Findings } from './findings.ts';
import { type Head, owedHead } from './heads.ts';
import { isOwedWhole, type OwedRoot } from './owedTree.ts';
import type { Cut } from './rootCuts.ts';

/** The roots over the heads as of which members' amounts were proved. */
export async function rootsOfProofs(trx: Db): Promise<bigint[]> {
  const { rows } = await sql<{
    root: bigint;
  }>`select distinct root from ledger.owed_root order by root`.execute(trx);
  return rows.map(({ root }) => root);
}

/**
 * Compares each day's root of what members are owed with the sum of their accounts as of it, the newest with its leaves,
 * and all with what was exported.
 * @param added by currency, what members' accounts gained before each cut, since the one before
 */
export async function verifyOwed(
  trx: Db,
  {
    cuts,
    added,
    heads,
  }: { cuts: readonly Cut[]; added: readonly Map<string, bigint>[]; heads: readonly Head[] },
  findings: Findings,
): Promise<void> {
  const { rows } = await sql<OwedRoot & { root: bigint }>`
    select day::text, currency, at, root, members, amount, hash from ledger.owed_root order by ledger.owed_root.day, currency`.execute(
    trx,
  );
  const sums = new Map<string, bigint>();
  for (const [nth, { seq }] of cuts.entries()) {
    for (const [currency, moved] of added[nth] ?? []) sums.set(currency, (sums.get(currency) ?? 0n) + moved);
    const proved = rows.filter(({ root }) => root === seq);
    for (const currency of new Set([...sums.keys(), ...proved.map((root) => root.currency)])) {
      const owed = sums.get(currency) ?? 0n;
      const told = proved.find((root) => root.currency === currency);
      if ((told?.amount ?? 0n) !== owed)
        findings.add(
          CHECK.owed,
          `${proved[0]?.day}: the root says ${told?.amount ?? 'nothing'} ${currency}, members' accounts sum to ${owed}`,
        );
    }
  }
  const newest = rows.at(-1)?.day;
  for (const root of rows.filter(({ day }) => day === newest)) {
    if ((await isOwedWhole(trx, root)) === false)
      findings.add(CHECK.owed, `${root.day}: the root in ${root.currency} is not that of its leaves`);
  }
  const kept = new Set(rows.map((root) => keyOf(owedHead(root))));
  for (const head of heads.filter(({ chain }) => chain === 'owed'))
    if (!kept.has(keyOf(head)))
      findings.add(CHECK.owed, `the exported root ${head.seq} (${head.sums}) is not there`);
}

const keyOf = ({ seq, hash, sums }: Head) => `${seq}|${hash}|${sums}`;
