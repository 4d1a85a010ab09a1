import { bahtFromSatang } from '@krapao/contract/money';
import { isAllowed } from '@krapao/contract/permissions';
import { SHIFT_ACTIONS, type ShiftAction } from '@krapao/contract/shifts';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { currencyOf } from '../../modules/cash/cashBook.ts';
import { type DepositAccount, ownAccounts } from '../../modules/deposits/depositAccounts.ts';
import { inSnapshot } from '../accounts/listAccounts.ts';
import { presentAccount } from '../queues/presentAccount.ts';
import { readPeriod } from '../reports/period.ts';
import { decisionsOf, movesOf } from './decisions.ts';
import { IS_OVERDUE } from './workShift.ts';

const PAGE = 50;

export interface Asked {
  from: string;
  to: string;
  operatorId?: string;
}

interface ShiftRow {
  id: bigint;
  operator_id: bigint;
  operator_name: string;
  opened_at: Date;
  closed_at: Date | null;
  is_overdue: boolean;
  ended_by: string | null;
  closed_because: string | null;
  note: string | null;
  decisions: bigint;
  credited: bigint;
  paid: bigint;
  differs: boolean;
}

/**
 * A page of the shifts opened in a period, newest first; who may not manage shifts sees their own.
 * @throws AppError INVALID_REQUEST for no period
 */
export async function listShifts(
  db: Db,
  reader: Pick<Operator, 'id' | 'role'>,
  { before, ...asked }: Asked & { before?: string },
) {
  return inSnapshot(db, async (trx) => {
    const mayAll = isAllowed(reader.role, 'shift.manage');
    const rows = await readShifts(
      trx,
      sql`${conditionOf(asked)} and ${mayAll || sql`s.operator_id = ${reader.id}`}
        and ${before === undefined ? true : sql`s.id < ${before}::bigint`}`,
      PAGE + 1,
    );
    const operators = await trx
      .selectFrom('operator')
      .select(['id', 'name'])
      .where(sql<boolean>`exists (select from operator_shift s where s.operator_id = operator.id)`)
      .where(sql<boolean>`${mayAll || sql`id = ${reader.id}`}`)
      .orderBy('name')
      .execute();
    return {
      shifts: rows.slice(0, PAGE).map(presentShift),
      hasMore: rows.length > PAGE,
      operators: operators.map(({ id, name }) => ({ id: String(id), name })),
    };
  });
}

/** All of these shifts of everybody. @throws AppError INVALID_REQUEST for no period */
export const allShifts = async (db: Db, asked: Asked) =>
  inSnapshot(db, async (trx) => (await readShifts(trx, conditionOf(asked), null)).map(presentShift));

/**
 * A shift with its figures by action and its accounts. @throws AppError NO_DATA: also for somebody else's, without the
 * permission
 */
export async function readReport(db: Db, reader: Pick<Operator, 'id' | 'role'>, id: bigint) {
  return inSnapshot(db, async (trx) => reportOf(trx, await requireShift(trx, reader, id)));
}

/** The caller's open shift, what they can count, and the note of whoever closed a shift last. */
export async function readOwn(db: Db, operatorId: bigint) {
  return inSnapshot(db, async (trx) => {
    const [open] = await readShifts(trx, sql`s.operator_id = ${operatorId} and s.closed_at is null`, 1);
    const last = await trx
      .selectFrom('operator_shift as s')
      .innerJoin('operator as o', 'o.id', 's.operator_id')
      .select(['o.name', 's.closed_at', 's.note'])
      .where('s.closed_at', '>', sql<Date>`site.now() - interval '2 days'`)
      .orderBy('s.closed_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return {
      open: open === undefined ? null : await reportOf(trx, open),
      accounts: (await ownAccounts(trx)).filter(isCounted).map(shownAccount),
      handOver:
        last === undefined || last.note === null || last.closed_at === null
          ? null
          : { operatorName: last.name, at: last.closed_at.toISOString(), note: last.note },
    };
  });
}

/** @throws AppError NO_DATA */
export async function requireShift(
  trx: Trx,
  reader: Pick<Operator, 'id' | 'role'>,
  id: bigint,
): Promise<ShiftRow> {
  const [shift] = await readShifts(trx, sql`s.id = ${id}`, 1);
  if (shift === undefined) throw new AppError('NO_DATA');
  if (shift.operator_id !== reader.id && !isAllowed(reader.role, 'shift.manage'))
    throw new AppError('NO_DATA');
  return shift;
}

function conditionOf({ operatorId, ...period }: Asked): RawBuilder<unknown> {
  const { start, end } = readPeriod(period);
  return sql`s.opened_at >= ${start} and s.opened_at < ${end}
    and ${operatorId === undefined ? true : sql`s.operator_id = ${operatorId}::bigint`}`;
}

async function readShifts(trx: Trx, wanted: RawBuilder<unknown>, limit: number | null): Promise<ShiftRow[]> {
  const columns = {
    operator_id: sql`s.operator_id`,
    opened_at: sql`s.opened_at`,
    closed_at: sql`s.closed_at`,
  };
  const { rows } = await sql<ShiftRow>`
    select s.id, s.operator_id, o.name as operator_name, s.opened_at, s.closed_at, ${IS_OVERDUE} as is_overdue,
      case when s.closed_by <> s.operator_id then c.name end as ended_by, s.closed_because, s.note, d.*,
      exists (select from shift_count n where n.shift_id = s.id and n.counted <> n.booked) as differs
    from operator_shift s join operator o on o.id = s.operator_id left join operator c on c.id = s.closed_by
    cross join lateral (
      select count(*) as decisions,
        coalesce(sum(amount) filter (where action in
          ('slip.approve', 'notice.approve', 'incoming.credit', 'gateway.credit', 'gift.approve')), 0)::bigint as credited,
        coalesce(sum(amount) filter (where action in
          ('withdrawal.pay', 'withdrawal.allPaid', 'withdrawal.answerPaid', 'withdrawal.result')), 0)::bigint as paid
      from (${decisionsOf(columns)}) decided) d
    where ${wanted} order by s.id desc limit ${limit}`.execute(trx);
  return rows;
}

async function reportOf(trx: Trx, shift: ShiftRow) {
  const { rows: figures } = await sql<{
    action: ShiftAction;
    count: bigint;
    amount: bigint;
    taken: bigint;
  }>`
    select action, count(*) as count, coalesce(sum(amount) filter (where amount > 0), 0)::bigint as amount,
      coalesce(-sum(amount) filter (where amount < 0), 0)::bigint as taken
    from (${decisionsOf(shift)}) decided group by action`.execute(trx);
  return {
    shift: presentShift(shift),
    figures: figures
      .toSorted((one, other) => SHIFT_ACTIONS.indexOf(one.action) - SHIFT_ACTIONS.indexOf(other.action))
      .map(({ action, count, amount, taken }) => ({
        action,
        count: Number(count),
        amount: bahtFromSatang(amount),
        taken: bahtFromSatang(taken),
      })),
    accounts: await accountsOf(trx, shift),
  };
}

async function accountsOf(trx: Trx, shift: ShiftRow) {
  const { rows: moves } = await sql<{ account_id: bigint; received: bigint; sent: bigint }>`
    select account_id, coalesce(sum(amount) filter (where amount > 0), 0)::bigint as received,
      coalesce(-sum(amount) filter (where amount < 0), 0)::bigint as sent
    from (${movesOf(shift)}) moved group by account_id`.execute(trx);
  const counts = await trx.selectFrom('shift_count').selectAll().where('shift_id', '=', shift.id).execute();
  const countOf = (id: bigint, at: 'OPEN' | 'CLOSE') => {
    const found = counts.find((row) => row.deposit_account_id === id && row.moment === at);
    return found === undefined
      ? null
      : {
          counted: bahtFromSatang(found.counted),
          booked: found.booked === null ? null : bahtFromSatang(found.booked),
          difference: found.booked === null ? null : bahtFromSatang(found.counted - found.booked),
        };
  };
  return (await ownAccounts(trx)).flatMap((account) => {
    const moved = moves.find(({ account_id }) => account_id === account.id);
    const opening = countOf(account.id, 'OPEN');
    const closing = countOf(account.id, 'CLOSE');
    if (moved === undefined && opening === null && closing === null) return [];
    return {
      account: shownAccount(account),
      in: bahtFromSatang(moved?.received ?? 0n),
      out: bahtFromSatang(moved?.sent ?? 0n),
      opening,
      closing,
    };
  });
}

const isCounted = ({ bank_type, is_active }: DepositAccount) =>
  is_active && (bank_type === 'BANK' || bank_type === 'WALLET');

const shownAccount = (account: DepositAccount) => ({
  ...presentAccount(account),
  currency: currencyOf(account),
});

function presentShift(row: ShiftRow) {
  return {
    id: String(row.id),
    operator: { id: String(row.operator_id), name: row.operator_name },
    openedAt: row.opened_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    isOverdue: row.is_overdue,
    closedBy: row.ended_by,
    closedBecause: row.closed_because,
    note: row.note,
    decisions: Number(row.decisions),
    credited: bahtFromSatang(row.credited),
    paid: bahtFromSatang(row.paid),
    differs: row.differs,
  };
}
