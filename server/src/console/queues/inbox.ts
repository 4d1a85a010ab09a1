import { bahtFromSatang } from '@krapao/contract/money';
import { isAllowed } from '@krapao/contract/permissions';
import { QUEUE_NAMES, QUEUE_PERMISSIONS, type QueueName } from '@krapao/contract/queues';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { Db } from '../../database/connect.ts';
import { QUEUES } from '../../queues.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { aboutItem } from './aboutItem.ts';
import { isLate, promisedMinutes } from './countQueues.ts';
import { waitingRows } from './waitingRows.ts';

/** No more are read: a queue’s own page has the others. */
const SHOWN = 100;

interface Row {
  queue: QueueName;
  id: string;
  since: Date;
  late: boolean;
  member_id: bigint | null;
  name: string;
  phone_number: string;
  amount: bigint | null;
  currency: string;
  claim: { operatorName: string; isMine: boolean } | null;
}

/**
 * What waits for an operator in all queues together, or in one: overdue items first, then the oldest.
 * @param mine only what the operator has claimed
 * @throws AppError OPERATOR_FORBIDDEN if the operator may not decide the wanted queue
 */
export async function listInbox(
  db: Db,
  { id: operatorId, role }: Pick<Operator, 'id' | 'role'>,
  { queue: wanted, mine }: { queue?: QueueName; mine?: '1' },
  promised: SettingValue<'promises'>,
) {
  const allowed = QUEUE_NAMES.filter((name) => isAllowed(role, QUEUE_PERMISSIONS[name]));
  if (wanted !== undefined && !allowed.includes(wanted)) throw new AppError('OPERATOR_FORBIDDEN', wanted);
  const sources = (wanted === undefined ? allowed : [wanted]).map((name) => {
    const { table, since } = QUEUES[name];
    const late = isLate(`${table}.${since}`, promisedMinutes(promised, name));
    return sql`(
      select ${sql.lit(name)} as queue, ${sql.ref(`${table}.id`)}::text as id, ${sql.ref(`${table}.${since}`)} as since,
        ${late} as late, ${aboutItem(name)}
      from ${sql.table(table)}
      where ${sql.ref(`${table}.id`)} in (${waitingRows(role, name)})
        and ${
          mine === undefined
            ? sql`true`
            : sql`exists (select from queue_claim c where c.queue = ${name}
          and c.item = ${sql.ref(`${table}.id`)}::text and c.operator_id = ${operatorId} and c.expires_at > site.now())`
        }
      order by since, ${sql.ref(`${table}.id`)} limit ${SHOWN + 1})`;
  });
  if (sources.length === 0) return { items: [], isMore: false };
  const { rows } = await sql<Row>`
    select w.*, member.name, member.phone_number, (
      select json_build_object('operatorName', o.name, 'isMine', o.id = ${operatorId})
      from queue_claim c join operator o on o.id = c.operator_id
      where c.queue = w.queue and c.item = w.id and c.expires_at > site.now()) as claim
    from (${sql.join(sources, sql` union all `)}) w left join member on member.id = w.member_id
    order by w.late desc, w.since, w.queue, w.id
    limit ${SHOWN + 1}`.execute(db);
  return {
    items: rows.slice(0, SHOWN).map((row) => ({
      queue: row.queue,
      id: row.id,
      since: row.since.toISOString(),
      isOverdue: row.late,
      member:
        row.member_id === null
          ? null
          : { id: String(row.member_id), name: row.name, phoneNumber: row.phone_number },
      amount: row.amount === null ? null : bahtFromSatang(row.amount),
      currency: row.currency,
      claim: row.claim,
    })),
    isMore: rows.length > SHOWN,
  };
}
