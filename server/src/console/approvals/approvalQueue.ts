import type { QueueQuery } from '@krapao/contract/api/operator/common';
import type { ApprovalKindName } from '@krapao/contract/approvals';
import { bahtFromSatang } from '@krapao/contract/money';
import { isAllowed, type Role } from '@krapao/contract/permissions';
import { QUEUE_PERMISSIONS } from '@krapao/contract/queues';
import { sql } from 'kysely';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { Db } from '../../database/connect.ts';
import { roleOf } from '../../operatorRole.ts';
import { memberName } from '../queues/memberFacts.ts';
import { readQueue } from '../queues/readQueue.ts';
import { waitingRows } from '../queues/waitingRows.ts';
import type { Fact } from './approvalKind.ts';
import { presentWaits } from './ask.ts';
import { kindOf } from './kinds.ts';
import { barredFrom, operatorsOfOneHand } from './secondPerson.ts';

/** Requests that wait for a second operator, of the kinds that this operator may do. */
export async function listApprovals(db: Db, operator: Operator, query: QueueQuery) {
  const found = db
    .selectFrom('approval')
    .innerJoin('operator as asker', 'asker.id', 'approval.asked_by')
    .leftJoin('member', 'member.id', 'approval.member_id')
    .selectAll('approval')
    .select([
      'asker.name as asker_name',
      'asker.username as asker_username',
      roleOf('asker').as('asker_role'),
      'asker.is_active as asker_is_active',
    ])
    .select(['member.name as member_name', 'member.phone_number']);
  const { rows, next } = await readQueue(found, 'approvals', operator, query, {
    amount: 'approval.amount',
    why: 'approval.kind',
  });
  const sameHand = await operatorsOfOneHand(db, operator.id);
  const facts = new Map(
    await Promise.all(
      rows.map(async (row) => [row.id, await kindOf(row.kind).present(db, row.payload)] as const),
    ),
  );
  const items = rows.map((row) => ({
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
      operator.id,
      sameHand,
    ),
    claim: row.claim,
  }));
  return { items, next };
}

function presentFact(fact: Fact) {
  return {
    name: fact.name,
    text: 'text' in fact ? fact.text : null,
    amount: 'amount' in fact ? bahtFromSatang(fact.amount) : null,
    change: 'change' in fact ? fact.change : null,
  };
}

/** How many of the requests that wait this operator can decide as the second one. */
export async function countForSecond(db: Db, { id, role }: Pick<Operator, 'id' | 'role'>): Promise<number> {
  if (!isAllowed(role, QUEUE_PERMISSIONS.approvals)) return 0;
  const rows = await db
    .selectFrom('approval')
    .innerJoin('operator as asker', 'asker.id', 'approval.asked_by')
    .where(sql<boolean>`approval.id in (${waitingRows(role, 'approvals')})`)
    .where('approval.asked_by', '<>', id)
    .select(['approval.permission', 'asker.id', 'asker.is_active as isActive', roleOf('asker').as('role')])
    .execute();
  if (rows.length === 0) return 0;
  const sameHand = await operatorsOfOneHand(db, id);
  return rows.filter(({ permission, ...asker }) => barredFrom(asker, permission, id, sameHand) === null)
    .length;
}

/**
 * Requests that take effect automatically, the next first; every page of the console shows them until then. Those about
 * cases are for who may read cases, those about findings for who may read documents.
 */
export async function listSoon(db: Db, role: Role) {
  const rows = await db
    .selectFrom('approval as a')
    .innerJoin('operator as asker', 'asker.id', 'a.asked_by')
    .where('a.state', '=', sql.lit('PENDING'))
    .where('a.takes_effect_at', 'is not', null)
    .where(sql<boolean>`(a.kind not like 'case.%' or ${isAllowed(role, 'case.read')})`)
    .where(sql<boolean>`(a.kind not like 'finding.%' or ${isAllowed(role, 'identity.read')})`)
    .orderBy('a.takes_effect_at')
    .limit(100)
    .select(['a.id', 'a.kind', 'a.subject', 'a.payload', 'a.takes_effect_at', 'asker.name'])
    .execute();
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      kind: row.kind as ApprovalKindName,
      subject: row.subject,
      name: (await kindOf(row.kind).titleOf?.(db, row.payload)) ?? null,
      askerName: row.name,
      takesEffectAt: (row.takes_effect_at as Date).toISOString(),
    })),
  );
}
