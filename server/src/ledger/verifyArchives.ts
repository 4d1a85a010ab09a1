import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { AccountFacts, checkReversals, checkSides } from './accountFacts.ts';
import { AccountReplay, type SealedHead } from './accountReplay.ts';
import { type ArchivedVersion, digestOf, listArchives, readArchive } from './archiveFile.ts';
import { POSTING_LINE } from './chains.ts';
import { type Finding, Findings } from './findings.ts';
import { HouseSums } from './houseSums.ts';
import { type PostingLine, parsePosting } from './postingLine.ts';
import { RootCuts } from './rootCuts.ts';
import { rowsOf } from './rowsOf.ts';

const CHECK = 'archived postings are in their files, and lead to what verify goes on with';

/** A strict account as it was carried, with the lines that the database kept of its archived postings. */
interface Carried extends SealedHead {
  account: string;
  currency: string;
  member_id: string | null;
  floor: bigint;
  kept: string[];
}

/**
 * Checks the files of all archived postings: each is the one that was archived, their postings replay to what each
 * account's chain goes on with, and what the database kept of them is the same.
 * @param trx a snapshot
 * @returns the errors, at most 20 of each check
 */
export async function verifyArchives(trx: Db, folder: string): Promise<Finding[]> {
  const findings = new Findings();
  const { rows: archives } = await sql<{ number: number; file_hash: Buffer }>`
    select number, file_hash from ledger.archive order by number`.execute(trx);
  const paths = await listArchives(folder);
  const whole: string[] = [];
  for (const { number, file_hash } of archives) {
    const path = paths.get(number);
    if (path === undefined) findings.add(CHECK, `the file of part ${number} is missing`);
    else if (!(await digestOf(path)).hash.equals(file_hash))
      findings.add(CHECK, `${path} is not the file that was archived`);
    else whole.push(path);
  }
  // Only what was archived is worth reading.
  if (whole.length > 0 && whole.length === archives.length) await replay(trx, whole, findings);
  return findings.list;
}

async function replay(trx: Db, paths: readonly string[], findings: Findings): Promise<void> {
  const facts = new AccountFacts(trx);
  const house = new HouseSums();
  const files = await Promise.all(paths.map(openFile));
  for await (const accounts of rowsOf(trx, CARRIED)) {
    for (const carried of accounts) await replayAccount(trx, carried, { files, facts, house, findings });
  }
  for (const { next } of files)
    if (next !== undefined) findings.add(CHECK, `account ${next.account} is in a file and not carried`);
  const { rows } = await sql<{ account: string; posted: bigint }>`
    select account_id::text as account, posted from ledger.carried where version = 0`.execute(trx);
  const sums = new Map(house.sums);
  for (const { account, posted } of rows) {
    if ((sums.get(account) ?? 0n) !== posted)
      findings.add(
        CHECK,
        `account ${account} is carried with ${posted}, the files say ${sums.get(account) ?? 0n}`,
      );
    sums.delete(account);
  }
  for (const [account, posted] of sums)
    if (posted !== 0n)
      findings.add(CHECK, `account ${account} is carried with nothing, the files say ${posted}`);
}

const kept = (side: 'debit' | 'credit') => sql`
  select ${POSTING_LINE} as line from ledger.posting p where ${sql.ref(`p.${side}`)} = c.account_id
    and ${sql.ref(`p.${side}_version`)} <= c.version`;
const CARRIED = sql<Carried>`
  select c.account_id::text as account, c.version::float8 as version, c.posted, c.held, encode(c.hash, 'hex') as hash,
    coalesce(a.currency, '') as currency, a.member_id::text, coalesce(a.floor, 0) as floor,
    array(${kept('debit')} union all ${kept('credit')}) as kept
  from ledger.carried c left join ledger.account a on a.id = c.account_id where c.version > 0 order by c.account_id`;

/** A file, and its next line. */
interface OpenFile {
  next: ArchivedVersion | undefined;
  step(): Promise<void>;
}

async function openFile(path: string): Promise<OpenFile> {
  const versions = readArchive(path);
  const file: OpenFile = {
    next: undefined,
    step: async () => {
      const { done, value } = await versions.next();
      file.next = done ? undefined : value;
    },
  };
  await file.step();
  return file;
}

/** Files and carried accounts are in the order of the accounts; of each account an older file has the lower versions. */
async function replayAccount(
  trx: Db,
  carried: Carried,
  {
    files,
    facts,
    house,
    findings,
  }: { files: readonly OpenFile[]; facts: AccountFacts; house: HouseSums; findings: Findings },
): Promise<void> {
  const { account, currency, member_id } = carried;
  facts.set(account, { currency, isStrict: true, memberId: member_id });
  const own = new Findings();
  // As if the account and its seal ended here.
  const replayed = new AccountReplay(account, carried, carried, {
    findings: own,
    cuts: new RootCuts([], []),
  });
  const left = new Set(carried.kept);
  const reversals: PostingLine[] = [];
  for (const file of files) {
    for (; file.next?.account === account; await file.step()) {
      const { isDebit, line } = file.next;
      const posting = parsePosting(line);
      left.delete(line);
      replayed.add(posting, isDebit);
      if (!isDebit && posting.debitVersion !== '') continue;
      await facts.load([posting]);
      checkSides(posting, facts, own);
      house.add(posting, facts);
      if (posting.reversesId !== '') reversals.push(posting);
    }
  }
  replayed.end();
  await checkReversals(trx, reversals, own);
  for (const { detail } of own.list) findings.add(CHECK, detail);
  for (const line of left)
    findings.add(
      CHECK,
      `posting ${parsePosting(line).id} is in the database not as in its file, account ${account}`,
    );
}
