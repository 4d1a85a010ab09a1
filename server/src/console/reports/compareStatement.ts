import { bahtFromSatang, type Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { bookAt } from '../../modules/cash/accountBook.ts';
import type { DepositAccount } from '../../modules/deposits/depositAccounts.ts';
import { type Joined, tryLines } from '../../modules/deposits/incoming/dryRun.ts';
import {
  type IncomingTransfer,
  NO_BANK,
  type StatementFileFacts,
  type StoredSender,
  senderOf,
  showsSender,
} from '../../modules/deposits/incoming/incomingTransfer.ts';
import { isAnother } from '../../modules/deposits/incoming/recordTransfer.ts';
import { shownReference } from '../../modules/deposits/incoming/unreferenced.ts';
import { presentLines } from './previewLines.ts';
import type { FileLine, StatementFile } from './statementFile.ts';

const SHOWN_MAX = 500;
const DAY_MS = 86_400_000;

/** A line of a statement, and our transfer with the same reference. */
export interface Comparison {
  line: FileLine;
  result: 'missing' | 'known' | 'differing';
  ours: { amount: Satang; status: string; id?: bigint } | undefined;
  /** An import of an earlier statement has processed it. */
  isRead: boolean;
  /** Another source also reported this reference. */
  isShared: boolean;
  /** The transfer that an import would join a missing line to, by time and sender. */
  joins: Joined | undefined;
  /** The transfer waits, and this line vouches for its amount or its owner where no bank does. */
  isFilesWord: boolean;
}

interface KnownTransfer {
  id: bigint;
  trans_ref: string;
  sending_bank: string;
  deposit_account_id: bigint | null;
  source: string;
  /** The sources that reported it under this reference. */
  told_by: string[];
  transferred_at: Date;
  sender: IncomingTransfer['sender'];
  amount: Satang;
  status: string;
  statement_read_at: Date | null;
}

/**
 * Compares a statement with our transfers: lines that only the statement has, transfers that only we have, and
 * different amounts. Changes nothing.
 */
export async function previewStatement(db: Db, account: DepositAccount, file: StatementFile) {
  const lines = await compareLines(db, account, file.incoming);
  const span = spanOf(file.incoming);
  const joined = new Set(lines.flatMap(({ joins }) => (joins ? [String(joins.id)] : [])));
  const extra = (span === null ? [] : await notOnStatement(db, account, file.incoming, span)).filter(
    ({ id }) => !joined.has(id),
  );
  const missing = lines.filter(({ result, joins }) => result === 'missing' && joins === undefined);
  const shown = await presentLines(db, account, file, lines);
  const differing = lines.filter(({ result }) => result === 'differing');
  return {
    problems: file.problems.slice(0, SHOWN_MAX),
    problemCount: file.problems.length,
    isImportable: file.problems.length === 0,
    incoming: {
      count: file.incoming.length,
      amount: bahtFromSatang(file.incoming.reduce((sum, { amount }) => sum + amount, 0n)),
    },
    leftAlone: file.leftAlone,
    known: lines.filter(({ result, joins }) => result === 'known' || joins !== undefined).length,
    unread: lines.filter(({ isRead }) => !isRead).length,
    from: span?.start.toISOString() ?? null,
    to: span?.end.toISOString() ?? null,
    missing: missing.slice(0, SHOWN_MAX).map(({ line }) => present(line)),
    missingCount: missing.length,
    differing: differing.slice(0, SHOWN_MAX).map(({ line, ours }) => ({
      ...present(line),
      ours: bahtFromSatang(ours?.amount ?? 0n),
      status: ours?.status ?? '',
    })),
    differingCount: differing.length,
    extra: extra.slice(0, SHOWN_MAX),
    extraCount: extra.length,
    ...shown,
    closing: await closingOf(db, account, file),
  };
}

/** The closing balance of the file beside our books. */
async function closingOf(db: Db, { id }: DepositAccount, { closings }: StatementFile) {
  const closing = closings.at(-1);
  if (closing === undefined) return null;
  const expected = await bookAt(db, id, closing.at);
  return {
    balance: bahtFromSatang(closing.balance),
    at: closing.at.toISOString(),
    expected: bahtFromSatang(expected),
    difference: bahtFromSatang(closing.balance - expected),
  };
}

/** What an import has to know of a file as a whole. */
export function factsOf(lines: readonly FileLine[], compared: readonly Comparison[]): StatementFileFacts {
  const span = spanOf(lines);
  return {
    references: new Set(lines.map(({ transRef }) => transRef)),
    from: span?.start ?? new Date(0),
    to: span?.end ?? new Date(0),
    isForeign: !compared.some(({ isShared }) => isShared),
  };
}

/**
 * Compares each line with the transfer known under its reference, by the same rule as an import; those without one with
 * the transfers that an import would join them to.
 */
export async function compareLines(
  db: Db,
  account: DepositAccount,
  lines: readonly FileLine[],
): Promise<Comparison[]> {
  const compared = await compareReferences(db, account, lines);
  const joined = await tryLines(db, account, waitingLines(compared), factsOf(lines, compared));
  return compared.map((one) => {
    const joins = joined.get(one.line);
    const isFilesWord = one.isFilesWord || joins?.isFilesWord === true;
    return { ...one, isFilesWord, joins: one.result === 'missing' ? joins : undefined };
  });
}

/** What no statement told yet. Known references come first, so that no other line takes their transfer as its twin. */
export const waitingLines = (compared: readonly Comparison[]): FileLine[] =>
  compared
    .filter(({ isRead }) => !isRead)
    .toSorted((a, b) => Number(a.result === 'missing') - Number(b.result === 'missing'))
    .map(({ line }) => line);

async function compareReferences(
  db: Db,
  account: DepositAccount,
  lines: readonly FileLine[],
): Promise<Comparison[]> {
  const { rows } = await sql<KnownTransfer>`
    with asked as (select unnest(${lines.map(({ transRef }) => transRef)}::text[]) as trans_ref)
    select id, trans_ref, sending_bank, deposit_account_id, source, told_by, transferred_at, sender, amount, status,
      statement_read_at
    from incoming_transfer where trans_ref in (select trans_ref from asked)
    union all
    select t.id, w.trans_ref, w.sending_bank, w.deposit_account_id, w.source, '{}'::text[], w.transferred_at, t.sender, t.amount,
      t.status, case w.source when 'STATEMENT' then t.statement_read_at end
    from transfer_twin w join incoming_transfer t on t.id = w.incoming_transfer_id
    where w.trans_ref in (select trans_ref from asked)
    order by id, source desc`.execute(db);
  const known = Map.groupBy(rows, ({ trans_ref }) => trans_ref);
  const seen = new Map<string, FileLine>();
  return lines.map((line): Comparison => {
    const key = `${line.sendingBank ?? ''} ${line.transRef}`;
    const earlier = seen.get(key);
    seen.set(key, earlier ?? line);
    const first = earlier && isAnother(asTold(earlier, account), told(line), account) ? undefined : earlier;
    // A reference that occurs twice in the file is one transfer; its second amount is reported and changes nothing.
    if (first && first.amount !== line.amount)
      return {
        line,
        result: 'differing',
        ours: { amount: first.amount, status: 'FILE' },
        isRead: true,
        isShared: false,
        isFilesWord: false,
        joins: undefined,
      };
    const candidates = (known.get(line.transRef) ?? []).filter((transfer) => canBe(transfer, line, account));
    const match = candidates.find(({ amount }) => amount === line.amount) ?? candidates[0];
    if (match === undefined)
      return {
        line,
        result: first ? 'known' : 'missing',
        ours: undefined,
        isRead: first !== undefined,
        isShared: false,
        isFilesWord: false,
        joins: undefined,
      };
    return {
      line,
      result: match.amount === line.amount ? 'known' : 'differing',
      ours: match,
      isRead: match.statement_read_at !== null,
      isShared: match.told_by.some((source) => source !== 'STATEMENT'),
      joins: undefined,
      isFilesWord:
        match.status === 'QUEUED' &&
        ((match.sending_bank === NO_BANK && line.sendingBank !== undefined) ||
          (!showsSender(senderOf(match)) && showsSender(line.sender))),
    };
  });
}

const told = (line: FileLine) => ({ ...line, source: 'STATEMENT' as const });

const asTold = ({ transferredAt }: FileLine, { id }: DepositAccount) => ({
  source: 'STATEMENT' as const,
  deposit_account_id: id,
  transferred_at: transferredAt,
});

function canBe(transfer: KnownTransfer, line: FileLine, account: DepositAccount): boolean {
  if (isAnother(transfer, told(line), account)) return false;
  const isOfAccount = transfer.deposit_account_id === account.id;
  if (line.sendingBank === undefined) return isOfAccount;
  if (transfer.sending_bank === line.sendingBank) return true;
  return transfer.sending_bank === NO_BANK && isOfAccount && transfer.amount === line.amount;
}

/** The first and the last moment of the statement. */
function spanOf(lines: readonly FileLine[]): { start: Date; end: Date } | null {
  if (lines.length === 0) return null;
  let start = Number.POSITIVE_INFINITY;
  let end = 0;
  for (const { transferredAt, isDay } of lines) {
    start = Math.min(start, transferredAt.getTime());
    end = Math.max(end, transferredAt.getTime() + (isDay ? DAY_MS - 1 : 0));
  }
  return { start: new Date(start), end: new Date(end) };
}

async function notOnStatement(
  db: Db,
  account: DepositAccount,
  lines: readonly FileLine[],
  { start, end }: { start: Date; end: Date },
) {
  const rows = await db
    .selectFrom('incoming_transfer as t')
    .leftJoin('transfer_twin as w', (join) =>
      join.onRef('w.incoming_transfer_id', '=', 't.id').on('w.source', '=', 'STATEMENT'),
    )
    .select(['t.id', 't.trans_ref', 't.amount', 't.transferred_at', 't.sender', 't.status', 't.member_id'])
    .select('w.trans_ref as on_statement')
    .where('t.deposit_account_id', '=', account.id)
    .where('t.transferred_at', '>=', start)
    .where('t.transferred_at', '<=', end)
    .orderBy('t.transferred_at')
    .execute();
  const references = new Set(lines.map(({ transRef }) => transRef));
  return rows
    .filter(({ trans_ref, on_statement }) => !references.has(on_statement ?? trans_ref))
    .map((row) => ({
      id: String(row.id),
      reference: shownReference(row.trans_ref),
      amount: bahtFromSatang(row.amount),
      at: row.transferred_at.toISOString(),
      sender: (row.sender as unknown as StoredSender).displayName,
      status: row.status,
      memberId: row.member_id === null ? null : String(row.member_id),
    }));
}

function present({ line, transRef, amount, transferredAt, sender }: FileLine) {
  return {
    line,
    reference: shownReference(transRef),
    amount: bahtFromSatang(amount),
    at: transferredAt.toISOString(),
    sender: [sender.displayName, sender.account].filter(Boolean).join(' '),
  };
}
