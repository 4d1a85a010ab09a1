import { isAllowed, type Permission } from '@krapao/contract/permissions';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import { isOfErasedMember } from '../../database/erasedMember.ts';
import type { Approval } from '../../database/schemaTypes.ts';
import { act, actorName } from '../act.ts';
import { type Action, record } from '../audit.ts';
import { useClaim } from '../queues/claim.ts';
import { kindOf } from './kinds.ts';
import { requireAsker, requireSecondPerson } from './secondPerson.ts';

type ApprovalRow = Selectable<Approval>;

interface Call {
  operator: Operator;
  ip: string;
  params: { id: string };
  body: { reason: string };
}

/**
 * Applies another operator's request. One about a member who was erased meanwhile ends as refused.
 * @throws AppError NO_DATA, ALREADY_DECIDED, QUEUE_NOT_TAKEN, FOUR_EYES, SECOND_PERSON_UNFIT, OPERATOR_FORBIDDEN,
 * CHANGED_MEANWHILE (the requester has lost the permission), and the errors of the action
 */
export async function approve(
  context: AppContext,
  { operator, ip, params, body }: Call,
): Promise<{ code: 'OK' }> {
  await prepare(context, params.id, operator);
  const { kind } = await act(context, { operator, ip }, async (trx, recorder) => {
    const row = await lockWaiting(trx, params.id);
    await requireSecondPerson(trx, row, operator);
    await requireAsker(trx, row);
    await useClaim(trx, 'approvals', params.id, operator.id);
    await end(trx, row, { state: 'APPLIED', operatorId: operator.id, reason: body.reason });
    await recorder(line(row, 'approval.approve', body.reason));
    await apply(trx, row, operator.id, context);
    return row;
  }).catch(async (error: unknown) => {
    if (isOfErasedMember(error)) await endWithoutMember(context, { operator, ip }, params.id);
    throw error;
  });
  wake(context, kind);
  return { code: 'OK' };
}

async function endWithoutMember(
  context: AppContext,
  actor: Pick<Call, 'operator' | 'ip'>,
  id: string,
): Promise<void> {
  await act(context, actor, async (trx, recorder) => {
    const row = await lockWaiting(trx, id);
    await refuse(trx, row, { state: 'REJECTED', operatorId: actor.operator.id, reason: 'NO_USER' });
    await recorder(line(row, 'approval.reject', 'NO_USER'));
  });
}

/**
 * Refuses a request; its requester takes it back. @throws AppError NO_DATA, ALREADY_DECIDED, QUEUE_NOT_TAKEN,
 * OPERATOR_FORBIDDEN
 */
export async function reject(
  context: AppContext,
  { operator, ip, params, body }: Call,
): Promise<{ code: 'OK' }> {
  await act(context, { operator, ip }, async (trx, recorder) => {
    const row = await lockWaiting(trx, params.id);
    const isOwn = row.asked_by === operator.id;
    if (!isOwn && !isAllowed(operator.role, row.permission as Permission))
      throw new AppError('OPERATOR_FORBIDDEN', row.permission);
    await useClaim(trx, 'approvals', params.id, operator.id);
    await refuse(trx, row, {
      state: isOwn ? 'TAKEN_BACK' : 'REJECTED',
      operatorId: operator.id,
      reason: body.reason,
    });
    await recorder(line(row, isOwn ? 'approval.takeBack' : 'approval.reject', body.reason));
  });
  return { code: 'OK' };
}

/**
 * Lets due requests take effect, each in its own transaction. One that can no longer be applied, or whose requester has
 * lost the permission, ends as refused. @returns how many
 */
export async function takeEffect(context: AppContext): Promise<number> {
  const due = await context.db
    .selectFrom('approval')
    .where('state', '=', 'PENDING')
    .where('takes_effect_at', '<=', sql<Date>`site.now()`)
    .orderBy('takes_effect_at')
    .limit(20)
    .select('id')
    .execute();
  for (const { id } of due) {
    await applyByTime(context, id).catch(async (error: unknown) => {
      const code = refusalOf(error);
      if (code === undefined) throw error;
      await context.db.transaction().execute(async (trx) => {
        const row = await lockDue(trx, id);
        if (row === undefined) return;
        await refuse(trx, row, { state: 'REJECTED', operatorId: null, reason: code });
        await record(trx, actorOf(row), line(row, 'approval.reject', code));
      });
    });
  }
  return due.length;
}

/** Why a request cannot be applied any more; undefined if that is not known. */
function refusalOf(error: unknown): string | undefined {
  if (error instanceof AppError) return error.code;
  return isOfErasedMember(error) ? 'NO_USER' : undefined;
}

async function applyByTime(context: AppContext, id: string): Promise<void> {
  await prepare(context, id);
  const kind = await context.db.transaction().execute(async (trx) => {
    const row = await lockDue(trx, id);
    if (row === undefined) return undefined;
    await requireAsker(trx, row);
    await end(trx, row, { state: 'APPLIED', operatorId: null, reason: null });
    await record(trx, actorOf(row), line(row, 'approval.takeEffect'));
    await apply(trx, row, undefined, context);
    return row.kind;
  });
  if (kind !== undefined) wake(context, kind);
}

/**
 * Before the locks: it may wait for a counterpart, whom nobody asks who may not approve. What it read is checked again under
 * them. @throws AppError as requireSecondPerson
 */
async function prepare(context: AppContext, id: string, second?: Operator): Promise<void> {
  const row = await context.db
    .selectFrom('approval')
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .select(['kind', 'payload', 'asked_by', 'permission'])
    .executeTakeFirst();
  if (row === undefined) return;
  if (second !== undefined) await requireSecondPerson(context.db, row, second);
  await kindOf(row.kind).prepare?.(context, row.payload);
}

/** After the commit. */
function wake(context: AppContext, kind: string): void {
  const { wakes } = kindOf(kind);
  if (wakes !== undefined) context.wakeJob(wakes);
}

async function apply(
  trx: Trx,
  row: ApprovalRow,
  secondId: bigint | undefined,
  context: AppContext,
): Promise<void> {
  const actor = actorOf(row);
  await kindOf(row.kind).apply(
    trx,
    {
      recorder: (action) => record(trx, actor, action),
      operatorId: row.asked_by,
      decision: { operator: actorName(actor), reason: row.reason },
      approval: { id: row.id, secondId },
    },
    row.payload,
    context,
  );
}

interface End {
  state: 'APPLIED' | 'REJECTED' | 'TAKEN_BACK';
  operatorId: bigint | null;
  reason: string | null;
}

async function refuse(trx: Trx, row: ApprovalRow, how: End & { reason: string }): Promise<void> {
  await end(trx, row, how);
  await kindOf(row.kind).refuse?.(trx, row.payload, how);
}

async function end(trx: Trx, { id }: ApprovalRow, { state, operatorId, reason }: End): Promise<void> {
  await trx
    .updateTable('approval')
    .set({ state, decided_by: operatorId, decided_because: reason, decided_at: sql<Date>`site.now()` })
    .where('id', '=', id)
    .execute();
}

function line(row: ApprovalRow, action: Action['action'], reason?: string): Action {
  return {
    action,
    subject: `approval:${row.id}`,
    ...(row.member_id !== null && { memberId: row.member_id }),
    after: { kind: row.kind, subject: row.subject, askedBy: row.asked_by },
    ...(reason !== undefined && { reason }),
  };
}

const actorOf = ({ asked_by, asked_from }: ApprovalRow) => ({ operator: { id: asked_by }, ip: asked_from });

async function lockWaiting(trx: Trx, id: string): Promise<ApprovalRow> {
  const row = await trx
    .selectFrom('approval')
    .where('id', '=', id)
    .forUpdate()
    .selectAll()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NO_DATA');
  if (row.state !== 'PENDING') throw new AppError('ALREADY_DECIDED', row.state);
  return row;
}

/** Undefined where somebody was faster. */
function lockDue(trx: Trx, id: string): Promise<ApprovalRow | undefined> {
  return trx
    .selectFrom('approval')
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .where('takes_effect_at', '<=', sql<Date>`site.now()`)
    .forUpdate()
    .skipLocked()
    .selectAll()
    .executeTakeFirst();
}
