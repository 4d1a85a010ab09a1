import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { CHECK, type Findings } from './findings.ts';
import { isMoving, type PostingLine } from './postingLine.ts';

/** What never changes about an account. */
interface Facts {
  currency: string;
  isStrict: boolean;
  memberId: string | null;
}

/** The accounts on the other side of postings, read as they come. */
export class AccountFacts {
  readonly #known = new Map<string, Facts | undefined>();
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  set(id: string, facts: Facts): void {
    this.#known.set(id, facts);
  }

  get(id: string): Facts | undefined {
    return this.#known.get(id);
  }

  /** Reads those accounts of the postings that are not known yet. */
  async load(postings: readonly PostingLine[]): Promise<void> {
    const unknown = new Set(
      postings.flatMap(({ debit, credit }) => [debit, credit]).filter((id) => !this.#known.has(id)),
    );
    if (unknown.size === 0) return;
    const { rows } = await sql<{ id: string } & Facts>`
      select id::text, currency, mode = 'strict' as "isStrict", member_id::text as "memberId"
      from ledger.account where id = any(${[...unknown]}::bigint[])`.execute(this.#db);
    for (const id of unknown) this.#known.set(id, undefined);
    for (const { id, ...facts } of rows) this.#known.set(id, facts);
  }
}

/** What a posting must be with regard to its two accounts. */
export function checkSides(posting: PostingLine, facts: AccountFacts, findings: Findings): void {
  const { id, currency, debit, credit, debitVersion, creditVersion, debitAfter, creditAfter } = posting;
  const from = facts.get(debit);
  const to = facts.get(credit);
  if (from?.currency !== currency || to?.currency !== currency)
    findings.add(CHECK.currency, `posting ${id}: ${currency} from ${debit} to ${credit}`);
  if (from === undefined || to === undefined) return;
  if (from.memberId !== null && to.memberId !== null && from.memberId !== to.memberId)
    findings.add(CHECK.members, `posting ${id}: from member ${from.memberId} to member ${to.memberId}`);
  if (
    (!from.isStrict && debitVersion + debitAfter !== '') ||
    (!to.isStrict && creditVersion + creditAfter !== '')
  )
    findings.add(CHECK.versions, `posting ${id} carries a balance of a derived account`);
  if (from.isStrict && debitVersion === '')
    findings.add(CHECK.replay, `account ${debit}, posting ${id}: version null`);
  if (to.isStrict && isMoving(posting) && creditVersion === '')
    findings.add(CHECK.replay, `account ${credit}, posting ${id}: version null`);
}

/** Compares reversals with what they reverse. */
export async function checkReversals(
  db: Db,
  reversals: readonly PostingLine[],
  findings: Findings,
): Promise<void> {
  if (reversals.length === 0) return;
  const { rows } = await sql<{
    id: string;
    phase: string;
    debit: string;
    credit: string;
    currency: string;
    amount: string;
  }>`
    select id::text, phase, debit::text, credit::text, currency, amount::text from ledger.posting
    where id = any(${reversals.map(({ reversesId }) => reversesId)}::bigint[])`.execute(db);
  const originals = new Map(rows.map((row) => [row.id, row]));
  for (const { id, phase, debit, credit, currency, amount, reversesId } of reversals) {
    const original = originals.get(reversesId);
    const isMirror =
      phase === 'single' &&
      original !== undefined &&
      isMoving(original) &&
      original.debit === credit &&
      original.credit === debit &&
      original.currency === currency &&
      original.amount === String(amount);
    if (!isMirror) findings.add(CHECK.reversal, `posting ${id} does not mirror ${reversesId}`);
  }
}
