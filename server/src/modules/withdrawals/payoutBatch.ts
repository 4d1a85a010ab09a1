import type { Contract } from '@krapao/contract/api/index';
import { csvText } from '@krapao/contract/csv';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang, type Satang } from '@krapao/contract/money';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Database, Db, Trx } from '../../database/connect.ts';

type BatchRow = Selectable<Database['payout_batch']>;
type File = ResponseOf<Contract['POST /api/console/withdrawals/export']>;
type Listed = ResponseOf<Contract['GET /api/console/withdrawals/batches']>['batches'][number];

const LISTED_MAX = 50;

/**
 * Writes withdrawals that wait for manual payout into a file for the bank: one line each, the amount in the payout
 * currency, our id as the reference. A withdrawal is in at most one file. Left out are stuck ones (the bank may have
 * paid them), those that a colleague has claimed, and those that another call is writing into its file.
 * @param ownMembers members whose payouts this operator must not decide; left out too
 * @throws AppError NO_DATA if nothing is left
 */
export async function makeBatch(
  trx: Trx,
  ids: readonly string[],
  operatorId: bigint,
  ownMembers: ReadonlySet<bigint>,
): Promise<{ file: File; ids: string[] }> {
  const rows = await trx
    .selectFrom('withdrawal')
    .where('id', 'in', ids)
    .where('state', '=', 'MANUAL')
    .where('payout_batch_id', 'is', null)
    .where(sql<boolean>`member_id <> all(${[...ownMembers]}::bigint[])`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('queue_claim as c')
            .where('c.queue', '=', 'withdrawals')
            .where('c.item', '=', sql<string>`withdrawal.id::text`)
            .where('c.operator_id', '<>', operatorId)
            .where('c.expires_at', '>', sql<Date>`now()`),
        ),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .select(['id', 'bank_code', 'bank_account_no', 'bank_account_name', 'pay_amount', 'pay_currency'])
    .forUpdate()
    .skipLocked()
    .execute();
  if (rows.length === 0) throw new AppError('NO_DATA', 'no withdrawal that could be put into a file');
  const content = csvText(
    ['reference', 'bank', 'account_no', 'account_name', 'amount', 'currency'],
    rows.map((row) => [
      row.id,
      row.bank_code,
      row.bank_account_no,
      row.bank_account_name,
      bahtFromSatang(row.pay_amount).toFixed(2),
      row.pay_currency,
    ]),
  );
  const batch = await trx
    .insertInto('payout_batch')
    .values({
      made_by: operatorId,
      content,
      items: rows.length,
      file_name: sql<string>`'withdrawals-' || currval(pg_get_serial_sequence('payout_batch', 'id')) || '.csv'`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const inFile = rows.map(({ id }) => id);
  await trx.updateTable('withdrawal').set({ payout_batch_id: batch.id }).where('id', 'in', inFile).execute();
  return { file: fileOf(batch), ids: inFile };
}

/**
 * The same file again, with the members whose payouts still wait in it.
 * @throws AppError NO_DATA, ALREADY_DECIDED if it was taken back
 */
export async function readBatch(trx: Trx, batchId: bigint): Promise<{ file: File; memberIds: bigint[] }> {
  const file = fileOf(await lockBatch(trx, batchId));
  const waiting = await trx
    .selectFrom('withdrawal')
    .where('payout_batch_id', '=', batchId)
    .where('state', '=', 'MANUAL')
    .select('member_id')
    .execute();
  return { file, memberIds: waiting.map(({ member_id }) => member_id) };
}

/**
 * Takes back a file that the bank has not received: its waiting withdrawals can be paid otherwise.
 * @returns the released withdrawals, and their sum in satang
 * @throws AppError NO_DATA, ALREADY_DECIDED
 */
export async function takeBatchBack(
  trx: Trx,
  batchId: bigint,
  operatorId: bigint,
): Promise<{ ids: string[]; amount: Satang }> {
  await lockBatch(trx, batchId);
  await trx
    .updateTable('payout_batch')
    .set({ taken_back_by: operatorId, taken_back_at: sql<Date>`now()` })
    .where('id', '=', batchId)
    .execute();
  const freed = await trx
    .updateTable('withdrawal')
    .set({ payout_batch_id: null })
    .where('payout_batch_id', '=', batchId)
    .where('state', '=', 'MANUAL')
    .returning(['id', 'amount'])
    .execute();
  return {
    ids: freed.map(({ id }) => id),
    amount: freed.reduce((sum, { amount }) => sum + amount, 0n),
  };
}

/** The newest files. */
export async function listBatches(db: Db): Promise<Listed[]> {
  const rows = await db
    .selectFrom('payout_batch as b')
    .innerJoin('operator as o', 'o.id', 'b.made_by')
    .select(['b.id', 'b.file_name', 'b.created_at', 'b.items', 'b.taken_back_at', 'o.name'])
    .select(({ selectFrom }) =>
      selectFrom('withdrawal as w')
        .whereRef('w.payout_batch_id', '=', 'b.id')
        .where('w.state', '=', 'MANUAL')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .as('waiting'),
    )
    .orderBy('b.id', 'desc')
    .limit(LISTED_MAX)
    .execute();
  return rows.map((row) => ({
    id: row.id.toString(),
    fileName: row.file_name,
    operatorName: row.name,
    createdAt: row.created_at.toISOString(),
    items: row.items,
    waiting: Number(row.waiting ?? 0n),
    takenBackAt: row.taken_back_at?.toISOString() ?? null,
  }));
}

async function lockBatch(trx: Trx, id: bigint): Promise<BatchRow> {
  const batch = await trx
    .selectFrom('payout_batch')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (batch === undefined) throw new AppError('NO_DATA', 'no such file');
  if (batch.taken_back_at !== null) throw new AppError('ALREADY_DECIDED', 'it was taken back');
  return batch;
}

const fileOf = ({ id, file_name: fileName, content }: BatchRow): File => ({
  batchId: id.toString(),
  fileName,
  content,
});
