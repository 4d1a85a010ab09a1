import type { ResultMapping } from '@krapao/contract/api/operator/payoutBatches';
import { bahtFromSatang, satangFromBaht } from '@krapao/contract/money';
import type { ResultEffect } from '@krapao/contract/payoutFormats';
import { AppError } from '../../appError.ts';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import {
  answerRows,
  type ClosedRow,
  noteBankWords,
  type RowAnswer,
  stopSecondPayment,
} from '../../modules/withdrawals/batch/closeRows.ts';
import { payoutFormat } from '../../modules/withdrawals/batch/payoutFormats.ts';
import { showBatch } from '../../modules/withdrawals/batch/showBatches.ts';
import { noteContradiction } from '../../modules/withdrawals/contradiction.ts';
import { plainReference } from '../../modules/withdrawals/payoutProof.ts';
import { act, actorName } from '../act.ts';
import type { Asker } from '../approvals/ask.ts';
import { membersOfOwnMoney, requireOthersMoney } from '../approvals/ownMoney.ts';
import type { CsvUpload } from '../reports/receiveCsv.ts';
import { batchSubject } from './batchApprovals.ts';
import { countKinds, kindOf, type Meaning, type ResultPlan, type SentRow, toldWords } from './matchResult.ts';

/** A call ends within the time-outs of browsers and proxies; the client calls again for the remaining rows. */
const BUDGET_MS = 15_000;
const SHOWN_MAX = 500;
const ROWS_AT_ONCE = 20;

type Batch = Awaited<ReturnType<typeof showBatch>>;

/**
 * Shows what the bank's answer would do to a file. Changes nothing.
 * @throws AppError NO_DATA, CSV_INVALID, CSV_TOO_LONG, RESULT_OTHER_BATCH
 */
export async function previewResult(
  context: AppContext,
  { operator }: Asker,
  batchId: string,
  csv: CsvUpload,
  mapping: ResultMapping,
) {
  const { batch, answer } = await readAnswer(context, operator.id, batchId, csv, mapping);
  const { isMapped, sample, plan } = answer;
  if (isMapped) await requireThisBatch(context, batchId, answer);
  const members = new Map(batch.rows.map(({ line, memberName }) => [line, memberName]));
  return {
    lines: plan.meanings.length,
    counts: countKinds(plan.meanings),
    silent: plan.silent,
    isMapped,
    sample,
    mapping: answer.mapping,
    shown: plan.meanings
      .filter(({ kind }) => kind !== 'paid' && kind !== 'answered')
      .slice(0, SHOWN_MAX)
      .map(({ line, kind, row }) => ({
        line: line.line,
        kind,
        row: row?.line ?? null,
        memberName: row === undefined ? null : (members.get(row.line) ?? null),
        reference: line.reference,
        account: line.account,
        amount: line.amount === null ? null : bahtFromSatang(line.amount),
        ours: row === undefined ? null : bahtFromSatang(row.amount),
        words: line.words,
      })),
  };
}

/**
 * Applies the bank's answer, some rows in each transaction: what a crash leaves open, the same file closes. A row that
 * has an answer keeps it. The audit log records start and result.
 * @throws AppError as previewResult, and RESULT_COLUMNS if the file does not tell its columns
 */
export async function applyResult(
  context: AppContext,
  asker: Asker,
  batchId: string,
  csv: CsvUpload,
  mapping: ResultMapping,
) {
  const { answer } = await readAnswer(context, asker.operator.id, batchId, csv, mapping);
  const { isMapped, plan, sha256 } = answer;
  if (!isMapped) throw new AppError('RESULT_COLUMNS');
  await requireThisBatch(context, batchId, answer);
  const subject = batchSubject(batchId);
  const work = plan.meanings.filter(isWork);
  const counts = countKinds(plan.meanings);
  const applied: Applied = { paid: 0, refused: 0, person: 0, stopped: 0, named: 0, own: 0 };
  if (work.length === 0) return { counts, applied, silent: plan.silent, left: 0 };
  const resultId = await act(context, asker, async (trx, recorder) => {
    await recorder({
      action: 'withdrawal.result',
      subject,
      after: { file: csv.name, sha256, ...counts },
    });
    const { id, payout_batch_id } = await trx
      .insertInto('payout_result')
      .values({
        payout_batch_id: BigInt(batchId),
        sha256,
        file_name: csv.name,
        uploaded_by: asker.operator.id,
      })
      // Of two uploads of one file, the later one continues the earlier.
      .onConflict((conflict) =>
        conflict.column('sha256').doUpdateSet(({ ref }) => ({ sha256: ref('excluded.sha256') })),
      )
      .returning(['id', 'payout_batch_id'])
      .executeTakeFirstOrThrow();
    if (payout_batch_id !== BigInt(batchId)) throw new AppError('RESULT_OTHER_BATCH');
    return id;
  });
  const until = clock.now() + BUDGET_MS;
  const shared = sharedReferences(plan.meanings);
  const uploading: Uploading = { context, asker, batchId, resultId, fileName: csv.name, shared };
  let left = work.length;
  for (let at = 0; at < work.length && clock.now() < until; at += ROWS_AT_ONCE) {
    const some = work.slice(at, at + ROWS_AT_ONCE);
    for (const [what, count] of Object.entries(await applySome(uploading, some)))
      applied[what as keyof Applied] += count;
    left -= some.length;
  }
  await act(context, asker, (_, recorder) =>
    recorder({ action: 'withdrawal.resulted', subject, after: { sha256, ...applied, left } }),
  );
  return { counts, applied, silent: plan.silent, left };
}

/** What an upload does something about: it records also what contradicts a final answer. */
const isWork = ({ kind }: Meaning): boolean =>
  kind === 'paid' || kind === 'refused' || kind === 'person' || kind === 'contradicts';

interface Uploading {
  context: AppContext;
  asker: Asker;
  batchId: string;
  resultId: bigint;
  fileName: string;
  shared: ReadonlySet<string>;
}

const EFFECTS = { PAID: 'paid', REFUSED: 'refused', STUCK: 'person' } as const;
type Applied = Record<ResultEffect, number>;

/** Applies some lines in one transaction; where one of them is another operator's to apply, each in its own. */
async function applySome(uploading: Uploading, some: readonly Meaning[]): Promise<Partial<Applied>> {
  const { context, asker, batchId, resultId, shared } = uploading;
  const { operator } = asker;
  const kinds = new Map(
    some.flatMap(({ kind, line, row }) => (row ? [[row.line, { kind, line }] as const] : [])),
  );
  const applied: Partial<Applied> = {};
  const count = (what: keyof Applied, items = 1) => {
    applied[what] = (applied[what] ?? 0) + items;
  };
  let closedBefore: Map<number, ClosedRow>;
  try {
    closedBefore = await context.db.transaction().execute(async (trx) => {
      const answers = new Map(
        [...kinds].flatMap(([place, { kind, line }]) =>
          kind === 'contradicts' ? [] : [[place, answerOf(kind, line, shared)] as const],
        ),
      );
      const source = { decision: decisionOf(uploading), resultId };
      const answered = await answerRows(trx, BigInt(batchId), answers, source);
      const { ends, paidMembers } = answered;
      if (paidMembers.length > 0) await requireOthersMoney(trx, operator.id, paidMembers, context);
      for (const end of ends.values()) count(EFFECTS[end]);
      return answered.closedBefore;
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'PAYOUT_OWN_DEPOSIT') throw error;
    if (some.length === 1) return { own: 1 };
    for (const one of some)
      for (const [what, items] of Object.entries(await applySome(uploading, [one])))
        count(what as keyof Applied, items);
    return applied;
  }
  for (const { line, row, kind, isDoubtful } of some) {
    if (row === undefined) continue;
    // A row may have been taken back or handed over since the answer was read: the bank pays it all the same.
    const closed = closedBefore.get(row.line);
    const now = closed === undefined ? row : { ...row, ...closed };
    const kindNow = closed === undefined ? kind : kindOf(now, line, isDoubtful);
    if (kindNow === 'contradicts' || (now.state === 'STUCK' && kindNow === 'person'))
      count(await tellPerson(uploading, { line, row: now, isDoubtful }));
  }
  return applied;
}

/**
 * The bank says something of a row that is no longer open. The withdrawal is stopped where it waits to be paid again,
 * and whoever decides it reads what the bank says; where it ended otherwise, it waits in the queue for a person.
 */
function tellPerson(
  uploading: Uploading,
  { line, row, isDoubtful }: { line: Meaning['line']; row: SentRow; isDoubtful: boolean },
): Promise<'person' | 'stopped' | 'named'> {
  const { context, asker, batchId, resultId } = uploading;
  const { withdrawalId } = row;
  const told = toldWords(line);
  const isHandedOver = row.state === 'STUCK';
  return act(context, asker, async (trx, recorder) => {
    const source = { decision: decisionOf(uploading), resultId };
    const before = await stopSecondPayment(trx, withdrawalId, source, ({ reason }) => {
      if (!isHandedOver) return 'PAID_LATE';
      // Both of what the bank has said: neither alone is the truth.
      if (reason === 'PAID_LATE') return `${row.bankWords ?? reason} → ${told}`;
      return line.outcome === 'paid' && !isDoubtful ? 'PAID_LATE' : told;
    });
    if (isHandedOver) await noteBankWords(trx, BigInt(batchId), row.line, told, resultId);
    const { state, member_id: memberId, amount } = before;
    const isEnded = state === 'PAID' || state === 'REJECTED';
    const kind = kindOf({ ...row, withdrawalState: state }, line, isDoubtful);
    if (kind === 'contradicts') {
      const amountTold = line.amount === null ? null : String(line.amount);
      const from = ['result', batchId, line.words, line.bankReference ?? null, amountTold];
      await noteContradiction(trx, withdrawalId, { words: line.words, source: from });
    }
    await recorder({
      action: kind === 'contradicts' ? 'withdrawal.contradicted' : 'withdrawal.told',
      subject: `withdrawal:${withdrawalId}`,
      memberId,
      after: { batchId, line: row.line, words: line.words, state, satang: amount },
    });
    if (isEnded) return 'named';
    return isHandedOver ? 'person' : state === 'STUCK' ? 'named' : 'stopped';
  });
}

const decisionOf = ({ asker, fileName }: Uploading) => ({ operator: actorName(asker), reason: fileName });

/** What the bank writes beside several rows of one answer is its reference of the file, and proves no single payout. */
function sharedReferences(meanings: readonly Meaning[]): Set<string> {
  const rowsOf = new Map<string, Set<number>>();
  for (const { line, row } of meanings) {
    if (line.bankReference === undefined || row === undefined) continue;
    const plain = plainReference(line.bankReference);
    rowsOf.set(plain, (rowsOf.get(plain) ?? new Set()).add(row.line));
  }
  return new Set([...rowsOf].filter(([, rows]) => rows.size > 1).map(([plain]) => plain));
}

function answerOf(kind: Meaning['kind'], line: Meaning['line'], shared: ReadonlySet<string>): RowAnswer {
  const { words, bankReference } = line;
  if (kind === 'paid') {
    const isOwn = bankReference !== undefined && !shared.has(plainReference(bankReference));
    return isOwn ? { state: 'PAID', bankReference } : { state: 'PAID' };
  }
  if (kind === 'refused') return { state: 'REFUSED', words };
  return { state: 'STUCK', words: toldWords(line) };
}

async function readAnswer(
  context: AppContext,
  operatorId: bigint,
  batchId: string,
  csv: CsvUpload,
  mapping: ResultMapping,
) {
  const { db } = context;
  const batch = await showBatch(db, BigInt(batchId), await membersOfOwnMoney(db, operatorId, context));
  const format = payoutFormat(batch.format);
  const { content } = await db
    .selectFrom('payout_batch')
    .where('id', '=', BigInt(batchId))
    .select('content')
    .executeTakeFirstOrThrow();
  const ends = await db
    .selectFrom('payout_batch_row as r')
    .innerJoin('withdrawal as w', 'w.id', 'r.withdrawal_id')
    .where('r.payout_batch_id', '=', BigInt(batchId))
    .select(['r.line', 'r.payout_result_id', 'w.state'])
    .execute();
  const rows = sentRows(batch, content, new Map(ends.map((one) => [one.line, one])));
  const answer = await csv.ask({ kind: 'payoutResult', format: format.code, mapping, rows });
  return { batch, answer };
}

const sentRows = (
  { rows }: Batch,
  content: string,
  ends: ReadonlyMap<number, { state: string; payout_result_id: bigint | null }>,
): SentRow[] =>
  rows.map((row) => ({
    line: row.line,
    withdrawalId: row.withdrawalId,
    reference: row.reference,
    isNamedById: content.includes(row.withdrawalId),
    state: row.state,
    withdrawalState: ends.get(row.line)?.state ?? '',
    bankWords: (ends.get(row.line)?.payout_result_id ?? null) === null ? null : row.bankWords,
    accountNo: row.bankAccountNo,
    amount: satangFromBaht(row.amount) ?? 0n,
    isOwnMoney: row.isOwnMoney,
  }));

/** A file is the answer to one batch: its lines say so, name nothing of another one, and no other batch has had it. */
async function requireThisBatch(
  { db }: AppContext,
  batchId: string,
  { plan, sha256 }: { plan: Pick<ResultPlan, 'isOther' | 'foreignIds'>; sha256: string },
): Promise<void> {
  if (plan.isOther) throw new AppError('RESULT_OTHER_BATCH', 'by its lines');
  const foreign =
    plan.foreignIds.length === 0
      ? undefined
      : await db
          .selectFrom('payout_batch_row')
          .where('withdrawal_id', 'in', plan.foreignIds)
          .select('payout_batch_id')
          .executeTakeFirst();
  if (foreign !== undefined)
    throw new AppError('RESULT_OTHER_BATCH', `it names rows of ${foreign.payout_batch_id}`);
  const known = await db
    .selectFrom('payout_result')
    .where('sha256', '=', sha256)
    .select('payout_batch_id')
    .executeTakeFirst();
  if (known !== undefined && known.payout_batch_id !== BigInt(batchId))
    throw new AppError('RESULT_OTHER_BATCH', `it was applied to ${known.payout_batch_id}`);
}
