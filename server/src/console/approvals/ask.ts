import type { ApprovalCause, ApprovalKindName } from '@krapao/contract/approvals';
import { bahtFromSatang, type Satang } from '@krapao/contract/money';
import { isAllowed } from '@krapao/contract/permissions';
import type { QueueName } from '@krapao/contract/queues';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { act, actorName, type Recorder } from '../act.ts';
import type { ApprovalKind } from './approvalKind.ts';
import { isAlone, isBeingSetUp, timeAlone } from './secondPerson.ts';

/** Why one operator is not enough; for a limit, its value and the sum that would have been reached, in satang. */
export interface Cause {
  code: ApprovalCause;
  limit?: { value: Satang; reached: Satang };
}

export interface Request<Payload> {
  /** The subject as the audit log names it: `slip:7`. A subject has at most one waiting request of a kind. */
  subject: string;
  payload: Payload;
  cause: Cause;
  reason: string;
  memberId?: bigint;
  /** Satang, if it concerns money. */
  amount?: Satang;
  /** Whether the subject may have no waiting request of any kind. */
  isOnly?: boolean;
  /** The queue whose item waits here meanwhile. */
  queue?: QueueName;
}

/** The requester and their address. */
export interface Asker {
  operator: Pick<Operator, 'id' | 'role'>;
  ip: string;
}

/**
 * Creates a request for a second operator. If nobody else could approve it, it takes effect automatically at timeAlone.
 * Until then every page of the console shows it, and it can be taken back.
 * @throws AppError OPERATOR_FORBIDDEN, APPROVAL_WAITING (the subject already waits)
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

/** Why a second operator is needed, in the API's form. */
export function presentCause({ code, limit }: Cause) {
  return {
    code,
    limit: limit === undefined ? null : bahtFromSatang(limit.value),
    amount: limit === undefined ? null : bahtFromSatang(limit.reached),
  };
}

/** A waiting request in the API's form. */
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

/** The waiting request for a subject, of one kind if it is named; null if there is none. */
export async function waitsFor(
  db: Db | Trx,
  subject: string,
  kind?: ApprovalKindName,
): Promise<Waits | null> {
  const row = await db
    .selectFrom('approval')
    .where('subject', '=', subject)
    .where('state', '=', 'PENDING')
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .select(['id', 'cause', 'cause_limit', 'cause_amount', 'takes_effect_at'])
    .executeTakeFirst();
  return row === undefined ? null : presentWaits(row);
}

/**
 * A change of the site's setup that needs two operators: done at once while the site is being set up, requested
 * afterwards. @returns the waiting request; null if it is done
 * @throws AppError as askSecondPerson, and the errors of the change
 */
export function changeOrAsk<Payload>(
  context: AppContext,
  asker: Asker,
  kind: ApprovalKind<Payload>,
  request: Request<Payload>,
): Promise<Waits | null> {
  return act(context, asker, async (trx, recorder) => {
    if (request.isOnly) await requireNotAsked(trx, request.subject);
    return applyOrAsk(trx, { context, recorder, asker }, kind, request);
  });
}

/** As changeOrAsk, inside an operator's action. */
export async function applyOrAsk<Payload>(
  trx: Trx,
  { context, recorder, asker }: { context: AppContext; recorder: Recorder; asker: Asker },
  kind: ApprovalKind<Payload>,
  request: Request<Payload>,
): Promise<Waits | null> {
  if (!(await isBeingSetUp(trx))) return askSecondPerson(trx, recorder, kind, asker, request);
  const decision = { operator: actorName(asker), reason: request.reason };
  const { operator } = asker;
  await kind.apply(trx, { recorder, operatorId: operator.id, decision }, request.payload, context);
  return null;
}

/**
 * No other request for the subject begins until the transaction ends.
 * @throws AppError APPROVAL_WAITING if the subject waits for a second operator
 */
export async function requireNotAsked(trx: Trx, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`krapao.asked:${subject}`}, 0))`.execute(trx);
  if ((await waitsFor(trx, subject)) !== null) throw new AppError('APPROVAL_WAITING', subject);
}
