import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { type SumNode, type SumStep, sumLeaf, sumTree } from './merkleSum.ts';

/** One of a member's two leaves, with the nodes beside its way to the root. Amounts in satang. */
export interface OwedLeaf {
  share: number;
  nonce: Buffer;
  amount: bigint;
  path: SumStep[];
}

/** A day's root of what members are owed in one currency. */
export interface OwedRoot {
  /** YYYY-MM-DD in Bangkok. */
  day: string;
  currency: string;
  at: Date;
  members: bigint;
  /** Satang. */
  amount: bigint;
  hash: Buffer;
}

interface Block {
  nth: number;
  leaves: bigint[];
  amounts: bigint[];
}

const nonceOf = (secret: Buffer, member: bigint, share: number): Buffer =>
  createHmac('sha256', secret).update(`nonce|${member}|${share}`).digest();

/** The newest roots, newest first. */
export async function owedRoots(db: Db, limit: number): Promise<OwedRoot[]> {
  const { rows } = await sql<OwedRoot>`
    select day::text, currency, at, members, amount, hash from ledger.owed_root
    order by ledger.owed_root.day desc, currency limit ${limit}::integer`.execute(db);
  return rows;
}

/** The roots of the newest day. */
export async function newestProofs(db: Db): Promise<OwedRoot[]> {
  const roots = await owedRoots(db, 10);
  return roots.filter(({ day }) => day === roots[0]?.day);
}

/** The leaves of a block as nodes of the tree. */
function leavesOf(secret: Buffer, { leaves, amounts }: Block): SumNode[] {
  return leaves.map((leaf, nth) => {
    const [member, share] = [leaf >> 1n, Number(leaf & 1n)];
    return sumLeaf({ nonce: nonceOf(secret, member, share), member, share, amount: amounts[nth] ?? 0n });
  });
}

/**
 * Where an member's two leaves are in a day's tree. Reads two blocks of 1,024 leaves and the nodes over all blocks.
 * @returns undefined if the member is not in the tree, or the tree is no longer kept
 */
export async function owedLeaves(
  db: Db,
  { day, currency }: Pick<OwedRoot, 'day' | 'currency'>,
  member: bigint,
): Promise<OwedLeaf[] | undefined> {
  const { rows: secrets } = await sql<{ secret: Buffer }>`
    select secret from ledger.owed_secret where day = ${day}::date`.execute(db);
  const secret = secrets[0]?.secret;
  if (secret === undefined) return undefined;
  const { rows: nodes } = await sql<SumNode>`
    select hash, amount from ledger.owed_block where day = ${day}::date and currency = ${currency} order by nth`.execute(
    db,
  );
  const found: OwedLeaf[] = [];
  for (const share of [0, 1]) {
    const nonce = nonceOf(secret, member, share);
    const { rows } = await sql<Block>`
      select nth, leaves, amounts from ledger.owed_block
      where day = ${day}::date and currency = ${currency} and first_nonce <= ${nonce} order by nth desc limit 1`.execute(
      db,
    );
    const block = rows[0];
    const place = block?.leaves.indexOf(member * 2n + BigInt(share)) ?? -1;
    if (block === undefined || place < 0) return undefined;
    const { path } = sumTree(leavesOf(secret, block), place);
    found.push({
      share,
      nonce,
      amount: block.amounts[place] ?? 0n,
      path: [...path, ...sumTree(nodes, block.nth).path],
    });
  }
  return found;
}

/** Whether a day's root and blocks are those of their leaves; undefined if the day is no longer kept. */
export async function isOwedWhole(
  db: Db,
  { day, currency, hash, amount }: Pick<OwedRoot, 'day' | 'currency' | 'hash' | 'amount'>,
): Promise<boolean | undefined> {
  const { rows: secrets } = await sql<{ secret: Buffer }>`
    select secret from ledger.owed_secret where day = ${day}::date`.execute(db);
  const secret = secrets[0]?.secret;
  if (secret === undefined) return undefined;
  const nodes: SumNode[] = [];
  for (let nth = 0; ; nth += 1) {
    const { rows } = await sql<
      Block & SumNode
    >`select nth, leaves, amounts, hash, amount from ledger.owed_block
      where day = ${day}::date and currency = ${currency} and nth = ${nth}::integer`.execute(db);
    const block = rows[0];
    if (block === undefined) break;
    const node = sumTree(leavesOf(secret, block)).root;
    if (!isSame(node, block)) return false;
    nodes.push(node);
  }
  return nodes.length > 0 && isSame(sumTree(nodes).root, { hash, amount });
}

const isSame = (one: SumNode, other: SumNode): boolean =>
  one.hash.equals(other.hash) && one.amount === other.amount;
