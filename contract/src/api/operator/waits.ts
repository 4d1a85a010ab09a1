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

/** Why a second operator is needed. For a limit: its value and the sum that would have been reached. */
export const Cause = Type.Object({
  code: Type.Unsafe<ApprovalCause>(Type.Union(APPROVAL_CAUSES.map((code) => Type.Literal(code)))),
  limit: Type.Union([Baht, Type.Null()]),
  amount: Type.Union([Baht, Type.Null()]),
});

/** The answer of an action that needs a second operator's approval. */
export const Waits = Type.Object({
  id: Type.String(),
  cause: Cause,
  takesEffectAt: Type.Union([Time, Type.Null()], {
    description: 'when it takes effect by itself, because nobody else can approve it',
  }),
});

/** The answer of a decision that may need a second operator: null if it is done. */
export const DoneOrWaits = Type.Object({
  code: Type.Literal('OK'),
  waits: Type.Union([Waits, Type.Null()]),
});
