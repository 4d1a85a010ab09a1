import type { QueueQuery } from '@krapao/contract/api/operator/common';
import type { ApprovalKindName } from '@krapao/contract/approvals';
import { bahtFromSatang } from '@krapao/contract/money';
import { permissionsOf } from '@krapao/contract/permissions';
import { sql } from 'kysely';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { Db } from '../../database/connect.ts';
import { claimColumns, memberName, presentClaim } from '../queues/memberFacts.ts';
import { queuePage, queuePlace } from '../queues/queuePlace.ts';
import type { Fact } from './approvalKind.ts';
import { presentWaits } from './ask.ts';
import { kindOf } from './kinds.ts';
import { barredFrom, operatorsOfOneHand } from './secondPerson.ts';

/** Requests that wait for a second operator, of the kinds that this operator may do. */
export async function listApprovals(db: Db, { id, role }: Pick<Operator, 'id' | 'role'>, page: QueueQuery) {
  const { isAfter, order, limit, place } = queuePlace(page, {
    id: 'a.id',
    since: 'a.created_at',
    amount: 'a.amount',
    why: 'a.kind',
  });
  const rows = await db
    .selectFrom('approval as a')
    .innerJoin('operator as asker', 'asker.id', 'a.asked_by')
    .leftJoin('member', 'member.id', 'a.member_id')
    .where('a.state', '=', sql.lit('PENDING'))
    .where('a.permission', 'in', permissionsOf(role))
    .where(isAfter)
    .orderBy(order)
    .limit(limit)
    .selectAll('a')
    .select([
      'asker.name as asker_name',
      'asker.username as asker_username',
      'asker.role as asker_role',
      'asker.is_active as asker_is_active',
    ])
    .select(['member.name as member_name', 'member.phone_number'])
    .select([...claimColumns('approvals', 'a.id'), place])
    .execute();
  const sameHand = await operatorsOfOneHand(db, id);
  const facts = new Map(
    await Promise.all(
      rows.map(async (row) => [row.id, await kindOf(row.kind).present(db, row.payload)] as const),
    ),
  );
  return queuePage(rows, (row) => ({
    ...presentWaits(row),
    kind: row.kind as ApprovalKindName,
    subject: row.subject,
    member:
      row.member_id === null
        ? null
        : memberName({
            member_id: row.member_id,
            name: row.member_name ?? '',
            phone_number: row.phone_number ?? '',
          }),
    amount: row.amount === null ? null : bahtFromSatang(row.amount),
    facts: (facts.get(row.id) ?? []).map(presentFact),
    askedBy: { id: String(row.asked_by), name: row.asker_name, username: row.asker_username },
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
    barred: barredFrom(
      { id: row.asked_by, role: row.asker_role, isActive: row.asker_is_active },
      row.permission,
      id,
      sameHand,
    ),
    claim: presentClaim(row, id),
  }));
}

function presentFact(fact: Fact) {
  return {
    name: fact.name,
    text: 'text' in fact ? fact.text : null,
    amount: 'amount' in fact ? bahtFromSatang(fact.amount) : null,
    change: 'change' in fact ? fact.change : null,
  };
}

/** Requests that take effect automatically, the next first; every page of the console shows them until then. */
export async function listSoon(db: Db) {
  const rows = await db
    .selectFrom('approval as a')
    .innerJoin('operator as asker', 'asker.id', 'a.asked_by')
    .where('a.state', '=', sql.lit('PENDING'))
    .where('a.takes_effect_at', 'is not', null)
    .orderBy('a.takes_effect_at')
    .limit(100)
    .select(['a.id', 'a.kind', 'a.subject', 'a.takes_effect_at', 'asker.name'])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as ApprovalKindName,
    subject: row.subject,
    askerName: row.name,
    takesEffectAt: (row.takes_effect_at as Date).toISOString(),
  }));
}
