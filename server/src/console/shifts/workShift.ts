import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { heldBy, openingOf, requireAccount } from '../accounts/listAccounts.ts';
import type { Recorder } from '../act.ts';
import { SESSION_HOURS } from '../logInOperator.ts';
import { requireSatang } from '../requireSatang.ts';

/** What an operator counted in an account, in its own currency. */
export interface Count {
  accountId: string;
  counted: number;
}

/** An open shift is overdue when it is older than any session of its operator can be. */
export const IS_OVERDUE = sql<boolean>`s.closed_at is null
  and s.opened_at < site.now() - make_interval(hours => ${SESSION_HOURS}::int)`;

/**
 * Opens an operator's shift with what they counted. @returns its id
 * @throws AppError SHIFT_OPEN, SHIFT_COUNTS (an account twice), INVALID_AMOUNT, NO_DATA (no such account)
 */
export async function openShift(
  trx: Trx,
  recorder: Recorder,
  operatorId: bigint,
  counts: readonly Count[],
): Promise<bigint> {
  const shift = await trx
    .insertInto('operator_shift')
    .values({ operator_id: operatorId })
    .onConflict((conflict) => conflict.column('operator_id').where('closed_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (shift === undefined) throw new AppError('SHIFT_OPEN');
  await storeCounts(trx, shift.id, 'OPEN', counts);
  await recorder({ action: 'shift.open', subject: `shift:${shift.id}`, after: { counts } });
  return shift.id;
}

/**
 * Closes an operator's own shift. Each account that was counted at its beginning is counted again. @returns its id
 * @throws AppError SHIFT_CLOSED (none is open), SHIFT_COUNTS, INVALID_AMOUNT, NO_DATA
 */
export async function closeShift(
  trx: Trx,
  recorder: Recorder,
  operatorId: bigint,
  { counts, note }: { counts: readonly Count[]; note: string | undefined },
): Promise<bigint> {
  const shift = await trx
    .selectFrom('operator_shift')
    .select('id')
    .where('operator_id', '=', operatorId)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (shift === undefined) throw new AppError('SHIFT_CLOSED');
  const opened = await trx
    .selectFrom('shift_count')
    .select('deposit_account_id')
    .where('shift_id', '=', shift.id)
    .where('moment', '=', 'OPEN')
    .execute();
  const counted = new Set(counts.map(({ accountId }) => BigInt(accountId)));
  const missing = opened.find(({ deposit_account_id: id }) => !counted.has(id));
  if (missing !== undefined) throw new AppError('SHIFT_COUNTS', `account ${missing.deposit_account_id}`);
  await storeCounts(trx, shift.id, 'CLOSE', counts);
  await trx
    .updateTable('operator_shift')
    .set({ closed_at: sql<Date>`site.clock_timestamp()`, closed_by: operatorId, note: note?.trim() || null })
    .where('id', '=', shift.id)
    .execute();
  await recorder({
    action: 'shift.close',
    subject: `shift:${shift.id}`,
    after: { counts, ...(note !== undefined && { note }) },
  });
  return shift.id;
}

/**
 * Closes a shift that its operator forgot. @throws AppError NO_DATA, SHIFT_CLOSED, FOUR_EYES (one's own), SHIFT_RUNNING (not
 * overdue)
 */
export async function endShift(
  trx: Trx,
  recorder: Recorder,
  { id, operatorId, reason }: { id: bigint; operatorId: bigint; reason: string },
): Promise<void> {
  const shift = await trx
    .selectFrom('operator_shift as s')
    .selectAll('s')
    .select(IS_OVERDUE.as('is_overdue'))
    .where('s.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (shift === undefined) throw new AppError('NO_DATA');
  if (shift.closed_at !== null) throw new AppError('SHIFT_CLOSED');
  if (shift.operator_id === operatorId) throw new AppError('FOUR_EYES');
  if (!shift.is_overdue) throw new AppError('SHIFT_RUNNING');
  await trx
    .updateTable('operator_shift')
    .set({ closed_at: sql<Date>`site.clock_timestamp()`, closed_by: operatorId, closed_because: reason })
    .where('id', '=', id)
    .execute();
  await recorder({
    action: 'shift.end',
    subject: `shift:${id}`,
    before: { operator: shift.operator_id, openedAt: shift.opened_at },
    reason,
  });
}

/** The overdue shifts of all operators, the oldest first. */
export async function overdueShifts(db: Db) {
  const rows = await db
    .selectFrom('operator_shift as s')
    .innerJoin('operator as o', 'o.id', 's.operator_id')
    .select(['s.id', 'o.name', 's.opened_at'])
    .where(IS_OVERDUE)
    .orderBy('s.opened_at')
    .limit(20)
    .execute();
  return rows.map(({ id, name, opened_at }) => ({
    id: String(id),
    operatorName: name,
    openedAt: opened_at.toISOString(),
  }));
}

async function storeCounts(
  trx: Trx,
  shiftId: bigint,
  moment: 'OPEN' | 'CLOSE',
  counts: readonly Count[],
): Promise<void> {
  if (new Set(counts.map(({ accountId }) => BigInt(accountId))).size < counts.length)
    throw new AppError('SHIFT_COUNTS', 'an account twice');
  for (const { accountId, counted } of counts) {
    const account = await requireAccount(trx, accountId);
    const hasBook = (await openingOf(trx, account.id)) !== undefined;
    await trx
      .insertInto('shift_count')
      .values({
        shift_id: shiftId,
        deposit_account_id: account.id,
        moment,
        counted: requireSatang(counted),
        booked: hasBook ? await heldBy(trx, account) : null,
      })
      .execute();
  }
}
