import {
  APPROVAL_CAUSES,
  APPROVAL_KINDS,
  type ApprovalCause,
  type ApprovalKindName,
} from '../../approvals.ts';
import { Type } from '../../endpoint.ts';
import { Baht, Time } from '../common.ts';

export const ApprovalKind = Type.Unsafe<ApprovalKindName>(
  Type.Union(APPROVAL_KINDS.map((kind) => Type.Literal(kind))),
);

/** Why a second person is needed: where the rule is a limit, its value and what would have been reached. */
export const Cause = Type.Object({
  code: Type.Unsafe<ApprovalCause>(Type.Union(APPROVAL_CAUSES.map((code) => Type.Literal(code)))),
  limit: Type.Union([Baht, Type.Null()]),
  amount: Type.Union([Baht, Type.Null()]),
});

/** What an action answers that a second person has to approve first. */
export const Waits = Type.Object({
  id: Type.String(),
  cause: Cause,
  takesEffectAt: Type.Union([Time, Type.Null()], {
    description: 'where nobody else could approve: when it takes effect by itself',
  }),
});

/** The answer of a decision that may take a second person: null where it is done. */
export const DoneOrWaits = Type.Object({
  code: Type.Literal('OK'),
  waits: Type.Union([Waits, Type.Null()]),
});
