import { csvText, moneyCell } from '@krapao/contract/csv';
import { fileTime } from '@krapao/contract/fileTime';
import type { Language } from '@krapao/contract/limits';
import { bahtFromSatang } from '@krapao/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { inSnapshot } from '../accounts/listAccounts.ts';
import { headings } from '../fileColumns.ts';
import { type DecisionRow, decisionsOf } from './decisions.ts';
import { type Asked, allShifts, requireShift } from './readShifts.ts';

const PAGE = 100;
type Reader = Pick<Operator, 'id' | 'role'>;
type Named = DecisionRow & { member_name: string | null; phone_number: string | null };

/** A page of what was decided in a shift, newest first. @throws AppError NO_DATA */
export async function listDecisions(db: Db, reader: Reader, id: bigint, before: string | undefined) {
  const rows = await inSnapshot(db, (trx) =>
    readDecisions(
      trx,
      reader,
      id,
      before === undefined ? sql`true` : sql`d.id < ${before}::bigint`,
      PAGE + 1,
    ),
  );
  return {
    decisions: rows.slice(0, PAGE).map((row) => ({
      id: String(row.id),
      at: row.at.toISOString(),
      action: row.action,
      subject: row.subject,
      member:
        row.member_id === null
          ? null
          : { id: String(row.member_id), name: row.member_name ?? '', phoneNumber: row.phone_number ?? '' },
      amount: row.amount === null ? null : bahtFromSatang(row.amount),
      reason: row.reason,
    })),
    hasMore: rows.length > PAGE,
  };
}

/** All decisions of a shift as a CSV file, newest first. @throws AppError NO_DATA */
export async function decisionsFile(
  db: Db,
  reader: Reader,
  { id, language }: { id: bigint; language: Language },
): Promise<string> {
  const rows = await inSnapshot(db, (trx) => readDecisions(trx, reader, id, sql`true`, null));
  return csvText(
    headings(language, ['time', 'action', 'subject', 'member', 'name', 'baht', 'reason']),
    rows.map((row) => [
      fileTime(row.at),
      row.action,
      row.subject,
      row.member_id === null ? '' : String(row.member_id),
      row.member_name ?? '',
      row.amount === null ? '' : moneyCell(bahtFromSatang(row.amount)),
      row.reason ?? '',
    ]),
  );
}

/** All shifts of a period as a CSV file, newest first. @throws AppError INVALID_REQUEST */
export async function shiftsFile(db: Db, asked: Asked, language: Language): Promise<string> {
  return csvText(
    headings(language, [
      'id',
      'operator',
      'opened',
      'closed',
      'closedBy',
      'reason',
      'decisions',
      'credited',
      'paid',
      'differs',
      'note',
    ]),
    (await allShifts(db, asked)).map((shift) => [
      shift.id,
      shift.operator.name,
      fileTime(shift.openedAt),
      fileTime(shift.closedAt),
      shift.closedBy ?? '',
      shift.closedBecause ?? '',
      shift.decisions,
      moneyCell(shift.credited),
      moneyCell(shift.paid),
      shift.differs ? 'differs' : '',
      shift.note ?? '',
    ]),
  );
}

async function readDecisions(
  trx: Trx,
  reader: Reader,
  id: bigint,
  wanted: RawBuilder<unknown>,
  limit: number | null,
): Promise<Named[]> {
  const shift = await requireShift(trx, reader, id);
  const { rows } = await sql<Named>`
    select d.*, m.name as member_name, m.phone_number
    from (${decisionsOf(shift)}) d left join member m on m.id = d.member_id
    where ${wanted} order by d.id desc limit ${limit}`.execute(trx);
  return rows;
}
