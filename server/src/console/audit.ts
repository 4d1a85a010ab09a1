import type { AuditAction } from '@krapao/contract/auditActions';
import type { Operator } from '../calls/authenticateOperator.ts';
import type { Trx } from '../database/connect.ts';

/** One line of the audit log. Never a password, a code or a token. */
export interface Action {
  action: AuditAction;
  /** `kind:id`, such as `slip:7`. */
  subject: string;
  memberId?: bigint;
  before?: unknown;
  after?: unknown;
  reason?: string;
}

/** The actor and their address. */
export interface Actor {
  operator: Pick<Operator, 'id'>;
  ip: string;
}

/** Adds a line to the audit log, in the transaction of the action. */
export async function record(trx: Trx, { operator, ip }: Actor, action: Action): Promise<void> {
  await trx
    .insertInto('audit_entry')
    .values({
      operator_id: operator.id,
      action: action.action,
      subject: action.subject,
      member_id: action.memberId ?? null,
      before: json(action.before),
      after: json(action.after),
      reason: action.reason ?? null,
      address: ip,
    })
    .execute();
}

function json(value: unknown): string | null {
  if (value === undefined) return null;
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));
}
