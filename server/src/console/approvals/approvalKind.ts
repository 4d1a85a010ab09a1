import type { ApprovalKindName } from '@krapao/contract/approvals';
import type { Satang } from '@krapao/contract/money';
import type { Permission } from '@krapao/contract/permissions';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import type { Decision } from '../../decision.ts';
import type { Recorder } from '../act.ts';

/** What an approver reads of a request: in words, in satang, or as a document before and after. The console has words for the name. */
export type Fact = { name: string } & (
  | { text: string }
  | { amount: Satang }
  | { change: { before: unknown; after: unknown } }
);

/** Who does it: the person who asked, with the own reason; the lines of the audit log are theirs too. */
export interface Applying {
  recorder: Recorder;
  operatorId: bigint;
  decision: Decision;
  /** The approved request. Undefined where nobody has been asked (yet). */
  approval?: {
    id: string;
    /** Who approved; undefined where it took effect by time alone. */
    secondId: bigint | undefined;
  };
}

/** Something that one operator asks for and a second one approves. A payload is what JSON can carry. */
export interface ApprovalKind<Payload> {
  name: ApprovalKindName;
  /** What both persons have to be allowed by themselves. */
  permission: (payload: Payload) => Permission;
  present: (db: Db | Trx, payload: Payload) => Promise<Fact[]> | Fact[];
  /** Does it, with its line in the audit log. @throws AppError as the action itself */
  apply: (trx: Trx, applying: Applying, payload: Payload, context: AppContext) => Promise<void>;
  /** The job that has work after the commit. */
  wakes?: string;
  /** Ends what waited, where more than the request has to be ended. */
  refuse?: (
    trx: Trx,
    payload: Payload,
    refusal: { operatorId: bigint | null; reason: string },
  ) => Promise<void>;
}
