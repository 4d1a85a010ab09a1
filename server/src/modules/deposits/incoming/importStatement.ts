import { sql } from 'kysely';
import type { Db, Trx } from '../../../database/connect.ts';
import type { StatementLine } from '../../../providers/bankStatement.ts';
import type { DepositAccount } from '../depositAccounts.ts';
import type { DepositRules } from '../depositRules.ts';
import type { Recorded } from './filesWord.ts';
import type { SeenTransfer, StatementFileFacts } from './incomingTransfer.ts';
import { takeReport } from './receiveTransfer.ts';
import { recordTransfer } from './recordTransfer.ts';

/** The results of a statement's lines. */
export interface StatementImport {
  lines: number;
  /** Credited by this import: the first report of the transfer. */
  credited: number;
  /** Waiting for an operator now. */
  queued: number;
  /** Newly read lines whose amount differs from the first report's. */
  differing: number;
}

type LineResult = 'known' | 'credited' | 'queued' | 'differing';

/** The limits for an operator's file, which does not come from a bank connection. */
export interface StatementFileTerms {
  /** The file's entry in own_money; undefined if the file reports nothing new. */
  fileId: bigint | undefined;
  facts: StatementFileFacts;
  /** Lines that are to join transfers that others told. */
  joining: ReadonlySet<StatementLine>;
  /** Lines that are counted as an operator's word. */
  counted: ReadonlySet<StatementLine>;
  /** Called in the transaction of a line that was credited on the file's word; an error rolls the line back. */
  onCredit: (trx: Trx, memberId: bigint) => Promise<void>;
}

/**
 * Imports the lines of one account's statement, each in its own transaction. Transfers that notices and slips already
 * reported are found by their reference, or as the twin of a report with another one or none. The rest is credited or queued
 * like a notice. The same lines again change nothing (docs/decisions/095-bank-statements.md, 163-twins-of-a-report.md).
 */
export async function importStatement(
  db: Db,
  account: DepositAccount,
  lines: readonly StatementLine[],
  rules: DepositRules,
  file?: StatementFileTerms,
): Promise<StatementImport> {
  const known = await knownReferences(db, account, lines);
  const take = (line: StatementLine) =>
    db.transaction().execute((trx) => importLine(trx, account, line, rules, file));
  const ends = new Map<StatementLine, LineResult>();
  // Lines with known references come first, so that other lines cannot take their transfers as twins.
  const inOrder = lines.toSorted((a, b) => Number(known.has(b.transRef)) - Number(known.has(a.transRef)));
  for (const line of inOrder) ends.set(line, await take(line));
  // A line that waits because an operator credited such money is free once that money was found among the other lines.
  for (const [line, end] of ends) if (end === 'queued') ends.set(line, await take(line));
  const count = (of: LineResult) => [...ends.values()].filter((end) => end === of).length;
  return {
    lines: lines.length,
    credited: count('credited'),
    queued: count('queued'),
    differing: count('differing'),
  };
}

async function knownReferences(
  db: Db,
  { id }: DepositAccount,
  lines: readonly StatementLine[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('incoming_transfer')
    .select('trans_ref')
    .where('deposit_account_id', '=', id)
    .where('trans_ref', 'in', ['', ...lines.map(({ transRef }) => transRef)])
    .execute();
  return new Set(rows.map(({ trans_ref }) => trans_ref));
}

/** Thrown where a line tells what no bank told, and nobody has counted its money. */
export class Uncounted extends Error {}

/** Stores what a line tells, as an import does, and credits nothing. @returns its transfer, locked */
export function recordLine(
  trx: Trx,
  account: DepositAccount,
  line: StatementLine,
  file: Pick<StatementFileTerms, 'fileId' | 'facts'>,
): Promise<Recorded> {
  return recordTransfer(trx, seenOfLine(account, line, file), account);
}

function seenOfLine(
  account: DepositAccount,
  { reference, balance: _, ...line }: StatementLine,
  file: Pick<StatementFileTerms, 'fileId' | 'facts'> | undefined,
): SeenTransfer {
  const receiver = { type: 'account', bankCode: account.bank_code, accountNo: account.account_no, reference };
  return { ...line, receiver, source: 'STATEMENT', fileId: file?.fileId, file: file?.facts };
}

/** Imports one line of a statement. The first report of a statement about a transfer stays. */
async function importLine(
  trx: Trx,
  account: DepositAccount,
  line: StatementLine,
  rules: DepositRules,
  file: StatementFileTerms | undefined,
): Promise<LineResult> {
  const before = await takeReport(trx, seenOfLine(account, line, file), account, rules);
  const isNew = before.source === 'STATEMENT' && before.statement_read_at === null;
  const isAlone = (isNew && file?.joining.has(line)) || before.isFilesWord;
  if (isAlone && file !== undefined && !file.counted.has(line)) throw new Uncounted();
  const after = await trx
    .updateTable('incoming_transfer')
    .set({
      statement_amount: sql<bigint>`coalesce(statement_amount, ${line.amount})`,
      statement_balance: sql<bigint | null>`coalesce(statement_balance, ${line.balance ?? null})`,
      statement_read_at: sql<Date>`coalesce(statement_read_at, site.clock_timestamp())`,
    })
    .where('id', '=', before.id)
    .returning(['status', 'amount', 'member_id', 'own_money_id'])
    .executeTakeFirstOrThrow();
  const isCredited = before.status === 'QUEUED' && after.status === 'CREDITED';
  if (isCredited && after.member_id !== null && after.own_money_id !== null)
    await file?.onCredit(trx, after.member_id);
  if (after.amount !== line.amount) return before.statement_amount === null ? 'differing' : 'known';
  if (after.status === 'QUEUED') return 'queued';
  return isCredited ? 'credited' : 'known';
}
