import type { Satang } from '@krapao/contract/money';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import { lockBatch } from '../../modules/withdrawals/batch/batchFile.ts';
import { leftByStatement } from '../../modules/withdrawals/leftByStatement.ts';
import { plainReference } from '../../modules/withdrawals/payoutProof.ts';
import type { Recorder } from '../act.ts';
import { type Asker, askSecondPerson, type Cause, type Waits, waitsFor } from '../approvals/ask.ts';
import { fittingAlone } from '../approvals/ownMoney.ts';
import { operatorsOfOneHand } from '../approvals/secondPerson.ts';
import { record } from '../audit.ts';
import { paidAlone } from '../queues/paidByHand.ts';
import { type AnswerPaid, answerPaidApproval, batchSubject } from './batchApprovals.ts';
import type { Meaning } from './matchResult.ts';

/** What an answer tells as paid, by the lines of our rows, before the one who uploads it (docs/decisions/382-answers-count.md). */
export interface PaidJudgement {
  /** Rows that a statement shows as left which an independent colleague imported: they count in nobody's limits. */
  shown: ReadonlySet<number>;
  /** Rows above the operator's limits, and why the first of them is. */
  beyond: ReadonlySet<number>;
  why: Cause | undefined;
  /** The highest payment, in satang, that the operator books alone. */
  alone: Satang;
}

/** Which payments of an answer the operator books alone, in the order of the file. */
export async function judgePaid(
  context: AppContext,
  operatorId: bigint,
  batchId: string,
  meanings: readonly Meaning[],
): Promise<PaidJudgement> {
  const { db } = context;
  const alone = await paidAlone(db, operatorId, context, true);
  const lines = meanings.flatMap(({ kind, row }) => (kind === 'paid' && row ? [row.line] : []));
  if (lines.length === 0) return { shown: new Set(), beyond: new Set(), why: undefined, alone };
  const rows = await db
    .selectFrom('payout_batch_row as r')
    .innerJoin('withdrawal as w', 'w.id', 'r.withdrawal_id')
    .where('r.payout_batch_id', '=', BigInt(batchId))
    .where('r.line', 'in', lines)
    .orderBy('r.line')
    .select(['r.line', 'w.id', 'w.amount', 'w.created_at', 'w.payout_batch_id'])
    .execute();
  const left = await leftByStatement(db, rows);
  const hand = await operatorsOfOneHand(db, operatorId);
  const isShown = ({ id }: { id: string }) => {
    const toldBy = left.get(id)?.toldBy ?? null;
    return toldBy !== null && !hand.has(toldBy);
  };
  const counting = rows.filter((row) => !isShown(row));
  const { beyond, why } = await fittingAlone(db, operatorId, context, counting, alone);
  return {
    shown: new Set(rows.filter(isShown).map(({ line }) => line)),
    beyond: new Set(beyond.map(({ line }) => line)),
    why,
    alone,
  };
}

/** An answer that is being applied. */
export interface Upload {
  context: AppContext;
  asker: Asker;
  batchId: string;
  resultId: bigint;
  fileName: string;
  /** References that the bank writes beside several rows. */
  shared: ReadonlySet<string>;
}

/** What became of the payments above the limits. */
interface Asked {
  /** The file's request. */
  waits: Waits | null;
  /** How many of the payments it contains. */
  second: number;
  /** Rows that were closed meanwhile: what the answer means for them has to be read again. */
  closed: number;
  /** Rows that an earlier request of the file does not contain: they are asked for once it is decided. */
  unasked: number;
}

/** Asks a second operator for the payments above the limits. A file has one request at a time, which nothing is added to. */
export function askForBeyond(
  { context, asker, batchId, resultId, fileName, shared }: Upload,
  beyond: readonly Meaning[],
  cause: Cause,
): Promise<Asked> {
  const subject = batchSubject(batchId);
  const byLine = new Map(beyond.flatMap((one) => (one.row ? [[one.row.line, one] as const] : [])));
  return context.db.transaction().execute(async (trx) => {
    await lockBatch(trx, BigInt(batchId));
    const open = await trx
      .selectFrom('payout_batch_row as r')
      .innerJoin('withdrawal as w', 'w.id', 'r.withdrawal_id')
      .where('r.payout_batch_id', '=', BigInt(batchId))
      .where('r.line', 'in', [...byLine.keys()])
      .where('r.state', '=', 'EXPORTED')
      .orderBy('r.line')
      .select(['r.line', 'w.amount'])
      .execute();
    const closed = byLine.size - open.length;
    if (open.length === 0) return { waits: null, second: 0, closed, unasked: 0 };
    const asked = await waitsFor(trx, subject, answerPaidApproval.name);
    if (asked !== null) {
      const contained = await linesOf(trx, asked);
      const second = open.filter(({ line }) => contained.has(line)).length;
      return { waits: asked, second, closed, unasked: open.length - second };
    }
    const rows = open.map(({ line }) => ({ line, ...proofOf(byLine.get(line), shared) }));
    const payload: AnswerPaid = { batchId, resultId: String(resultId), rows };
    const amount = open.reduce((sum, one) => sum + one.amount, 0n);
    const request = { subject, payload, cause, reason: fileName, amount };
    const recorder: Recorder = (action) => record(trx, asker, action);
    const waits = await askSecondPerson(trx, recorder, answerPaidApproval, asker, request);
    return { waits, second: open.length, closed, unasked: 0 };
  });
}

/** The rows of a waiting request, by their lines. */
async function linesOf(trx: Trx, { id }: Waits): Promise<Set<number>> {
  const { payload } = await trx
    .selectFrom('approval')
    .where('id', '=', id)
    .select('payload')
    .executeTakeFirstOrThrow();
  return new Set((payload as unknown as AnswerPaid).rows.map(({ line }) => line));
}

/** What the bank writes beside several rows of one answer is its reference of the file, and proves no single payout. */
export function sharedReferences(meanings: readonly Meaning[]): Set<string> {
  const rowsOf = new Map<string, Set<number>>();
  for (const { line, row } of meanings) {
    if (line.bankReference === undefined || row === undefined) continue;
    const plain = plainReference(line.bankReference);
    rowsOf.set(plain, (rowsOf.get(plain) ?? new Set()).add(row.line));
  }
  return new Set([...rowsOf].filter(([, rows]) => rows.size > 1).map(([plain]) => plain));
}

/** The bank's reference that proves the row of this line; none where the answer tells none of its own. */
export function proofOf(
  meaning: Pick<Meaning, 'line'> | undefined,
  shared: ReadonlySet<string>,
): { bankReference?: string } {
  const bankReference = meaning?.line.bankReference;
  const isOwn = bankReference !== undefined && !shared.has(plainReference(bankReference));
  return isOwn ? { bankReference } : {};
}
