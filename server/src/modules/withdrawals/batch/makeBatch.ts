import { bangkokDay } from '@krapao/contract/bangkokTime';
import { bahtFromSatang } from '@krapao/contract/money';
import {
  type LeftOutReason,
  PAYOUT_ROWS_MAX,
  type PayoutCurrency,
  type PayoutTerm,
} from '@krapao/contract/payoutFormats';
import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import { clock } from '../../../clock.ts';
import type { Trx } from '../../../database/connect.ts';
import { isHeldByCase } from '../../cases/heldByCase.ts';
import { compareAgain, isHeldByFinding } from '../../identity/findings/heldByFinding.ts';
import { type BatchFile, fileOf } from './batchFile.ts';
import { payoutFormat } from './payoutFormats.ts';
import { type Payment, requireTerms, rowReference, whyLeftOut, writeFile } from './writeFile.ts';

/** What an operator asks of a file. Without `ids`: the oldest that wait. Without a currency: that of the oldest one. */
export interface FileWish {
  ids?: readonly string[] | undefined;
  format?: string | undefined;
  currency?: PayoutCurrency | undefined;
  payDay?: string | undefined;
  terms?: Partial<Record<PayoutTerm, string>> | undefined;
  /** What the preview showed; the sum in baht or kip. */
  expected?: { items: number; total: number } | undefined;
}

/** Who asks, and the members whose payouts this operator must not decide. */
export interface FileAsker {
  operatorId: bigint;
  ownMembers: ReadonlySet<bigint>;
}

/** A waiting withdrawal that the format cannot carry, or that a colleague must put into a file. */
export interface LeftOut {
  id: string;
  memberName: string;
  bankCode: string;
  why: LeftOutReason;
}

/** The bank takes a pay day for a month ahead at most, and none in the past. */
const PAY_DAYS_AHEAD = 31;
const SAMPLE_LINES = 6;

/**
 * Puts withdrawals that wait for manual payout into a file for the bank and locks them as EXPORTED: no second file
 * holds them. Left out are stuck ones (the bank may have paid them), those that a colleague has claimed, those that
 * another call is writing into its file, those that the format cannot carry, those of suspended or frozen members and of members whose payouts are stopped, those that a
 * case or a finding holds (the lists are compared again), and those that the bank refused only in an
 * answer that this operator uploaded: nobody sends a payment twice alone.
 * @throws AppError NO_DATA if nothing is left, PAYOUT_FORMAT for an unknown format, or a missing or malformed term,
 * CHANGED_MEANWHILE if its number or its sum is not the expected one
 */
export async function makeBatch(
  trx: Trx,
  wish: FileWish,
  asker: FileAsker,
): Promise<{ file: BatchFile; ids: string[] }> {
  const { format, terms, payDay, currency, payments, leftOut } = await choosePayments(trx, wish, asker, true);
  if (payments.length === 0) throw new AppError('NO_DATA', 'no withdrawal that could be put into a file');
  const { expected } = wish;
  if (
    expected !== undefined &&
    (expected.items !== payments.length || expected.total !== bahtFromSatang(totalOf(payments)))
  )
    throw new AppError('CHANGED_MEANWHILE', `${payments.length} payments, not ${expected.items}`);
  const { rows } = await sql<{ id: bigint; created_at: Date }>`
    insert into payout_batch (made_by, content, items, file_name, format, currency, terms, encoding)
    values (${asker.operatorId}, '', ${payments.length}, 'withdrawals', ${format.code}, ${currency},
      ${JSON.stringify(terms)}, ${format.encoding})
    returning id, created_at`.execute(trx);
  const [batch] = rows;
  if (batch === undefined) throw new AppError('INTERNAL_SERVER_ERROR', 'no batch');
  const batchId = batch.id.toString();
  const content = writeFile(format, payments, { batchId, madeAt: batch.created_at, payDay, currency, terms });
  const written = await trx
    .updateTable('payout_batch')
    .set({ content, file_name: `withdrawals-${batchId}.${format.layout.kind === 'fixed' ? 'txt' : 'csv'}` })
    .where('id', '=', batch.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const ids = payments.map(({ id }) => id);
  await trx
    .insertInto('payout_batch_row')
    .values(
      ids.map((id, index) => ({
        payout_batch_id: batch.id,
        line: index + 1,
        withdrawal_id: id,
        reference: rowReference(batchId, index + 1),
        state: 'EXPORTED',
      })),
    )
    .execute();
  await trx
    .updateTable('withdrawal')
    .set({ state: 'EXPORTED', payout_batch_id: batch.id })
    .where('id', 'in', ids)
    .execute();
  return { file: { ...fileOf(written), leftOut }, ids };
}

/**
 * What the file would hold, without making it; no item if every waiting withdrawal is left out.
 * @throws AppError as makeBatch, NO_DATA if none waits
 */
export async function previewBatch(trx: Trx, wish: FileWish, asker: FileAsker) {
  const { format, terms, payDay, currency, payments, leftOut, stopped } = await choosePayments(
    trx,
    wish,
    asker,
    false,
  );
  if (payments.length + leftOut.length === 0) throw new AppError('NO_DATA', 'no withdrawal waits');
  const madeAt = clock.date();
  const lines = writeFile(format, payments, { batchId: '0', madeAt, payDay, currency, terms })
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n');
  const shown =
    lines.length <= SAMPLE_LINES ? lines : [...lines.slice(0, SAMPLE_LINES - 1), ...lines.slice(-1)];
  return {
    items: payments.length,
    ids: payments.map(({ id }) => id),
    total: totalOf(payments),
    currency,
    sample: shown.join('\n'),
    stopped,
    leftOut,
  };
}

const totalOf = (payments: readonly Payment[]) => payments.reduce((sum, { amount }) => sum + amount, 0n);

async function choosePayments(trx: Trx, wish: FileWish, asker: FileAsker, isLocked: boolean) {
  const format = payoutFormat(wish.format ?? 'generic');
  const terms = requireTerms(format, wish.terms ?? {});
  const payDay = readPayDay(wish.payDay);
  const waiting = await waitingPayments(trx, wish, asker, isLocked);
  const currency =
    wish.currency ??
    waiting.find((one) => format.currencies.includes(one.currency))?.currency ??
    (format.currencies[0] as PayoutCurrency);
  const payments: (Payment & { isStopped: boolean })[] = [];
  const leftOut: LeftOut[] = [];
  for (const { memberName, isOwnAnswer, isSuspended, isFrozen, areStopped, ...payment } of waiting) {
    if (payments.length === PAYOUT_ROWS_MAX) break;
    const why = isSuspended
      ? 'SUSPENDED'
      : isFrozen
        ? 'FROZEN'
        : areStopped
          ? 'PAYOUTS_STOPPED'
          : isOwnAnswer
            ? 'OWN_ANSWER'
            : whyLeftOut(format, payment, currency);
    if (why === undefined) payments.push(payment);
    else leftOut.push({ id: payment.id, memberName, bankCode: payment.bankCode, why });
  }
  const stopped = payments.filter(({ isStopped }) => isStopped).length;
  return { format, terms, payDay, currency, payments, leftOut, stopped };
}

function readPayDay(day: string | undefined): string {
  const today = bangkokDay(clock.now());
  if (day === undefined) return today;
  const isDay = !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  if (!isDay || day < today || day > bangkokDay(clock.now(), -PAY_DAYS_AHEAD))
    throw new AppError('PAYOUT_FORMAT', 'payDay');
  return day;
}

type Waiting = Payment & {
  memberName: string;
  isStopped: boolean;
  isOwnAnswer: boolean;
  isSuspended: boolean;
  isFrozen: boolean;
  areStopped: boolean;
};

/** With ids, only these; otherwise enough for a full file when a few do not fit into its format. */
async function waitingPayments(trx: Trx, { ids, currency }: FileWish, asker: FileAsker, isLocked: boolean) {
  const { operatorId, ownMembers } = asker;
  const { rows: members } = await sql<{ id: bigint }>`
    select distinct w.member_id as id from withdrawal w where w.state = 'MANUAL'
      and ${ids === undefined ? sql`true` : sql`w.id = any(${[...ids]}::uuid[])`}`.execute(trx);
  await compareAgain(
    trx,
    members.map(({ id }) => id),
  );
  const { rows } = await sql<{
    id: string;
    bank_code: string;
    bank_account_no: string;
    bank_account_name: string;
    pay_amount: bigint;
    pay_currency: PayoutCurrency;
    is_stopped: boolean;
    is_own_answer: boolean;
    is_suspended: boolean;
    is_frozen: boolean;
    are_stopped: boolean;
    member_name: string;
  }>`
    select w.id, w.bank_code, w.bank_account_no, w.bank_account_name, w.pay_amount, w.pay_currency,
      coalesce(cardinality(w.stopped_by), 0) > 0 as is_stopped, m.name as member_name,
      m.status = 'suspended' as is_suspended, m.frozen_at is not null as is_frozen,
      m.payouts_stopped_at is not null as are_stopped,
      coalesce((select p.uploaded_by from payout_batch_row r join payout_result p on p.id = r.payout_result_id
        where r.withdrawal_id = w.id and r.state = 'REFUSED'
        order by r.payout_batch_id desc limit 1) = ${operatorId}, false) as is_own_answer
    from withdrawal w join member m on m.id = w.member_id
    where w.state = 'MANUAL' and not ${isHeldByCase(sql.ref('w.member_id'))}
      and not ${isHeldByFinding(sql.ref('w.member_id'))}
      and ${ids === undefined ? sql`true` : sql`w.id = any(${[...ids]}::uuid[])`}
      and ${currency === undefined || ids !== undefined ? sql`true` : sql`w.pay_currency = ${currency}`}
      and w.member_id <> all(${[...ownMembers]}::bigint[])
      and not exists (select from queue_claim c where c.queue = 'withdrawals' and c.item = w.id::text
        and c.operator_id <> ${operatorId} and c.expires_at > site.now())
      and not exists (select from approval a
        where a.subject = 'withdrawal:' || w.id::text and a.state = 'PENDING')
    order by w.created_at, w.id
    limit ${PAYOUT_ROWS_MAX * 2}
    ${isLocked ? sql`for update of w skip locked for share of m skip locked` : sql``}`.execute(trx);
  return rows.map(
    (row): Waiting => ({
      id: row.id,
      bankCode: row.bank_code,
      accountNo: row.bank_account_no,
      accountName: row.bank_account_name,
      amount: row.pay_amount,
      currency: row.pay_currency,
      isStopped: row.is_stopped,
      isOwnAnswer: row.is_own_answer,
      isSuspended: row.is_suspended,
      isFrozen: row.is_frozen,
      areStopped: row.are_stopped,
      memberName: row.member_name,
    }),
  );
}
