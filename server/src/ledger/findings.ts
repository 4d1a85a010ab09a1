/** One error in the ledger or the audit log. */
export interface Finding {
  check: string;
  detail: string;
}

export const MOST_PER_CHECK = 20;

/** Findings, at most 20 of each check. */
export class Findings {
  readonly list: Finding[] = [];
  readonly #counts = new Map<string, number>();

  add(check: string, detail: string): void {
    const count = this.#counts.get(check) ?? 0;
    if (count >= MOST_PER_CHECK) return;
    this.#counts.set(check, count + 1);
    this.list.push({ check, detail });
  }

  addAll(findings: readonly Finding[]): void {
    for (const { check, detail } of findings) this.add(check, detail);
  }
}

/** What a replay of postings shows. Other checks are named where they are made. */
export const CHECK = {
  replay: 'a strict account replays to its balance, without gaps and never below its floor',
  derivedSum: 'a derived account sums to its checkpoint and what came since',
  currency: 'a posting is between two accounts of its currency',
  members: 'no posting touches two members',
  versions: 'a derived account has no versions',
  resolved: 'a hold is resolved at most once, by a posting like it',
  held: 'what an account holds is the sum of its open holds',
  reversal: 'a reversal mirrors its posting, once',
  chain: 'the audit chain is unbroken',
  root: 'the root over all accounts is that of their postings',
  owed: 'the root of what members are owed sums to the ledger',
} as const;
