import { isAllowed, type Permission, ROLES } from '@krapao/contract/permissions';
import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { Db, Trx } from '../../../database/connect.ts';
import type { Operator } from '../authenticateOperator.ts';

/** Why an operator is not the second person of a request. */
export type Barred = 'OWN' | 'SAME_HAND';

/** Which operator is no second person for what `askerId` asked, and why; null for one who is. */
export function barredFrom(
  askerId: bigint,
  operatorId: bigint,
  sameHand: ReadonlySet<bigint>,
): Barred | null {
  if (askerId === operatorId) return 'OWN';
  return sameHand.has(askerId) ? 'SAME_HAND' : null;
}

/**
 * The one rule of who may approve: somebody else than who asked, allowed to do it by themselves, and not of one hand with
 * who asked. That the operator is active, every call has checked.
 * @throws AppError FOUR_EYES, OPERATOR_FORBIDDEN, SECOND_PERSON_UNFIT
 */
export async function requireSecondPerson(
  trx: Trx,
  { asked_by: askerId, permission }: { asked_by: bigint; permission: string },
  { id, role }: Pick<Operator, 'id' | 'role'>,
): Promise<void> {
  if (askerId === id) throw new AppError('FOUR_EYES');
  if (!isAllowed(role, permission as Permission)) throw new AppError('OPERATOR_FORBIDDEN', permission);
  if ((await operatorsOfOneHand(trx, id)).has(askerId)) throw new AppError('SECOND_PERSON_UNFIT');
}

/** Whether anybody but the asker could approve at this moment. */
export async function hasSecondPerson(trx: Trx, askerId: bigint, permission: Permission): Promise<boolean> {
  const sameHand = await operatorsOfOneHand(trx, askerId);
  const roles = ROLES.filter((role) => isAllowed(role, permission) && isAllowed(role, 'approval.decide'));
  const others = await trx
    .selectFrom('operator')
    .where('is_active', '=', true)
    // Who has not logged in yet is nobody's control.
    .where('must_change_password', '=', false)
    .where('role', 'in', roles)
    .select('id')
    .execute();
  return others.some(({ id }) => !sameHand.has(id));
}

/**
 * When a change of this operator may take effect by itself: after 24 hours; who has taken a colleague's role or log-in
 * away within the last 7 days, 7 days after that. Nobody becomes the only person by their own hand.
 */
export async function timeAlone(trx: Trx, operatorId: bigint): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select greatest(now() + interval '24 hours', max(at) + interval '7 days') as at
    from audit_entry
    where operator_id = ${operatorId} and action = 'operator.change' and subject <> 'operator:' || operator_id
      and at > now() - interval '7 days'
      and (not (after ->> 'isActive')::boolean or before ->> 'role' <> after ->> 'role')`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new AppError('INTERNAL_SERVER_ERROR', 'no time');
  return row.at;
}

/**
 * The operator and those whom one hand may lead together with this one: within the last 7 days one of the two added,
 * activated, promoted or reset the other, over however many steps, or a third did so to both. What one administrator set
 * up before the first member's money was in counts between maker and made alone.
 */
export async function operatorsOfOneHand(db: Db | Trx, operatorId: bigint): Promise<Set<bigint>> {
  const { rows } = await sql<{ id: bigint }>`
    with recursive edge as (
      select split_part(subject, ':', 2)::bigint as made, operator_id as maker,
        at >= (select p.at from ledger.posting p where p.code = 'deposit' order by p.id limit 1) as is_open
      from audit_entry
      where at > now() - interval '7 days'
        and action in ('operator.add', 'operator.change', 'operator.reset')
        and subject <> 'operator:' || operator_id
        and (action <> 'operator.change' or ((after ->> 'isActive')::boolean
          and (not (before ->> 'isActive')::boolean or before ->> 'role' <> after ->> 'role')))
    ),
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

/** Whether the site is still being set up: no member's money has come in, and one administrator decides alone. */
export async function isBeingSetUp(db: Db | Trx): Promise<boolean> {
  const { rows } = await sql`select from ledger.posting where code = 'deposit' limit 1`.execute(db);
  return rows.length === 0;
}
