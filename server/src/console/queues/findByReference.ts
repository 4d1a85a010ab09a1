import { bahtFromSatang } from '@krapao/contract/money';
import { isAllowed } from '@krapao/contract/permissions';
import { QUEUE_PERMISSIONS, type QueueName } from '@krapao/contract/queues';
import { type RawBuilder, sql } from 'kysely';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { Db } from '../../database/connect.ts';
import { QUEUES } from '../../queues.ts';
import { aboutItem } from './aboutItem.ts';
import { seenBy } from './waitingRows.ts';

const SHOWN = 20;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The columns that hold a reference of a queue’s rows, each with an index of its own: a text of any kind reads a few rows.
 * Those whose id is a uuid are found by it, too: members and providers see it as our reference.
 */
const REFERENCES: Readonly<Partial<Record<QueueName, readonly string[]>>> = {
  slips: ['trans_ref', 'reference'],
  incoming: ['trans_ref'],
  withdrawals: ['trans_ref'],
  latePayments: ['reference'],
  transfers: [],
};

/** Of queues whose rows need not wait at all: since when a row is there. */
const THERE: Readonly<Partial<Record<QueueName, string>>> = { latePayments: 'created_at' };

interface Row {
  queue: QueueName;
  id: string;
  at: Date;
  state: 'WAITING' | 'OPEN' | 'OVER';
  member_id: bigint | null;
  name: string;
  phone_number: string;
  amount: bigint | null;
  currency: string;
}

/**
 * What has this reference, waiting or not, of the queues that the operator may decide.
 * @param text as the bank, the member or the provider writes it
 */
export async function findByReference(db: Db, { role }: Pick<Operator, 'role'>, text: string) {
  const wanted = text.trim();
  const names = (Object.keys(REFERENCES) as QueueName[]).filter((name) =>
    isAllowed(role, QUEUE_PERMISSIONS[name]),
  );
  const sources = names.flatMap((name) => {
    const { table, id } = QUEUES[name];
    const by = (REFERENCES[name] ?? []).map((column) => sql`${sql.ref(`${table}.${column}`)} = ${wanted}`);
    if (id === 'uuid' && UUID.test(wanted)) by.push(sql`${sql.ref(`${table}.id`)} = ${wanted}::uuid`);
    return by.map((isIt) => source(name, isIt, role));
  });
  if (wanted === '' || sources.length === 0) return { items: [] };
  const { rows } = await sql<Row>`
    select f.*, member.name, member.phone_number
    from (${sql.join(sources, sql` union `)}) f left join member on member.id = f.member_id
    order by f.at desc, f.id limit ${SHOWN}`.execute(db);
  return {
    items: rows.map((row) => ({
      queue: row.queue,
      id: row.id,
      at: row.at.toISOString(),
      state: row.state,
      member:
        row.member_id === null
          ? null
          : { id: String(row.member_id), name: row.name, phoneNumber: row.phone_number },
      amount: row.amount === null ? null : bahtFromSatang(row.amount),
      currency: row.currency,
    })),
  };
}

function source(name: QueueName, isIt: RawBuilder<unknown>, role: Operator['role']) {
  const { table, since, waits, endedAt } = QUEUES[name];
  const at = sql.join([since, THERE[name] ?? since].map((column) => sql.ref(`${table}.${column}`)));
  return sql`(
    select ${sql.lit(name)} as queue, ${sql.ref(`${table}.id`)}::text as id, coalesce(${at}) as at,
      case when ${waits} then 'WAITING' when coalesce(decided_at, ${endedAt}) is null then 'OPEN' else 'OVER' end as state,
      ${aboutItem(name)}
    from ${sql.table(table)} where ${isIt} and ${seenBy(role, name)}
    order by at desc limit ${SHOWN})`;
}
