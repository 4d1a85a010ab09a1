import { createHash } from 'node:crypto';

/** A node of a Merkle-sum tree: a hash, and the sum of the amounts below it in satang. */
export interface SumNode {
  hash: Buffer;
  amount: bigint;
}

/** The node beside one on the way to the root. */
export interface SumStep extends SumNode {
  side: 'left' | 'right';
}

/** @param share 0 or 1: each member has two leaves */
export function sumLeaf(leaf: { nonce: Buffer; member: bigint; share: number; amount: bigint }): SumNode {
  const text = `leaf|${leaf.nonce.toString('hex')}|${leaf.member}|${leaf.share}|${leaf.amount}`;
  return { hash: createHash('sha256').update(text).digest(), amount: leaf.amount };
}

function over(left: SumNode, right: SumNode): SumNode {
  const text = `node|${left.hash.toString('hex')}|${left.amount}|${right.hash.toString('hex')}|${right.amount}`;
  return { hash: createHash('sha256').update(text).digest(), amount: left.amount + right.amount };
}

/**
 * The root over nodes, and the steps from one of them to it. A node without a neighbour moves up as it is;
 * ledger.merkle_sum does the same. `nodes` must not be empty.
 */
export function sumTree(nodes: readonly SumNode[], of = 0): { root: SumNode; path: SumStep[] } {
  const path: SumStep[] = [];
  let level = nodes;
  let place = of;
  while (level.length > 1) {
    const beside = level[place ^ 1];
    if (beside !== undefined) path.push({ side: place % 2 === 1 ? 'left' : 'right', ...beside });
    const above: SumNode[] = [];
    for (let nth = 0; nth < level.length; nth += 2) {
      const [left, right] = [level[nth] as SumNode, level[nth + 1]];
      above.push(right === undefined ? left : over(left, right));
    }
    level = above;
    place >>= 1;
  }
  return { root: level[0] as SumNode, path };
}
