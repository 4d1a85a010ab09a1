import type { ResultMapping } from '@krapao/contract/api/operator/payoutBatches';
import { satangFromBaht } from '@krapao/contract/money';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import { payoutFormat } from '../../modules/withdrawals/batch/payoutFormats.ts';
import { showBatch } from '../../modules/withdrawals/batch/showBatches.ts';
import { membersOfOwnMoney } from '../approvals/ownMoney.ts';
import type { CsvUpload } from '../reports/receiveCsv.ts';
import type { ResultPlan, SentRow } from './matchResult.ts';

type Batch = Awaited<ReturnType<typeof showBatch>>;

/**
 * Reads the bank's answer to a file, beside the file as it is now.
 * @throws AppError NO_DATA, CSV_INVALID, CSV_TOO_LONG
 */
export async function readAnswer(
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

/**
 * A file is the answer to one batch: its lines say so, name nothing of another one, and no other batch has had it.
 * @throws AppError RESULT_OTHER_BATCH
 */
export async function requireThisBatch(
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
