import { blockOf, type HeadThen, type TreeNode, treeNode } from './headTree.ts';

/** What a root covers: the postings before a time, but of some accounts exactly up to a version. */
export interface Cut {
  seq: bigint;
  /** Microseconds since 1970. */
  at: number;
  exceptions: ReadonlyMap<string, number>;
}

/** What a replay knows of the accounts as of roots. */
export interface AtCuts {
  /** For each root whose hash is checked: the nodes of its tree. */
  nodes: TreeNode[][];
  /** For each root whose sums are checked, by currency: what came since the root before, in satang. */
  added: Map<string, bigint>[];
}

interface Replayed {
  id: string;
  currency: string;
  version: number;
  posted: bigint;
  held: bigint;
  hash: Buffer;
}

const covers = (cut: Cut, id: string, version: number, at: number): boolean => {
  const exception = cut.exceptions.get(id);
  return exception === undefined ? at < cut.at : version <= exception;
};

/** Collects, while accounts are replayed in the order of their ids, what roots say of them. */
export class RootCuts {
  readonly #trees: readonly Cut[];
  /** In the order of time. */
  readonly #sums: readonly Cut[];
  readonly #found: AtCuts;
  readonly #then: (HeadThen | undefined)[];
  readonly #blocks: Map<string, [string, HeadThen][]>[];

  constructor(trees: readonly Cut[], sums: readonly Cut[]) {
    this.#trees = trees;
    this.#sums = sums;
    this.#found = {
      nodes: trees.map(() => []),
      added: Array.from({ length: sums.length + 1 }, () => new Map()),
    };
    this.#then = trees.map(() => undefined);
    this.#blocks = trees.map(() => new Map());
  }

  /** Before the first posting of an account whose earlier ones are archived. Every root here covers those. */
  begin({ currency, version, posted, held, hash }: Replayed): void {
    for (const nth of this.#then.keys()) this.#then[nth] = { version, posted, held, hash };
    const sums = this.#found.added[0] as Map<string, bigint>;
    sums.set(currency, (sums.get(currency) ?? 0n) + posted);
  }

  /** After each posting of an account. @param moved what it added to the account's posted balance */
  note(account: Replayed, at: number, moved: bigint): void {
    for (const [nth, cut] of this.#trees.entries()) {
      if (covers(cut, account.id, account.version, at))
        this.#then[nth] = {
          version: account.version,
          posted: account.posted,
          held: account.held,
          hash: account.hash,
        };
    }
    if (moved === 0n || this.#sums.length === 0) return;
    let first = this.#firstAfter(at);
    // Exceptions shift where the posting begins to count; they are few, and so is what they concern.
    while (first > 0 && covers(this.#sums[first - 1] as Cut, account.id, account.version, at)) first -= 1;
    while (first < this.#sums.length && !covers(this.#sums[first] as Cut, account.id, account.version, at))
      first += 1;
    const sums = this.#found.added[first] as Map<string, bigint>;
    sums.set(account.currency, (sums.get(account.currency) ?? 0n) + moved);
  }

  end({ id, currency }: Replayed): void {
    for (const [nth, then] of this.#then.entries()) {
      if (then === undefined) continue;
      const key = `${currency}|${blockOf(id)}`;
      const blocks = this.#blocks[nth] as Map<string, [string, HeadThen][]>;
      const heads = blocks.get(key);
      if (heads === undefined) blocks.set(key, [[id, then]]);
      else heads.push([id, then]);
      this.#then[nth] = undefined;
    }
  }

  found(): AtCuts {
    for (const [nth, blocks] of this.#blocks.entries()) {
      for (const [key, heads] of blocks) {
        const [currency = '', block] = key.split('|');
        this.#found.nodes[nth]?.push(treeNode(currency, Number(block), heads));
      }
      blocks.clear();
    }
    return this.#found;
  }

  /** The first of the roots in time whose time is after this one. */
  #firstAfter(at: number): number {
    let low = 0;
    let high = this.#sums.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sums[middle] as Cut).at > at) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
