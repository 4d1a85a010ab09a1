import type { Satang } from '@krapao/contract/money';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { Database, Trx } from '../../../database/connect.ts';
import { type Decision, decisionColumns } from '../../../decision.ts';
import { bookPaid, leaveToOperator } from '../settlePayout.ts';
import type { WithdrawalRow } from '../withdrawalRow.ts';
import { lockBatch } from './batchFile.ts';

type Row = Selectable<Database['payout_batch_row']>;

/** A final answer for one row; the words are the bank's. */
export type RowAnswer =
  | { state: 'PAID'; bankReference?: string | undefined }
  | { state: 'REFUSED' | 'STUCK'; words: string };

/** What gave the answer: a file of the bank, or nothing but the operators' word. */
interface AnswerSource {
  decision: Decision;
  resultId?: bigint;
}

/** The part of a refusal that fits a withdrawal's reason. */
const REASON_MAX = 200;

/**
 * Applies answers, by the rows' lines, to the rows that have none yet, under the lock of their batch.
 * @returns the lines of these rows, and the members whose withdrawals were booked as paid
 */
export async function answerRows(
  trx: Trx,
  batchId: bigint,
  answers: ReadonlyMap<number, RowAnswer>,
  source: AnswerSource,
): Promise<{ lines: number[]; paidMembers: bigint[] }> {
  await lockBatch(trx, batchId);
  const rows = answers.size === 0 ? [] : await openRows(trx, batchId, [...answers.keys()]);
  const paidMembers: bigint[] = [];
  for (const row of rows) {
    const answer = answers.get(row.line);
    if (answer === undefined) continue;
    const withdrawal = await lockExported(trx, row);
    await closeRow(trx, row, withdrawal, answer, source);
    if (answer.state === 'PAID') paidMembers.push(withdrawal.member_id);
  }
  return { lines: rows.map(({ line }) => line), paidMembers };
}

/**
 * Books every row without an answer as paid. @returns their number and their sum in satang
 * @throws AppError NO_DATA, ALREADY_DECIDED if none is open
 */
export async function payOpenRows(
  trx: Trx,
  batchId: bigint,
  decision: Decision,
): Promise<{ items: number; amount: Satang }> {
  const rows = await lockOpen(trx, batchId);
  let amount = 0n;
  for (const row of rows) {
    const withdrawal = await lockExported(trx, row);
    await closeRow(trx, row, withdrawal, { state: 'PAID' }, { decision });
    amount += withdrawal.amount;
  }
  return { items: rows.length, amount };
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
    .set({ taken_back_by: operatorId, taken_back_at: sql<Date>`now()` })
    .where('id', '=', batchId)
    .execute();
  await trx
    .updateTable('payout_batch_row')
    .set({ state: 'TAKEN_BACK', answered_at: sql<Date>`now()` })
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
 * The bank says that it has paid a row that is no longer open: it was refused or taken back before. A withdrawal that
 * waits in the queue since becomes STUCK, so that nobody pays it twice. @returns whether it did
 */
export async function stopSecondPayment(trx: Trx, withdrawalId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', withdrawalId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.state !== 'MANUAL') return false;
  await leaveToOperator(trx, row, 'STUCK', 'PAID_LATE');
  return true;
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

async function lockExported(trx: Trx, { withdrawal_id: id }: Row): Promise<WithdrawalRow> {
  return trx
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'EXPORTED')
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function closeRow(
  trx: Trx,
  row: Row,
  withdrawal: WithdrawalRow,
  answer: RowAnswer,
  { decision, resultId }: AnswerSource,
): Promise<void> {
  const { id } = withdrawal;
  const words = answer.state === 'PAID' ? null : answer.words.slice(0, REASON_MAX);
  if (answer.state === 'PAID') {
    await bookPaid(trx, withdrawal, answer.bankReference ?? row.reference, decision.operator);
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
      answered_at: sql<Date>`now()`,
      payout_result_id: resultId ?? null,
    })
    .where('payout_batch_id', '=', row.payout_batch_id)
    .where('line', '=', row.line)
    .execute();
}
