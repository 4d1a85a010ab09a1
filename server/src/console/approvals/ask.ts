import type { ApprovalCause } from '@krapao/contract/approvals';
import { bahtFromSatang, type Satang } from '@krapao/contract/money';
import { isAllowed } from '@krapao/contract/permissions';
import type { QueueName } from '@krapao/contract/queues';
import { AppError } from '../../appError.ts';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { act, actorName, type Recorder } from '../act.ts';
import type { ApprovalKind } from './approvalKind.ts';
import { isAlone, isBeingSetUp, timeAlone } from './secondPerson.ts';

/** Why one person is not enough; of a limit its value and what would have been reached, in satang. */
export interface Cause {
  code: ApprovalCause;
  limit?: { value: Satang; reached: Satang };
}

export interface Request<Payload> {
  /** As the audit log names it: `slip:7`. One request of a kind waits for a subject at a time. */
  subject: string;
  payload: Payload;
  cause: Cause;
  reason: string;
  memberId?: bigint;
  /** Satang, where it is about money. */
  amount?: Satang;
  /** The queue whose item waits here meanwhile. */
  queue?: QueueName;
}

/** Who asks, and from where. */
export interface Asker {
  operator: Pick<Operator, 'id' | 'role'>;
  ip: string;
}

/**
 * Leaves something to a second person. Where nobody else could approve it, it takes effect by itself by timeAlone, is
 * shown on every page of the console until then, and can be taken back.
 * @throws AppError OPERATOR_FORBIDDEN, APPROVAL_WAITING (the same subject waits already)
 */
export async function askSecondPerson<Payload>(
  trx: Trx,
  recorder: Recorder,
  kind: ApprovalKind<Payload>,
  { operator, ip }: Asker,
  { subject, payload, cause, reason, memberId, amount, queue }: Request<Payload>,
) {
  const permission = kind.permission(payload);
  if (!isAllowed(operator.role, permission)) throw new AppError('OPERATOR_FORBIDDEN', permission);
  const row = await trx
    .insertInto('approval')
    .values({
      kind: kind.name,
      subject,
      queue: queue ?? null,
      permission,
      member_id: memberId ?? null,
      amount: amount ?? null,
      payload: JSON.stringify(payload),
      asked_by: operator.id,
      asked_from: ip,
      reason,
      cause: cause.code,
      cause_limit: cause.limit?.value ?? null,
      cause_amount: cause.limit?.reached ?? null,
      takes_effect_at: (await isAlone(trx, operator.id, permission))
        ? await timeAlone(trx, operator.id)
        : null,
    })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'kind']).where('state', '=', 'PENDING').doNothing(),
    )
    .returning(['id', 'cause', 'cause_limit', 'cause_amount', 'takes_effect_at'])
    .executeTakeFirst();
  if (row === undefined) throw new AppError('APPROVAL_WAITING', subject);
  await recorder({
    action: 'approval.ask',
    subject: `approval:${row.id}`,
    ...(memberId !== undefined && { memberId }),
    after: { kind: kind.name, subject, cause: cause.code, ...(amount !== undefined && { satang: amount }) },
    reason,
  });
  return presentWaits(row);
}

/** What the wire tells of why a second person is needed. */
export function presentCause({ code, limit }: Cause) {
  return {
    code,
    limit: limit === undefined ? null : bahtFromSatang(limit.value),
    amount: limit === undefined ? null : bahtFromSatang(limit.reached),
  };
}

/** What the wire tells of a request that waits. */
export function presentWaits(row: {
  id: string;
  cause: string;
  cause_limit: bigint | null;
  cause_amount: bigint | null;
  takes_effect_at: Date | null;
}) {
  return {
    id: row.id,
    cause: {
      code: row.cause as ApprovalCause,
      limit: row.cause_limit === null ? null : bahtFromSatang(row.cause_limit),
      amount: row.cause_amount === null ? null : bahtFromSatang(row.cause_amount),
    },
    takesEffectAt: row.takes_effect_at?.toISOString() ?? null,
  };
}

export type Waits = ReturnType<typeof presentWaits>;

/** The request that waits for a subject; null where none does. */
export async function waitsFor(db: Db | Trx, subject: string): Promise<Waits | null> {
  const row = await db
    .selectFrom('approval')
    .where('subject', '=', subject)
    .where('state', '=', 'PENDING')
    .select(['id', 'cause', 'cause_limit', 'cause_amount', 'takes_effect_at'])
    .executeTakeFirst();
  return row === undefined ? null : presentWaits(row);
}

/**
 * A change of how the site is set up that takes two persons: done at once while the site is being set up, asked for
 * afterwards. @returns what waits; null where it is done
 * @throws AppError as askSecondPerson and as the change itself
 */
export function changeOrAsk<Payload>(
  context: AppContext,
  asker: Asker,
  kind: ApprovalKind<Payload>,
  request: Request<Payload>,
): Promise<Waits | null> {
  const { operator } = asker;
  return act(context, asker, async (trx, recorder) => {
    if (!(await isBeingSetUp(trx))) return askSecondPerson(trx, recorder, kind, asker, request);
    const decision = { operator: actorName(asker), reason: request.reason };
    await kind.apply(trx, { recorder, operatorId: operator.id, decision }, request.payload, context);
    return null;
  });
}

/** @throws AppError APPROVAL_WAITING where the subject waits for a second person */
export async function requireNotAsked(trx: Trx, subject: string): Promise<void> {
  if ((await waitsFor(trx, subject)) !== null) throw new AppError('APPROVAL_WAITING', subject);
}
