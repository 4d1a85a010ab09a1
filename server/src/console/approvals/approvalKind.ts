import type { ApprovalKindName } from '@krapao/contract/approvals';
import type { Satang } from '@krapao/contract/money';
import type { Permission } from '@krapao/contract/permissions';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import type { Decision } from '../../decision.ts';
import type { Recorder } from '../act.ts';

/**
 * What an approver sees of a request: texts, satang, or a document before and after. The console has a label for the
 * name.
 */
export type Fact = { name: string } & (
  | { text: string }
  | { amount: Satang }
  | { change: { before: unknown; after: unknown } }
);

/** The actor: the requester, with their own reason; the audit log lines are theirs too. */
export interface Applying {
  recorder: Recorder;
  operatorId: bigint;
  decision: Decision;
  /** The approved request. Undefined if there is none yet. */
  approval?: {
    id: string;
    /** The approver; undefined if it took effect after the waiting time. */
    secondId: bigint | undefined;
  };
}

/** An action that one operator requests and a second one approves. Its payload is JSON. */
export interface ApprovalKind<Payload> {
  name: ApprovalKindName;
  /** The permissions that both operators must have. */
  permission: (payload: Payload) => Permission;
  /** What people call the subject, where its id tells them nothing; undefined if it is gone. */
  titleOf?: (db: Db | Trx, payload: Payload) => Promise<string | undefined>;
  /** Asks outside, before the transaction in which the request is applied. */
  prepare?: (context: AppContext, payload: Payload) => Promise<unknown>;
  present: (db: Db | Trx, payload: Payload) => Promise<Fact[]> | Fact[];
  /** Does it, with its audit log line. @throws AppError of the action */
  apply: (trx: Trx, applying: Applying, payload: Payload, context: AppContext) => Promise<void>;
  /** The job to wake after the commit. */
  wakes?: string;
  /** Ends related waiting items, if more than the request must end. */
  refuse?: (
    trx: Trx,
    payload: Payload,
    refusal: { operatorId: bigint | null; reason: string },
  ) => Promise<void>;
}
