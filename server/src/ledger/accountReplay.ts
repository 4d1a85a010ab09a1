import { createHash } from 'node:crypto';
import type { Base } from './carried.ts';
import { CHECK, type Findings } from './findings.ts';
import { isMoving, type PostingLine } from './postingLine.ts';
import type { RootCuts } from './rootCuts.ts';

/** A strict account as the database has it; null where there is no such account. */
export interface StrictAccount {
  currency: string;
  floor: bigint;
  posted: bigint;
  held: bigint;
  version: number;
}

/** How far the account's chain is sealed, with what the seal says of it. */
export interface SealedHead {
  version: number;
  posted: bigint;
  held: bigint;
  hash: string;
}

/** What a hold says that its end must repeat. */
export type OpenHold = Pick<PostingLine, 'credit' | 'currency' | 'amount'>;

export const EMPTY_HASH: Buffer = createHash('sha256').digest();

/** One strict account's postings in the order of their versions: balance, holds and hash after each. */
export class AccountReplay {
  posted = 0n;
  held = 0n;
  version = 0;
  hash: Buffer = EMPTY_HASH;
  currency = '';
  readonly id: string;
  readonly #account: StrictAccount | undefined;
  readonly #head: SealedHead | undefined;
  readonly #findings: Findings;
  readonly #cuts: RootCuts;
  readonly #openHolds = new Map<string, OpenHold>();
  readonly #reversed = new Set<string>();

  constructor(
    id: string,
    account: StrictAccount | undefined,
    head: SealedHead | undefined,
    into: { findings: Findings; cuts: RootCuts },
    base?: Base,
  ) {
    this.id = id;
    this.#account = account;
    this.#head = head;
    this.#findings = into.findings;
    this.#cuts = into.cuts;
    if (base !== undefined) this.#begin(base);
  }

  /** @param isDebit whether this account is the posting's debit side */
  add(posting: PostingLine, isDebit: boolean): void {
    const { id, phase, amount } = posting;
    const said = isDebit ? posting.debitVersion : posting.creditVersion;
    const after = isDebit ? posting.debitAfter : posting.creditAfter;
    const before = this.posted;
    if (isMoving(posting)) this.posted += isDebit ? -amount : amount;
    if (isDebit && phase !== 'single') this.held += phase === 'hold' ? amount : -amount;
    this.version += 1;
    this.currency = posting.currency;
    this.hash = createHash('sha256').update(this.hash).update(posting.text).digest();
    const where = `account ${this.id}, posting ${id}`;
    if (Number(said) !== this.version)
      this.#findings.add(CHECK.replay, `${where}: version ${said} is number ${this.version}`);
    if (after !== String(this.posted))
      this.#findings.add(
        CHECK.replay,
        `${where}: says ${after || 'null'} after it, replay says ${this.posted}`,
      );
    if (this.posted - this.held < (this.#account?.floor ?? 0n) || this.held < 0n)
      this.#findings.add(CHECK.replay, `${where}: leaves ${this.posted} posted and ${this.held} held`);
    if (isDebit) this.#resolve(posting);
    else if (!isMoving(posting))
      this.#findings.add(CHECK.replay, `${where}: a ${phase} does not change its credit side`);
    if (this.version === this.#head?.version) this.#compareHead(this.#head);
    // What is not sealed yet is under no root, whenever it was made.
    if (this.version <= (this.#head?.version ?? 0)) this.#cuts.note(this, posting.at, this.posted - before);
  }

  /** @returns false if another posting of this account reverses the same one */
  isFirstReversal(reversesId: string): boolean {
    if (this.#reversed.has(reversesId)) return false;
    this.#reversed.add(reversesId);
    return true;
  }

  /** After the account's last posting. */
  end(): void {
    const open = [...this.#openHolds.values()].reduce((sum, { amount }) => sum + amount, 0n);
    const account = this.#account;
    if (account !== undefined) {
      if (account.posted !== this.posted || account.held !== this.held || account.version !== this.version)
        this.#findings.add(
          CHECK.replay,
          `account ${this.id}: holds ${account.posted} posted, ${account.held} held, version ${account.version}; replay says ${this.posted}, ${this.held}, ${this.version}`,
        );
      if (account.held !== open)
        this.#findings.add(
          CHECK.held,
          `account ${this.id} holds ${account.held}, its open holds are ${open}`,
        );
    }
    if (this.#head !== undefined && this.#head.version > this.version)
      this.#findings.add(
        CHECK.chain,
        `account ${this.id} is sealed up to version ${this.#head.version}, its postings end at ${this.version}`,
      );
    this.#cuts.end(this);
  }

  /** Goes on after the archived postings. That they led here is proved by the head, or by the chain up to it. */
  #begin({ version, posted, held, hash, openHolds }: Base): void {
    this.version = version;
    this.posted = posted;
    this.held = held;
    this.hash = hash;
    this.currency = this.#account?.currency ?? '';
    for (const [id, hold] of openHolds) this.#openHolds.set(id, hold);
    if ((this.#head?.version ?? 0) < version)
      this.#findings.add(
        CHECK.chain,
        `account ${this.id} is carried at version ${version} and sealed up to ${this.#head?.version ?? 0}`,
      );
    if (this.#head?.version === version) this.#compareHead(this.#head);
    this.#cuts.begin(this);
  }

  #resolve({ id, phase, pendingId, credit, currency, amount }: PostingLine): void {
    if (pendingId !== '' || phase === 'post' || phase === 'void') {
      const hold = this.#openHolds.get(pendingId);
      if (
        hold === undefined ||
        hold.credit !== credit ||
        hold.currency !== currency ||
        hold.amount !== amount
      )
        this.#findings.add(CHECK.resolved, `posting ${id} does not fit an open hold ${pendingId}`);
      this.#openHolds.delete(pendingId);
    }
    if (phase === 'hold') this.#openHolds.set(id, { credit, currency, amount });
  }

  #compareHead(head: SealedHead): void {
    if (this.hash.toString('hex') !== head.hash)
      this.#findings.add(
        CHECK.chain,
        `account ${this.id}: the postings up to ${head.version} do not match their seal`,
      );
    else if (head.posted !== this.posted || head.held !== this.held)
      this.#findings.add(
        CHECK.chain,
        `account ${this.id}: sealed with ${head.posted} posted and ${head.held} held at version ${head.version}, replay says ${this.posted}, ${this.held}`,
      );
  }
}
