import { createHash } from 'node:crypto';
import { bangkokDay } from '@krapao/contract/bangkokTime';
import type { Satang } from '@krapao/contract/money';
import { AppError } from '../../appError.ts';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import { type NewLine, storeOutgoing } from '../../modules/cash/outgoingLines.ts';
import type { DepositAccount } from '../../modules/deposits/depositAccounts.ts';
import { depositRules } from '../../modules/deposits/depositRules.ts';
import {
  importStatement,
  type StatementFileTerms,
  Uncounted,
} from '../../modules/deposits/incoming/importStatement.ts';
import { satangFor } from '../../modules/deposits/kipRate.ts';
import { noteContradiction } from '../../modules/withdrawals/contradiction.ts';
import { refusedButLeft } from '../../modules/withdrawals/leftByStatement.ts';
import { act, type Recorder } from '../act.ts';
import { type Asker, askSecondPerson, type Cause, requireNotAsked, type Waits } from '../approvals/ask.ts';
import { countOwnMoney, requireMembersDay, SecondPersonNeeded } from '../approvals/ownMoney.ts';
import { compareLines, factsOf, waitingLines } from './compareStatement.ts';
import type { CsvAnswers } from './csvWorker.ts';
import { statementApproval } from './statementApproval.ts';
import type { FileLine } from './statementFile.ts';

/** A call ends within the time-outs of browsers and proxies; the client calls again for the remaining lines. */
const BUDGET_MS = 15_000;
const SHOWN_MAX = 500;

/**
 * Imports what no statement has reported yet, by the rules for notices (docs/decisions/095-bank-statements.md). A file
 * with an unreadable line is not imported at all. A file above one operator's limit needs a second operator's approval
 * first. At a member who would get more than one operator may credit, the import stops. The audit log records start and
 * result. @returns the result, and the waiting request
 * @throws AppError CSV_INVALID, APPROVAL_WAITING
 */
export async function importStatementFile(
  context: AppContext,
  asker: Asker,
  account: DepositAccount,
  name: string,
  file: CsvAnswers['statement'],
) {
  if (file.problems.length > 0) throw new AppError('CSV_INVALID', 'a line cannot be read');
  const { db, settings } = context;
  const { sha256 } = file;
  const compared = await compareLines(db, account, file.incoming);
  const waiting = waitingLines(compared);
  const subject = `depositAccount:${account.id}`;
  const unknown = compared.filter(
    ({ isRead, result, isFilesWord, joins }) =>
      !isRead && ((result === 'missing' && joins === undefined) || isFilesWord),
  );
  const told = {
    file: name,
    sha256,
    subject: `statementFile:${account.id}.${hashOf(file.incoming)}`,
    satang: unknown.reduce((sum, { line }) => sum + satangOf(line.amount), 0n),
    lines: unknown.length,
  };
  const counted = await countOrAsk(context, asker, told, async (recorder) =>
    recorder({
      action: 'statement.import',
      subject,
      after: {
        file: name,
        sha256,
        incoming: file.incoming.length,
        outgoing: file.outgoing.length,
        unread: waiting.length,
      },
    }),
  );
  if ('waits' in counted)
    return { credited: 0, queued: 0, differing: 0, known: 0, outgoing: 0, left: 0, lines: [], ...counted };
  const terms: StatementFileTerms = {
    fileId: counted.fileId,
    facts: factsOf(file.incoming, compared),
    joining: new Set(compared.flatMap(({ line, joins }) => (joins ? [line] : []))),
    counted: new Set(unknown.map(({ line }) => line)),
    onCredit: async (trx, memberId) => {
      if (!counted.isOfTwo)
        await requireMembersDay(trx, context, { subject: told.subject, amount: 0n, memberId });
    },
  };
  const rules = depositRules(settings);
  const total = { credited: 0, queued: 0, differing: 0 };
  const until = clock.now() + BUDGET_MS;
  let read = 0;
  const ends: { line: number; end: 'CREDITED' | 'QUEUED' | 'DIFFERING' | 'KNOWN' }[] = [];
  let beyond: Cause | undefined;
  // Lines that wait because an operator credited similar money are tried once more after the other lines, which may
  // have shown its owner.
  const again = new Set<(typeof waiting)[number]>();
  for (const line of waiting) {
    if (clock.now() >= until) break;
    try {
      const { credited, queued, differing } = await importStatement(db, account, [line], rules, terms);
      if (queued > 0 && !again.has(line)) {
        again.add(line);
        waiting.push(line);
        continue;
      }
      total.credited += credited;
      total.queued += queued;
      total.differing += differing;
      read += 1;
      const end = credited > 0 ? 'CREDITED' : queued > 0 ? 'QUEUED' : differing > 0 ? 'DIFFERING' : 'KNOWN';
      ends.push({ line: line.line, end });
    } catch (error) {
      // The transfer that it was to join has just been taken by another report; the next call counts it.
      if (error instanceof Uncounted) continue;
      if (!(error instanceof SecondPersonNeeded)) throw error;
      beyond = error.why;
      break;
    }
  }
  const unread = waiting.length - again.size;
  const result = { ...total, known: compared.length - unread, left: unread - read };
  let outgoing = 0;
  const waits = await act(context, asker, async (trx, recorder) => {
    const left = await storeOutgoing(trx, account.id, file.outgoing, asker.operator.id);
    outgoing = left.length;
    await noteRefused(trx, recorder, account, left);
    await keepClosings(trx, asker, account, file);
    await recorder({ action: 'statement.imported', subject, after: { sha256, ...result, outgoing } });
    return beyond === undefined ? null : ask(trx, recorder, asker, told, beyond);
  });
  const lines = ends.toSorted((a, b) => a.line - b.line).slice(0, SHOWN_MAX);
  return { ...result, outgoing, lines, waits };

  function satangOf(amount: Satang): Satang {
    return account.currency === 'LAK' ? satangFor(amount, settings.get('kip').attForBaht) : amount;
  }
}

/** A payout that was refused, and that the statement shows as left, waits in the queue for a person. */
async function noteRefused(
  trx: Trx,
  recorder: Recorder,
  account: DepositAccount,
  lines: readonly NewLine[],
): Promise<void> {
  for (const { withdrawalId, memberId, line } of await refusedButLeft(trx, account, lines)) {
    const day = bangkokDay(line.at);
    const words = [account.bank_code, account.account_no, day, line.reference || line.text].join(' ');
    const source = ['statement', String(account.id), line.key];
    if (await noteContradiction(trx, withdrawalId, { words, source }))
      await recorder({
        action: 'withdrawal.contradicted',
        subject: `withdrawal:${withdrawalId}`,
        memberId,
        after: { words, state: 'REJECTED', satang: line.amount },
      });
  }
}

/** Keeps what the account's file told of the end of each day; the same file again keeps it once. */
async function keepClosings(
  trx: Trx,
  { operator }: Asker,
  { id }: DepositAccount,
  { closings }: CsvAnswers['statement'],
): Promise<void> {
  for (const closing of closings) {
    const told = { deposit_account_id: id, balance: closing.balance, at: closing.at };
    const known = await trx
      .selectFrom('account_balance')
      .select('id')
      .where('place', '=', String(id))
      .where((e) => e.and(told))
      .where('source', '=', 'FILE')
      .executeTakeFirst();
    if (known) continue;
    await trx
      .insertInto('account_balance')
      .values({ ...told, source: 'FILE', told_by: operator.id })
      .execute();
  }
}

interface Told {
  file: string;
  sha256: string;
  subject: string;
  /** Satang that no source has reported before. */
  satang: Satang;
  lines: number;
}

/** How a file is counted: not at all when it reports nothing new. */
type Counted = { fileId: bigint | undefined; isOfTwo: boolean } | { waits: Waits };

/** Counts money that only the file reports, once for its lines, however often they are imported. */
async function countOrAsk(
  context: AppContext,
  asker: Asker,
  told: Told,
  begin: (recorder: Recorder) => Promise<void>,
): Promise<Counted> {
  const { subject, satang } = told;
  try {
    return await act(context, asker, async (trx, recorder) => {
      await begin(recorder);
      await requireNotAsked(trx, subject);
      if (satang === 0n) return { fileId: undefined, isOfTwo: false };
      const money = { subject, amount: satang };
      const { id, isOfTwo } = await countOwnMoney(trx, { operatorId: asker.operator.id }, context, money);
      return { fileId: id, isOfTwo };
    });
  } catch (error) {
    if (!(error instanceof SecondPersonNeeded)) throw error;
    const { why } = error;
    return { waits: await act(context, asker, (trx, recorder) => ask(trx, recorder, asker, told, why)) };
  }
}

function ask(trx: Trx, recorder: Recorder, asker: Asker, told: Told, cause: Cause): Promise<Waits> {
  const { subject, satang, file } = told;
  return askSecondPerson(trx, recorder, statementApproval, asker, {
    subject,
    payload: { ...told, satang: String(satang) },
    cause,
    reason: file,
    amount: satang,
  });
}

/** Hash of the content of the lines, independent of the file's columns: another sender makes another file. */
function hashOf(lines: readonly FileLine[]): string {
  const hash = createHash('sha256');
  for (const { transRef, amount, transferredAt, sendingBankCode, sender } of lines)
    hash.update(
      JSON.stringify([
        transRef,
        String(amount),
        transferredAt.toISOString(),
        sendingBankCode ?? null,
        sender.displayName,
        sender.account,
      ]),
    );
  return hash.digest('hex');
}
