import type { ResultMapping } from '@krapao/contract/api/operator/payoutBatches';
import { bahtFromSatang } from '@krapao/contract/money';
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
import { noteContradiction } from '../../modules/withdrawals/contradiction.ts';
import { act, actorName } from '../act.ts';
import type { Asker, Cause, Waits } from '../approvals/ask.ts';
import { countOwnMoney, requireOthersMoney, SecondPersonNeeded } from '../approvals/ownMoney.ts';
import type { CsvUpload } from '../reports/receiveCsv.ts';
import { batchSubject } from './batchApprovals.ts';
import { countKinds, kindOf, type Meaning, type SentRow, toldWords } from './matchResult.ts';
import {
  askForBeyond,
  judgePaid,
  type PaidJudgement,
  proofOf,
  sharedReferences,
  type Upload,
} from './paidAnswers.ts';
import { readAnswer, requireThisBatch } from './readAnswer.ts';

/** A call ends within the time-outs of browsers and proxies; the client calls again for the remaining rows. */
const BUDGET_MS = 15_000;
const SHOWN_MAX = 500;
const ROWS_AT_ONCE = 20;

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
  const { beyond } = await judgePaid(context, operator.id, batchId, plan.meanings);
  const members = new Map(batch.rows.map(({ line, memberName }) => [line, memberName]));
  return {
    lines: plan.meanings.length,
    counts: countKinds(plan.meanings),
    beyond: beyond.size,
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
 * has an answer keeps it. Payments count in the limits of whoever uploads it, and those above wait for a second operator. The
 * audit log records start and result.
 * @throws AppError as previewResult, RESULT_COLUMNS if the file does not tell its columns, and APPROVAL_WAITING if nothing is left
 * to book but payments above the limits, and a request of the file waits that does not contain them
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
  const applied: Applied = { paid: 0, refused: 0, person: 0, stopped: 0, named: 0, own: 0, second: 0 };
  if (work.length === 0) return { counts, applied, silent: plan.silent, left: 0, waits: null };
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
  const judged = await judgePaid(context, asker.operator.id, batchId, work);
  const { now = [], beyond = [] } = Object.groupBy(work, ({ kind, row }) =>
    kind === 'paid' && row !== undefined && judged.beyond.has(row.line) ? 'beyond' : 'now',
  );
  const upload = { context, asker, batchId, resultId, fileName: csv.name, shared };
  const uploading: Uploading = { ...upload, judged, beyond, why: judged.why };
  let left = now.length;
  for (let at = 0; at < now.length && clock.now() < until; at += ROWS_AT_ONCE) {
    const some = now.slice(at, at + ROWS_AT_ONCE);
    for (const [what, count] of Object.entries(await applySome(uploading, some)))
      applied[what as keyof Applied] += count;
    left -= some.length;
  }
  const { why } = uploading;
  let waits: Waits | null = null;
  let isStopped = false;
  if (left === 0 && why !== undefined) {
    const asked = await askForBeyond(uploading, uploading.beyond, why);
    if (asked.closed === 0) applied.second = asked.second;
    isStopped = asked.unasked > 0 && asked.closed === 0 && !hasBooked(applied);
    left = asked.closed + asked.unasked;
    waits = asked.waits;
  }
  await act(context, asker, (_, recorder) =>
    recorder({ action: 'withdrawal.resulted', subject, after: { sha256, ...applied, left } }),
  );
  if (isStopped) throw new AppError('APPROVAL_WAITING', subject);
  return { counts, applied, silent: plan.silent, left, waits };
}

/** What an upload does something about: it records also what contradicts a final answer. */
const isWork = ({ kind }: Meaning): boolean =>
  kind === 'paid' || kind === 'refused' || kind === 'person' || kind === 'contradicts';

interface Uploading extends Upload {
  judged: PaidJudgement;
  /** What waits for a second operator, and why. */
  beyond: Meaning[];
  why: Cause | undefined;
}

const EFFECTS = { PAID: 'paid', REFUSED: 'refused', STUCK: 'person' } as const;
type Applied = Record<ResultEffect, number>;

/** Whether the same file again would find less to do. */
const hasBooked = ({ paid, refused, person, stopped }: Applied): boolean =>
  paid + refused + person + stopped > 0;

/** Applies some lines in one transaction; where one of them is another operator's to apply, each in its own. */
async function applySome(uploading: Uploading, some: readonly Meaning[]): Promise<Partial<Applied>> {
  const { context, asker, batchId, resultId, shared, judged } = uploading;
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
      const { ends, paid } = answered;
      for (const [line, { id, amount }] of paid)
        if (!judged.shown.has(line)) {
          const money = { subject: `withdrawal:${id}`, amount, alone: judged.alone };
          await countOwnMoney(trx, { operatorId: operator.id }, context, money);
        }
      const memberIds = [...paid.values()].map(({ member_id }) => member_id);
      if (memberIds.length > 0) await requireOthersMoney(trx, operator.id, memberIds, context);
      for (const end of ends.values()) count(EFFECTS[end]);
      return answered.closedBefore;
    });
  } catch (error) {
    if (error instanceof SecondPersonNeeded) {
      // Another payment of this operator took what was left of the limit meanwhile.
      uploading.why ??= error.why;
      uploading.beyond.push(...some.filter(({ kind }) => kind === 'paid'));
      const others = some.filter(({ kind }) => kind !== 'paid');
      return others.length === 0 ? {} : applySome(uploading, others);
    }
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

function answerOf(kind: Meaning['kind'], line: Meaning['line'], shared: ReadonlySet<string>): RowAnswer {
  if (kind === 'paid') return { state: 'PAID', ...proofOf({ line }, shared) };
  if (kind === 'refused') return { state: 'REFUSED', words: line.words };
  return { state: 'STUCK', words: toldWords(line) };
}
