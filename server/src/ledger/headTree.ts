import { createHash } from 'node:crypto';

/** The heads of up to 1,024 account ids of one currency at a root, and their balances in satang. */
export interface TreeNode {
  currency: string;
  /** The account ids divided by 1,024. */
  block: number;
  heads: number;
  posted: bigint;
  held: bigint;
  /** SHA-256 over the heads, hex. */
  hash: string;
}

/** An account's head as of a root. */
export interface HeadThen {
  version: number;
  posted: bigint;
  held: bigint;
  hash: Buffer;
}

export const blockOf = (account: string): number => Number(BigInt(account) >> 10n);

/** One node over heads in the order of their accounts; ledger.make_root makes the same. */
export function treeNode(
  currency: string,
  block: number,
  heads: readonly (readonly [account: string, HeadThen])[],
): TreeNode {
  const lines = heads.map(
    ([account, { version, posted, held, hash }]) =>
      `${account}|${version}|${posted}|${held}|${hash.toString('hex')}`,
  );
  return {
    currency,
    block,
    heads: heads.length,
    posted: heads.reduce((sum, [, { posted }]) => sum + posted, 0n),
    held: heads.reduce((sum, [, { held }]) => sum + held, 0n),
    hash: createHash('sha256').update(lines.join('\n')).digest('hex'),
  };
}

/** What a root says of its nodes: their number of heads, the sums of each currency and the hash over all. */
export function treeRoot(nodes: readonly TreeNode[]): { heads: number; sums: string; tree: string } {
  const ordered = nodes.toSorted((a, b) =>
    a.currency === b.currency ? a.block - b.block : a.currency < b.currency ? -1 : 1,
  );
  const sums = new Map<string, { posted: bigint; held: bigint }>();
  for (const { currency, posted, held } of ordered) {
    if (currency === '') continue;
    const sum = sums.get(currency) ?? { posted: 0n, held: 0n };
    sums.set(currency, { posted: sum.posted + posted, held: sum.held + held });
  }
  const lines = ordered.map(({ currency, block, heads, posted, held, hash }) =>
    [currency, block, heads, posted, held, hash].join('|'),
  );
  return {
    heads: ordered.reduce((sum, { heads }) => sum + heads, 0),
    sums: [...sums].map(([currency, { posted, held }]) => `${currency}:${posted}:${held}`).join(','),
    tree: createHash('sha256').update(lines.join('\n')).digest('hex'),
  };
}
