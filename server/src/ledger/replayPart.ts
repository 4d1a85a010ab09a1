import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { AccountFacts, checkReversals, checkSides } from './accountFacts.ts';
import { AccountReplay, type SealedHead, type StrictAccount } from './accountReplay.ts';
import { archiveBorder, basesOf } from './carried.ts';
import { POSTING_LINE } from './chains.ts';
import { CHECK, type Finding, Findings } from './findings.ts';
import { HouseSums } from './houseSums.ts';
import { type PostingLine, parsePosting } from './postingLine.ts';
import { type AtCuts, type Cut, RootCuts } from './rootCuts.ts';
import { rowsOf } from './rowsOf.ts';
import { type Part, within } from './within.ts';

export interface PartTask extends Part {
  /** Roots whose trees are made again, and those whose sums are; the second in the order of time. */
  trees: readonly Cut[];
  sums: readonly Cut[];
  /**
   * Versions of the accounts that were verified before, by account. Only accounts that have moved since are read again,
   * and only what is new is counted.
   */
  known: ReadonlyMap<string, number> | undefined;
}

/** What a part shows. Each posting is counted in one part. */
export interface PartResult {
  findings: Finding[];
  postings: number;
  /** Moved on accounts of the house, in satang. */
  house: Map<string, bigint>;
  cuts: AtCuts;
  versions: Map<string, number>;
}

interface Row {
  account: string;
  is_debit: boolean;
  line: string;
}

type AccountRow = StrictAccount & { id: string; member_id: string | null; mode: string };

/** Reads the postings of the strict accounts of a part once, and replays each account; archived ones from where they end. */
export async function replayPart(db: Db, task: PartTask): Promise<PartResult> {
  const findings = new Findings();
  const facts = new AccountFacts(db);
  const house = new HouseSums();
  const cuts = new RootCuts(task.trees, task.sums);
  const { accounts, versions } = await accountsOf(db, task, facts);
  const moved = task.known && [...versions].flatMap(([id, now]) => (task.known?.get(id) === now ? [] : [id]));
  const heads = await headsOf(db, task);
  const { liveFrom } = await archiveBorder(db);
  const bases = await basesOf(db, task, liveFrom);
  let postings = 0;
  let current: AccountReplay | undefined;
  const replay = (id: string) =>
    new AccountReplay(id, accounts.get(id), heads.get(id), { findings, cuts }, bases.get(id));

  for await (const rows of rowsOf<Row>(db, entries(moved ? { ...task, only: moved } : task, liveFrom))) {
    const read = rows.map((row) => ({ ...row, posting: parsePosting(row.line) }));
    await facts.load(read.map(({ posting }) => posting));
    const reversals: PostingLine[] = [];
    for (const { account, is_debit, posting } of read) {
      if (current?.id !== account) {
        current?.end();
        current = replay(account);
        accounts.delete(account);
        heads.delete(account);
        bases.delete(account);
      }
      current.add(posting, is_debit);
      // Each posting is looked at from its debit side if that has a version.
      if (!is_debit && posting.debitVersion !== '') continue;
      checkSides(posting, facts, findings);
      if (!is_debit && posting.pendingId !== '')
        findings.add(CHECK.resolved, `posting ${posting.id} does not fit hold ${posting.pendingId}`);
      if (posting.reversesId !== '') {
        reversals.push(posting);
        if (!current.isFirstReversal(posting.reversesId))
          findings.add(CHECK.reversal, `posting ${posting.reversesId} is reversed twice`);
      }
      if (current.version <= (task.known?.get(account) ?? 0)) continue;
      postings += 1;
      house.add(posting, facts);
    }
    await checkReversals(db, reversals, findings);
  }
  current?.end();
  // Accounts without postings, and heads and bases without accounts.
  const unmoved =
    task.known === undefined ? new Set([...accounts.keys(), ...heads.keys(), ...bases.keys()]) : [];
  for (const id of unmoved) replay(id).end();
  return { findings: findings.list, postings, house: house.sums, cuts: cuts.found(), versions };
}

async function accountsOf(db: Db, part: Part, facts: AccountFacts) {
  const { rows } = await sql<AccountRow>`
    select id::text, currency, mode, member_id::text, coalesce(floor, 0) as floor, posted, held, version::float8 as version
    from ledger.account where ${within('id', part)}`.execute(db);
  const accounts = new Map<string, StrictAccount>();
  const versions = new Map<string, number>();
  for (const { id, mode, member_id, ...account } of rows) {
    facts.set(id, { currency: account.currency, isStrict: mode === 'strict', memberId: member_id });
    if (mode !== 'strict') continue;
    accounts.set(id, account);
    versions.set(id, account.version);
  }
  return { accounts, versions };
}

async function headsOf(db: Db, part: Part): Promise<Map<string, SealedHead>> {
  const { rows } = await sql<SealedHead & { id: string }>`
    select account_id::text as id, version::float8 as version, posted, held, encode(hash, 'hex') as hash
    from ledger.head where ${within('account_id', part)} and account_id <> 0`.execute(db);
  return new Map(rows.map(({ id, ...head }) => [id, head]));
}

/** Both sides of the part's postings that have a version, in the order of the accounts' versions. */
function entries(part: Part, liveFrom: bigint): RawBuilder<Row> {
  const side = (account: 'debit' | 'credit') => sql`
    select ${sql.ref(account)} as account, ${sql.ref(`${account}_version`)} as version, p.id,
      ${sql.lit(account === 'debit')} as is_debit, ${POSTING_LINE} as line
    from ledger.posting p where ${sql.ref(`${account}_version`)} is not null and p.id >= ${liveFrom} and ${within(account, part)}`;
  return sql`select account::text, is_debit, line from (${side('debit')} union all ${side('credit')}) e
    order by e.account, e.version, e.id`;
}
