import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang } from '@krapao/contract/money';
import { PAYOUT_ROW_STATES, type PayoutCurrency, type PayoutRowState } from '@krapao/contract/payoutFormats';
import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { Db } from '../../../database/connect.ts';
import { leftByStatement } from '../leftByStatement.ts';
import { presentLeft } from '../presentLeft.ts';
import { PAYOUT_FORMATS } from './payoutFormats.ts';

type Formats = ResponseOf<Contract['GET /api/console/withdrawals/formats']>;
type Listed = ResponseOf<Contract['GET /api/console/withdrawals/batches']>['batches'][number];
type Shown = ResponseOf<Contract['GET /api/console/withdrawals/batches/:id']>;

const LISTED_MAX = 50;

/** The formats with the terms of their last files, and what waits for a file. */
export async function listFormats(db: Db): Promise<Formats> {
  const { rows: last } = await sql<{ format: string; terms: Record<string, string> }>`
    select distinct on (format) format, terms from payout_batch order by format, id desc`.execute(db);
  const lastTerms = new Map(last.map(({ format, terms }) => [format, terms]));
  const { rows: waiting } = await sql<{ currency: PayoutCurrency; count: number; total: bigint }>`
    select pay_currency as currency, count(*)::integer as count, sum(pay_amount)::bigint as total
    from withdrawal where state = 'MANUAL' group by 1 order by 1 desc`.execute(db);
  return {
    formats: PAYOUT_FORMATS.map((format) => ({
      code: format.code,
      title: format.title,
      currencies: [...format.currencies],
      isConfirmed: format.isConfirmed,
      banks: format.banks !== undefined && 'only' in format.banks ? [...format.banks.only] : null,
      withoutBanks: format.banks !== undefined && 'except' in format.banks ? [...format.banks.except] : [],
      hasPayDay: JSON.stringify(format.layout).includes('"payDay"'),
      encoding: format.encoding,
      terms: format.terms.map((term) => ({
        ...term,
        last: lastTerms.get(format.code)?.[term.name] ?? null,
      })),
    })),
    waiting: waiting.map(({ total, ...one }) => ({ ...one, total: bahtFromSatang(total) })),
  };
}

/** The newest files, and older ones with rows that have no answer yet. */
export async function listBatches(db: Db): Promise<Listed[]> {
  return presentBatches(
    db,
    sql`b.id in (
      (select id from payout_batch order by id desc limit ${LISTED_MAX})
      union all
      (select distinct payout_batch_id from payout_batch_row where state = 'EXPORTED'))`,
  );
}

/** @param ownMembers members whose payouts this operator must not decide @throws AppError NO_DATA */
export async function showBatch(db: Db, id: bigint, ownMembers: ReadonlySet<bigint>): Promise<Shown> {
  const [batch] = await presentBatches(db, sql`b.id = ${id}`);
  if (batch === undefined) throw new AppError('NO_DATA', 'no such file');
  const { rows } = await sql<{
    line: number;
    withdrawal_id: string;
    reference: string;
    state: PayoutRowState;
    bank_words: string | null;
    answered_at: Date | null;
    member_id: bigint;
    member_name: string;
    bank_code: string;
    bank_account_no: string;
    bank_account_name: string;
    pay_amount: bigint;
    created_at: Date;
    payout_batch_id: bigint | null;
  }>`
    select r.line, r.withdrawal_id, r.reference, r.state, r.bank_words, r.answered_at, w.member_id, m.name as member_name,
      w.bank_code, w.bank_account_no, w.bank_account_name, w.pay_amount, w.created_at, w.payout_batch_id
    from payout_batch_row r join withdrawal w on w.id = r.withdrawal_id join member m on m.id = w.member_id
    where r.payout_batch_id = ${id} order by r.line`.execute(db);
  const open = rows.filter(({ state }) => state !== 'PAID');
  const left = await leftByStatement(
    db,
    open.map(({ withdrawal_id, ...row }) => ({ ...row, id: withdrawal_id })),
  );
  const results = await db
    .selectFrom('payout_result as p')
    .innerJoin('operator as o', 'o.id', 'p.uploaded_by')
    .where('p.payout_batch_id', '=', id)
    .orderBy('p.id')
    .select(['p.file_name', 'p.uploaded_at', 'o.name'])
    .execute();
  const waits = await db
    .selectFrom('approval as a')
    .innerJoin('operator as o', 'o.id', 'a.asked_by')
    .where('a.subject', '=', `payoutBatch:${id}`)
    .where('a.state', '=', 'PENDING')
    .select(['a.kind', 'o.name as operatorName'])
    .execute();
  return {
    ...batch,
    rows: rows.map((row) => ({
      line: row.line,
      withdrawalId: row.withdrawal_id,
      reference: row.reference,
      memberId: row.member_id.toString(),
      memberName: row.member_name,
      bankCode: row.bank_code,
      bankAccountNo: row.bank_account_no,
      bankAccountName: row.bank_account_name,
      amount: bahtFromSatang(row.pay_amount),
      state: row.state,
      bankWords: row.bank_words,
      answeredAt: row.answered_at?.toISOString() ?? null,
      onStatement: presentLeft(left.get(row.withdrawal_id)),
      isOwnMoney: ownMembers.has(row.member_id),
    })),
    results: results.map((one) => ({
      fileName: one.file_name,
      operatorName: one.name,
      uploadedAt: one.uploaded_at.toISOString(),
    })),
    waits,
  };
}

async function presentBatches(db: Db, which: ReturnType<typeof sql>): Promise<Listed[]> {
  const { rows } = await sql<{
    id: bigint;
    file_name: string;
    format: string;
    currency: PayoutCurrency | null;
    created_at: Date;
    taken_back_at: Date | null;
    operator_name: string;
    items: number;
    total: bigint;
    counts: Partial<Record<PayoutRowState, number>>;
  }>`
    select b.id, b.file_name, b.format, b.currency, b.created_at, b.taken_back_at, o.name as operator_name, b.items,
      coalesce((select sum(w.pay_amount) from payout_batch_row r join withdrawal w on w.id = r.withdrawal_id
        where r.payout_batch_id = b.id), 0)::bigint as total,
      coalesce((select json_object_agg(state, count) from (
        select state, count(*) from payout_batch_row r where r.payout_batch_id = b.id group by 1) as c), '{}') as counts
    from payout_batch b join operator o on o.id = b.made_by
    where ${which} order by b.id desc`.execute(db);
  return rows.map(({ counts, ...row }) => ({
    id: row.id.toString(),
    fileName: row.file_name,
    format: row.format,
    currency: row.currency,
    operatorName: row.operator_name,
    createdAt: row.created_at.toISOString(),
    items: row.items,
    total: bahtFromSatang(row.total),
    waiting: counts.EXPORTED ?? 0,
    counts: Object.fromEntries(PAYOUT_ROW_STATES.map((state) => [state, counts[state] ?? 0])) as Record<
      PayoutRowState,
      number
    >,
    takenBackAt: row.taken_back_at?.toISOString() ?? null,
  }));
}
