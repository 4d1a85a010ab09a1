import type { AccountFacts } from './accountFacts.ts';
import { isMoving, type PostingLine } from './postingLine.ts';

/** What postings move on the accounts of the house, in satang by account. */
export class HouseSums {
  readonly sums = new Map<string, bigint>();

  add(posting: PostingLine, facts: AccountFacts): void {
    if (!isMoving(posting)) return;
    this.#move(posting.debit, -posting.amount, facts);
    this.#move(posting.credit, posting.amount, facts);
  }

  #move(account: string, amount: bigint, facts: AccountFacts): void {
    if (facts.get(account)?.isStrict !== false) return;
    this.sums.set(account, (this.sums.get(account) ?? 0n) + amount);
  }
}
