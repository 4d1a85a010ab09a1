import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { AccountFacts, checkReversals, checkSides } from './accountFacts.ts';
import { EMPTY_HASH, type SealedHead } from './accountReplay.ts';
import { POSTING_LINE } from './chains.ts';
import { CHECK, Findings } from './findings.ts';
import { HouseSums } from './houseSums.ts';
import { type PostingLine, parsePosting } from './postingLine.ts';
import type { PartResult, PartTask } from './replayPart.ts';
import { RootCuts } from './rootCuts.ts';
import { rowsOf } from './rowsOf.ts';

/** The account under which postings that touch no strict account are sealed. */
const HOUSE = '0';

/** Reads the postings without versions once, in the order in which they were sealed, then those that are not yet. */
export async function replayHouse(db: Db, task: Pick<PartTask, 'trees' | 'sums'>): Promise<PartResult> {
  const findings = new Findings();
  const facts = new AccountFacts(db);
  const house = new HouseSums();
  const cuts = new RootCuts(task.trees, task.sums);
  const head = await houseHead(db);
  const chain = { id: HOUSE, currency: '', version: 0, posted: 0n, held: 0n, hash: EMPTY_HASH };
  const reversed = new Set<string>();
  let postings = 0;
  for await (const rows of rowsOf(
    db,
    sql<{ nth: number | null; line: string | null }>`
      select h.nth::float8 as nth, case when p.id is not null then ${POSTING_LINE} end as line
      from (select * from ledger.posting where debit_version is null and credit_version is null) p
        full join ledger.house_posting h on h.posting_id = p.id
      order by h.nth nulls last, p.id`,
  )) {
    const read = rows.map(({ nth, line }) => ({
      nth,
      posting: line === null ? undefined : parsePosting(line),
    }));
    const there = read.flatMap(({ posting }) => posting ?? []);
    await facts.load(there);
    const reversals: PostingLine[] = [];
    for (const { nth, posting } of read) {
      if (nth !== null) {
        chain.version += 1;
        if (nth !== chain.version)
          findings.add(
            CHECK.chain,
            `number ${nth} of the postings between house accounts should be ${chain.version}`,
          );
        chain.version = nth;
        if (posting === undefined)
          findings.add(CHECK.chain, `number ${nth} of the postings between house accounts is gone`);
        else {
          chain.hash = createHash('sha256').update(chain.hash).update(posting.text).digest();
          cuts.note(chain, posting.at, 0n);
        }
        if (nth === head?.version && chain.hash.toString('hex') !== head.hash)
          findings.add(
            CHECK.chain,
            `the postings between house accounts up to ${nth} do not match their seal`,
          );
      }
      if (posting === undefined) continue;
      postings += 1;
      checkSides(posting, facts, findings);
      house.add(posting, facts);
      if (posting.phase !== 'single' || posting.pendingId !== '')
        findings.add(CHECK.resolved, `posting ${posting.id} does not fit a hold ${posting.pendingId}`);
      if (posting.reversesId === '') continue;
      reversals.push(posting);
      if (reversed.has(posting.reversesId))
        findings.add(CHECK.reversal, `posting ${posting.reversesId} is reversed twice`);
      reversed.add(posting.reversesId);
    }
    await checkReversals(db, reversals, findings);
  }
  cuts.end(chain);
  if ((head?.version ?? 0) > chain.version)
    findings.add(
      CHECK.chain,
      `postings between house accounts are sealed up to ${head?.version}, they end at ${chain.version}`,
    );
  return { findings: findings.list, postings, house: house.sums, cuts: cuts.found(), versions: new Map() };
}

async function houseHead(db: Db): Promise<Pick<SealedHead, 'version' | 'hash'> | undefined> {
  const { rows } = await sql<Pick<SealedHead, 'version' | 'hash'>>`
    select version::float8 as version, encode(hash, 'hex') as hash from ledger.head where account_id = 0`.execute(
    db,
  );
  return rows[0];
}
