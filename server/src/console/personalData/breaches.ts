import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf, ResponseOf } from '@krapao/contract/endpoint';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import { clock } from '../../clock.ts';
import type { Db, Trx } from '../../database/connect.ts';
import type { Breach } from '../../database/schemaTypes.ts';
import { notify } from '../../modules/notifications/notify.ts';
import type { Recorder } from '../act.ts';

type Breaches = ResponseOf<Contract['GET /api/console/breaches']>['breaches'];
const SHOWN = 200;
const TOLD_AT_ONCE = 500;

/** Breaches with the clock of the law, open ones first. @param hours within which the office is told */
export async function listBreaches(db: Db | Trx, hours: number, id?: bigint): Promise<Breaches> {
  const rows = await db
    .selectFrom('breach as b')
    .innerJoin('operator as o', 'o.id', 'b.made_by')
    .selectAll('b')
    .select([
      'o.name',
      sql<number>`(select count(*)::int from breach_member m where m.breach_id = b.id)`.as('members'),
    ])
    .$if(id !== undefined, (query) => query.where('b.id', '=', id ?? 0n))
    .orderBy(sql`b.closed_at is null`, 'desc')
    .orderBy('b.known_at', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map((row) => {
    const tellBy = new Date(row.known_at.getTime() + hours * 3_600_000);
    return {
      id: row.id.toString(),
      title: row.title,
      what: row.what,
      knownAt: row.known_at.toISOString(),
      tellBy: tellBy.toISOString(),
      isLate: (row.office_told_at ?? clock.date()) > tellBy,
      officeToldAt: row.office_told_at?.toISOString() ?? null,
      officeReference: row.office_reference,
      members: row.members,
      membersToldAt: row.members_told_at?.toISOString() ?? null,
      closedAt: row.closed_at?.toISOString() ?? null,
      madeBy: row.name,
    };
  });
}

/** Clocks differ a little; nobody knows of a breach sooner than it happens, or writes down one of long ago. */
const CLOCK_MS = 5 * 60_000;
const YEARS_BACK = 5;

function requireKnown(knownAt: string): void {
  const at = Date.parse(knownAt);
  const first = clock.date();
  first.setUTCFullYear(first.getUTCFullYear() - YEARS_BACK);
  if (!(at >= first.getTime() && at <= clock.now() + CLOCK_MS)) throw new AppError('BREACH_TIME');
}

/**
 * Records a breach with the members whom it concerns. @returns its id
 * @throws AppError NO_USER for an unknown member, BREACH_TIME if it is known from the future on, or for more than 5 years
 */
export async function addBreach(
  trx: Trx,
  recorder: Recorder,
  operatorId: bigint,
  { title, what, knownAt, members }: BodyOf<Contract['POST /api/console/breaches']>,
): Promise<bigint> {
  requireKnown(knownAt);
  const { id } = await trx
    .insertInto('breach')
    .values({ title, what, known_at: knownAt, made_by: operatorId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ids = [...new Set(members.ids)];
  const { numAffectedRows } = await sql`
    insert into breach_member (breach_id, member_id) select ${id}, m.id from member m
    where m.status <> 'closed' and (${members.everybody} or m.id = any(${ids}::bigint[]))`.execute(trx);
  if (!members.everybody && Number(numAffectedRows) < ids.length) throw new AppError('NO_USER');
  await recorder({
    action: 'breach.add',
    subject: `breach:${id}`,
    after: { title, knownAt, members: Number(numAffectedRows) },
  });
  return id;
}

/** Notes that the office was told. @throws AppError NO_DATA, ALREADY_DECIDED */
export async function noteOfficeTold(
  trx: Trx,
  recorder: Recorder,
  id: bigint,
  reference: string,
): Promise<void> {
  await lockOpen(trx, id, 'office_told_at');
  await trx
    .updateTable('breach')
    .set({ office_told_at: sql`site.now()`, office_reference: reference })
    .where('id', '=', id)
    .execute();
  await recorder({ action: 'breach.tellOffice', subject: `breach:${id}`, after: { reference } });
}

/** Tells the members by a notification, once; of a merged account, the one that stayed. @throws AppError NO_DATA, ALREADY_DECIDED */
export async function tellMembers(trx: Trx, recorder: Recorder, id: bigint): Promise<void> {
  await lockOpen(trx, id, 'members_told_at');
  let after = 0n;
  let told = 0;
  for (;;) {
    const members = await trx
      .selectFrom('breach_member as b')
      .innerJoin('member as m', (join) => join.on('m.id', '=', sql<bigint>`keeper_of(b.member_id)`))
      .select('m.id')
      .distinct()
      .where('b.breach_id', '=', id)
      .where('m.id', '>', after)
      .where('m.status', '<>', 'closed')
      .orderBy('m.id')
      .limit(TOLD_AT_ONCE)
      .execute();
    for (const member of members)
      await notify(trx, { memberId: member.id, kind: 'breachTold', key: `breach:${id}` });
    told += members.length;
    const last = members.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  await trx.updateTable('breach').set({ members_told_at: sql`site.now()` }).where('id', '=', id).execute();
  await recorder({ action: 'breach.tellMembers', subject: `breach:${id}`, after: { members: told } });
}

/** Whether a breach that is open may be closed by one operator: the office was told. @throws AppError NO_DATA, ALREADY_DECIDED */
export async function isOfficeTold(trx: Trx, id: bigint): Promise<boolean> {
  return (await lockOpen(trx, id, 'closed_at')).office_told_at !== null;
}

/** @throws AppError NO_DATA, ALREADY_DECIDED */
export async function closeBreach(trx: Trx, recorder: Recorder, id: bigint, reason: string): Promise<void> {
  await lockOpen(trx, id, 'closed_at');
  await trx.updateTable('breach').set({ closed_at: sql`site.now()` }).where('id', '=', id).execute();
  await recorder({ action: 'breach.close', subject: `breach:${id}`, reason });
}

async function lockOpen(
  trx: Trx,
  id: bigint,
  column: 'office_told_at' | 'members_told_at' | 'closed_at',
): Promise<Selectable<Breach>> {
  const row = await trx.selectFrom('breach').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (row === undefined) throw new AppError('NO_DATA');
  if (row[column] !== null) throw new AppError('ALREADY_DECIDED');
  return row;
}
