import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf, ResponseOf } from '@krapao/contract/endpoint';
import type { Db } from '../../database/connect.ts';
import { filterOf } from './filter.ts';
import { monthSums } from './monthSums.ts';
import { pageOf } from './pageOf.ts';
import { presentEntries, type Reader } from './presentEntries.ts';
import { lateFromOf } from './showStory.ts';

type Call = Contract['POST /api/statement'];

/**
 * A page of the member's statement, newest first; entries of the same moment keep their order (STM-01, STM-08). What is
 * in progress says from when it takes longer than usual. A filter narrows the rows and the total, not the months' sums.
 */
export async function listStatement(
  db: Db,
  memberId: bigint,
  asked: BodyOf<Call>,
  reader: Reader,
): Promise<ResponseOf<Call>> {
  const { total, rows } = await pageOf(db, 'statement_entry', memberId, asked, filterOf(memberId, asked));
  const [entries, months, late] = await Promise.all([
    presentEntries(db, rows, reader),
    asked.withMonths
      ? monthSums(
          db,
          memberId,
          rows.map(({ created_at }) => created_at),
        )
      : undefined,
    Promise.all(rows.map((row) => (row.status === 'PENDING' ? lateFromOf(db, row, reader) : undefined))),
  ]);
  return {
    total,
    ...(months && { months }),
    statements: entries.map((entry, nth) => ({
      ...entry,
      ...(late[nth] !== undefined && { lateFrom: late[nth] }),
    })),
  };
}
