import { isAllowed, type Permission, type Role } from '@krapao/contract/permissions';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { mayAll, roleOf } from '../../operatorRole.ts';

/** The requester with their current permissions. */
interface AskerNow {
  id: bigint;
  role: Role;
  isActive: boolean;
}

/**
 * Why an operator cannot be the second one for a request. `ASKER_GONE`: nobody can, because the requester has lost the
 * permission.
 */
export type Barred = 'OWN' | 'SAME_HAND' | 'ASKER_GONE';

/** The operators who cannot be the second one for the requester's action, and why; null for one who can. */
export function barredFrom(
  asker: AskerNow,
  permission: string,
  operatorId: bigint,
  sameHand: ReadonlySet<bigint>,
): Barred | null {
  if (asker.id === operatorId) return 'OWN';
  if (!mayStill(asker, permission)) return 'ASKER_GONE';
  return sameHand.has(asker.id) ? 'SAME_HAND' : null;
}

const mayStill = ({ role, isActive }: AskerNow, permission: string) =>
  isActive && isAllowed(role, permission as Permission);

/**
 * A request depends on the requester's permission and ends with it.
 * @throws AppError CHANGED_MEANWHILE
 */
export async function requireAsker(
  trx: Trx,
  { asked_by: id, permission }: { asked_by: bigint; permission: string },
): Promise<void> {
  const asker = await trx
    .selectFrom('operator')
    .where('id', '=', id)
    .select(['id', roleOf().as('role'), 'is_active as isActive'])
    .executeTakeFirst();
  if (asker === undefined || !mayStill(asker, permission))
    throw new AppError('CHANGED_MEANWHILE', 'who asked may not do it any more');
}

/**
 * The one rule for approvers: another operator than the requester, with the permission for the action, and independent
 * of the requester. Every call has already checked that the operator is active.
 * @throws AppError FOUR_EYES, OPERATOR_FORBIDDEN, SECOND_PERSON_UNFIT
 */
export async function requireSecondPerson(
  db: Db | Trx,
  { asked_by: askerId, permission }: { asked_by: bigint; permission: string },
  { id, role }: Pick<Operator, 'id' | 'role'>,
): Promise<void> {
  if (askerId === id) throw new AppError('FOUR_EYES');
  if (!isAllowed(role, permission as Permission)) throw new AppError('OPERATOR_FORBIDDEN', permission);
  if ((await operatorsOfOneHand(db, id)).has(askerId)) throw new AppError('SECOND_PERSON_UNFIT');
}

/**
 * Whether nobody else could ever approve: all others are operators whom the requester added within the last 7 days. The
 * requester's own creator, and operators added by that creator, count as others: they can act in their own name, or
 * approve when the days are over. So a newly added or reset operator cannot wait out an approval.
 */
export async function isAlone(trx: Trx, askerId: bigint, permission: Permission): Promise<boolean> {
  const own = await operatorsMadeBy(trx, askerId);
  const others = await trx
    .selectFrom('operator')
    .where('is_active', '=', true)
    // An operator who has never logged in controls nothing.
    .where('must_change_password', '=', false)
    .where(mayAll([permission, 'approval.decide']))
    .select('id')
    .execute();
  return others.every(({ id }) => own.has(id));
}

/**
 * When a change of this operator may take effect automatically: after 24 hours. An operator who demoted, deactivated or
 * reset an approving colleague within the last 7 days waits until 7 days after that, so that nobody becomes the only
 * person by their own action.
 */
export async function timeAlone(trx: Trx, operatorId: bigint): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select greatest(site.now() + interval '24 hours', max(at) + interval '7 days') as at
    from audit_entry
    where operator_id = ${operatorId} and subject <> 'operator:' || operator_id
      and at > site.now() - interval '7 days'
      and case action
        when 'operator.change' then not (after ->> 'isActive')::boolean or before ->> 'role' <> after ->> 'role'
        when 'operator.reset' then subject in (
          select 'operator:' || o.id from operator o where ${mayAll(['approval.decide'], 'o')})
        else false end`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new AppError('INTERNAL_SERVER_ERROR', 'no time');
  return row.at;
}

/**
 * Which operator added which within the last 7 days, from the audit log; `is_open`: since the first member's money is
 * in.
 */
const EDGE = sql`edge as (
  select split_part(subject, ':', 2)::bigint as made, operator_id as maker,
    at >= (select p.at from ledger.posting p where p.code = 'deposit' order by p.id limit 1) as is_open
  from audit_entry
  where at > site.now() - interval '7 days'
    and action in ('operator.add', 'operator.change', 'operator.reset')
    and subject <> 'operator:' || operator_id
    and (action <> 'operator.change' or ((after ->> 'isActive')::boolean
      and (not (before ->> 'isActive')::boolean or before ->> 'role' <> after ->> 'role')))
)`;

/**
 * The operator and all who are not independent of them: within the last 7 days one of the two added, activated,
 * promoted or reset the other, over any number of steps, or a third did so to both. What one administrator set up
 * before the first member's money counts only between creator and created.
 */
export async function operatorsOfOneHand(db: Db | Trx, operatorId: bigint): Promise<Set<bigint>> {
  const { rows } = await sql<{ id: bigint }>`
    with recursive ${EDGE},
    maker as (
      select ${operatorId}::bigint as id, true as is_open
      union select e.maker, m.is_open and e.is_open is true from edge e join maker m on e.made = m.id
    ),
    made as (
      select ${operatorId}::bigint as id
      union select e.made from edge e join made m on e.maker = m.id
    ),
    beside as (
      select id from maker where is_open
      union select e.made from edge e join beside b on e.maker = b.id where e.is_open
    )
    select id from maker union select id from made union select id from beside`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * The operator and those whom they added, activated, promoted or reset within the last 7 days, over any number of
 * steps.
 */
async function operatorsMadeBy(trx: Trx, operatorId: bigint): Promise<Set<bigint>> {
  const { rows } = await sql<{ id: bigint }>`
    with recursive ${EDGE},
    made as (
      select ${operatorId}::bigint as id
      union select e.made from edge e join made m on e.maker = m.id
    )
    select id from made`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** Whether the site is still being set up: no member's money has arrived, and one administrator decides alone. */
export async function isBeingSetUp(db: Db | Trx): Promise<boolean> {
  const { rows } = await sql`select from ledger.posting where code = 'deposit' limit 1`.execute(db);
  return rows.length === 0;
}
