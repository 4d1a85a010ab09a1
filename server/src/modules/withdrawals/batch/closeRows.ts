import type { Satang } from '@krapao/contract/money';
import type { PayoutRowState } from '@krapao/contract/payoutFormats';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { Database, Trx } from '../../../database/connect.ts';
import { type Decision, decisionColumns } from '../../../decision.ts';
import { lockReferences, ReferenceUsed } from '../payoutProof.ts';
import { bookPaid, leaveToOperator, referenceUsedWords } from '../settlePayout.ts';
import type { WithdrawalRow } from '../withdrawalRow.ts';
import { lockBatch } from './batchFile.ts';

type Row = Selectable<Database['payout_batch_row']>;

/** A final answer for one row; the words are the bank's. */
export type RowAnswer =
  | { state: 'PAID'; bankReference?: string | undefined }
  | { state: 'REFUSED' | 'STUCK'; words: string };

/** What gave the answer: a file of the bank, or nothing but the operators' word; and the request that two agreed to. */
interface AnswerSource {
  decision: Decision;
  resultId?: bigint;
  approvalId?: string | undefined;
}

/** A withdrawal that was booked as paid. */
export type PaidRow = Pick<WithdrawalRow, 'id' | 'member_id' | 'amount'>;

/** The part of a refusal that fits a withdrawal's reason. */
const REASON_MAX = 200;

/**
 * Applies answers, by the rows' lines, to the rows that have none yet, under the lock of their batch. One that is paid with a
 * reference that proves another payout goes to a person.
 * @returns what became of these rows by their lines, what became of the other rows, and what was booked as paid, by the lines
 */
export async function answerRows(
  trx: Trx,
  batchId: bigint,
  answers: ReadonlyMap<number, RowAnswer>,
  source: AnswerSource,
): Promise<{
  ends: Map<number, RowAnswer['state']>;
  closedBefore: Map<number, ClosedRow>;
  paid: Map<number, PaidRow>;
}> {
  await lockBatch(trx, batchId);
  const closedBefore = await closedRows(trx, batchId, [...answers.keys()]);
  const rows = answers.size === 0 ? [] : await openRows(trx, batchId, [...answers.keys()]);
  const paid = new Map<number, PaidRow>();
  const ends = new Map<number, RowAnswer['state']>();
  await lockReferences(
    trx,
    rows.map((row) => referenceOf(row, answers.get(row.line))),
  );
  for (const row of rows) {
    const answer = answers.get(row.line);
    if (answer === undefined) continue;
    const withdrawal = await lockExported(trx, row);
    const end = await closeRow(trx, row, withdrawal, answer, source);
    ends.set(row.line, end);
    if (end === 'PAID') paid.set(row.line, withdrawal);
  }
  return { ends, closedBefore, paid };
}

/**
 * Books every row without an answer as paid, as `answerRows` does. @returns what was booked
 * @throws AppError NO_DATA, ALREADY_DECIDED if none is open
 */
export async function payOpenRows(trx: Trx, batchId: bigint, decision: Decision): Promise<PaidRow[]> {
  const rows = await lockOpen(trx, batchId);
  const answers = new Map(rows.map(({ line }) => [line, { state: 'PAID' } as const]));
  const { paid } = await answerRows(trx, batchId, answers, { decision });
  return [...paid.values()];
}

/**
 * Returns every row without an answer to the queue: the bank has not received the file and never will.
 * @returns the released withdrawals, and their sum in satang
 * @throws AppError NO_DATA, ALREADY_DECIDED if none is open
 */
export async function takeBatchBack(
  trx: Trx,
  batchId: bigint,
  operatorId: bigint,
): Promise<{ ids: string[]; amount: Satang }> {
  const rows = await lockOpen(trx, batchId);
  const ids = rows.map(({ withdrawal_id }) => withdrawal_id);
  await trx
    .updateTable('payout_batch')
    .set({ taken_back_by: operatorId, taken_back_at: sql<Date>`site.now()` })
    .where('id', '=', batchId)
    .execute();
  await trx
    .updateTable('payout_batch_row')
    .set({ state: 'TAKEN_BACK', answered_at: sql<Date>`site.now()` })
    .where('payout_batch_id', '=', batchId)
    .where('state', '=', 'EXPORTED')
    .execute();
  const freed = await trx
    .updateTable('withdrawal')
    .set({ state: 'MANUAL', payout_batch_id: null })
    .where('id', 'in', ids)
    .where('state', '=', 'EXPORTED')
    .returning('amount')
    .execute();
  return { ids, amount: freed.reduce((sum, { amount }) => sum + amount, 0n) };
}

/**
 * The bank says something of a row that is no longer open. Where the withdrawal waits, in the queue or in a later file,
 * it becomes STUCK with these words, so that nobody pays it twice, and whoever decides it reads them. Call it first in
 * its transaction: it waits for files.
 * @param wordsFor the words for this withdrawal; PAID_LATE if the bank has paid it. @returns the withdrawal as it was before
 */
export async function stopSecondPayment(
  trx: Trx,
  withdrawalId: string,
  source: AnswerSource,
  wordsFor: (withdrawal: WithdrawalRow) => string,
): Promise<WithdrawalRow> {
  const withdrawal = await lockInItsFile(trx, withdrawalId);
  const words = wordsFor(withdrawal).slice(0, REASON_MAX);
  if (withdrawal.state === 'EXPORTED') {
    const row = await trx
      .selectFrom('payout_batch_row')
      .selectAll()
      .where('withdrawal_id', '=', withdrawalId)
      .where('state', '=', 'EXPORTED')
      .executeTakeFirstOrThrow();
    await closeRow(trx, row, withdrawal, { state: 'STUCK', words }, source);
  } else if (withdrawal.state === 'MANUAL' || withdrawal.state === 'STUCK')
    await leaveToOperator(trx, withdrawal, 'STUCK', words);
  return withdrawal;
}

/** Keeps what the bank says of a row that was handed to a person: the same answer again tells nothing new. */
export async function noteBankWords(
  trx: Trx,
  batchId: bigint,
  line: number,
  words: string,
  resultId: bigint,
): Promise<void> {
  await trx
    .updateTable('payout_batch_row')
    .set({ bank_words: words.slice(0, REASON_MAX), payout_result_id: resultId })
    .where('payout_batch_id', '=', batchId)
    .where('line', '=', line)
    .where('state', '=', 'STUCK')
    .execute();
}

/** What became of a row and of its withdrawal, and what an answer of the bank said of it. */
export interface ClosedRow {
  state: PayoutRowState;
  withdrawalState: string;
  bankWords: string | null;
}

/** Locks the file of a withdrawal before the withdrawal itself, as every answer does. */
async function lockInItsFile(trx: Trx, id: string): Promise<WithdrawalRow> {
  for (;;) {
    const { state, payout_batch_id: fileId } = await trx
      .selectFrom('withdrawal')
      .select(['state', 'payout_batch_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (state === 'EXPORTED' && fileId !== null) await lockBatch(trx, fileId);
    const row = await trx
      .selectFrom('withdrawal')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', state)
      .where('payout_batch_id', 'is not distinct from', fileId)
      .forUpdate()
      .executeTakeFirst();
    if (row !== undefined) return row;
  }
}

async function lockOpen(trx: Trx, batchId: bigint): Promise<Row[]> {
  await lockBatch(trx, batchId);
  const rows = await openRows(trx, batchId);
  if (rows.length === 0) throw new AppError('ALREADY_DECIDED', 'every row of it has an answer');
  return rows;
}

/** By member, so that two files with the same members cannot wait for each other's accounts. */
async function openRows(trx: Trx, batchId: bigint, lines?: readonly number[]): Promise<Row[]> {
  let rows = trx
    .selectFrom('payout_batch_row as r')
    .innerJoin('withdrawal as w', 'w.id', 'r.withdrawal_id')
    .selectAll('r')
    .where('r.payout_batch_id', '=', batchId)
    .where('r.state', '=', 'EXPORTED');
  if (lines !== undefined) rows = rows.where('r.line', 'in', lines);
  return rows.orderBy('w.member_id').orderBy('r.line').execute();
}

async function closedRows(
  trx: Trx,
  batchId: bigint,
  lines: readonly number[],
): Promise<Map<number, ClosedRow>> {
  if (lines.length === 0) return new Map();
  const rows = await trx
    .selectFrom('payout_batch_row as r')
    .innerJoin('withdrawal as w', 'w.id', 'r.withdrawal_id')
    .select(['r.line', 'r.state', 'w.state as withdrawalState'])
    .select(
      sql<string | null>`case when r.payout_result_id is not null then r.bank_words end`.as('bankWords'),
    )
    .where('r.payout_batch_id', '=', batchId)
    .where('r.line', 'in', lines)
    .where('r.state', '<>', 'EXPORTED')
    .execute();
  return new Map(rows.map(({ line, state, ...row }) => [line, { ...row, state: state as PayoutRowState }]));
}

async function lockExported(trx: Trx, { withdrawal_id: id }: Row): Promise<WithdrawalRow> {
  return trx
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'EXPORTED')
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** What a paid row is booked with: the bank's reference, or ours where the bank tells none. */
const referenceOf = (row: Row, answer: RowAnswer | undefined): string =>
  (answer?.state === 'PAID' ? answer.bankReference : undefined) ?? row.reference;

/** @returns how the row ended */
async function closeRow(
  trx: Trx,
  row: Row,
  withdrawal: WithdrawalRow,
  answer: RowAnswer,
  source: AnswerSource,
): Promise<RowAnswer['state']> {
  const { decision, resultId, approvalId } = source;
  const { id } = withdrawal;
  const words = answer.state === 'PAID' ? null : answer.words.slice(0, REASON_MAX);
  if (answer.state === 'PAID') {
    const reference = referenceOf(row, answer);
    try {
      await bookPaid(trx, withdrawal, reference, decision.operator);
    } catch (error) {
      if (!(error instanceof ReferenceUsed)) throw error;
      const used = { state: 'STUCK', words: referenceUsedWords(reference) } as const;
      return closeRow(trx, row, withdrawal, used, source);
    }
    await trx.updateTable('withdrawal').set(decisionColumns(decision)).where('id', '=', id).execute();
  } else if (answer.state === 'STUCK') await leaveToOperator(trx, withdrawal, 'STUCK', words ?? undefined);
  else
    await trx
      .updateTable('withdrawal')
      .set({ state: 'MANUAL', payout_batch_id: null, reason: words })
      .where('id', '=', id)
      .execute();
  await trx
    .updateTable('payout_batch_row')
    .set({
      state: answer.state,
      bank_words: words,
      answered_at: sql<Date>`site.now()`,
      payout_result_id: resultId ?? null,
      approval_id: approvalId ?? null,
    })
    .where('payout_batch_id', '=', row.payout_batch_id)
    .where('line', '=', row.line)
    .execute();
  return answer.state;
}
