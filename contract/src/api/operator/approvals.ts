import { family, Type } from '../../endpoint.ts';
import { Baht, Time } from '../common.ts';
import { Claim, MemberName, QueueQuery, queuePage, UuidId } from './common.ts';
import { decision } from './decision.ts';
import { ApprovalKind, Waits } from './waits.ts';

const Approval = Type.Object({
  ...Waits.properties,
  kind: ApprovalKind,
  subject: Type.String({ description: 'as in the audit log, `slip:7`' }),
  member: Type.Union([MemberName, Type.Null()]),
  amount: Type.Union([Baht, Type.Null()]),
  facts: Type.Array(
    Type.Object({
      name: Type.String(),
      text: Type.Union([Type.String(), Type.Null()]),
      amount: Type.Union([Baht, Type.Null()]),
      change: Type.Union([Type.Object({ before: Type.Unknown(), after: Type.Unknown() }), Type.Null()]),
    }),
    { description: 'what is asked for, each in words, in baht or as a document before and after' },
  ),
  askedBy: Type.Object({ id: Type.String(), name: Type.String(), username: Type.String() }),
  reason: Type.String(),
  createdAt: Time,
  barred: Type.Union(
    [Type.Literal('OWN'), Type.Literal('SAME_HAND'), Type.Literal('ASKER_GONE'), Type.Null()],
    {
      description:
        'why the operator is not the second person: asked themselves, or one of the two was made or reset by the other, or both by a third, within the last 7 days, or who asked may not do it any more',
    },
  ),
  claim: Claim,
});

/** Requests of one operator that a second one approves. */
export const approvalCalls = family({
  'GET /api/console/own-money': {
    summary:
      'What one person may make without a report of the bank, and what of it is used up today in Bangkok',
    auth: 'operator',
    permission: 'approval.decide',
    query: Type.Object({ memberId: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$' })) }),
    response: Type.Object({
      limits: Type.Object({ decision: Baht, operatorDay: Baht, memberDay: Baht }),
      today: Type.Object({
        operator: Type.Number({ description: 'baht, what the operator decided alone' }),
        member: Type.Number({ description: 'baht, what the member got; 0 without a member' }),
      }),
    }),
  },
  'GET /api/console/approvals': {
    summary: 'What waits for a second person, of the kinds that the operator may do alone',
    auth: 'operator',
    permission: 'approval.decide',
    query: QueueQuery,
    response: queuePage(Approval),
  },
  'POST /api/console/approvals/:id/approve': decision(
    'approval.decide',
    'Applies what somebody else has asked for; it can be refused with what the action itself is refused with',
    {
      params: UuidId,
      errors: [
        'FOUR_EYES',
        'SECOND_PERSON_UNFIT',
        'OPERATOR_FORBIDDEN',
        'CHANGED_MEANWHILE',
        'MONEY_NOT_ENOUGH',
        'INVALID_AMOUNT',
        'NO_BANK',
        'NO_USER',
      ],
    },
  ),
  'POST /api/console/approvals/:id/reject': decision(
    'approval.decide',
    'Refuses what waits for a second person, or takes the own request back',
    { params: UuidId, errors: ['OPERATOR_FORBIDDEN'] },
  ),
});
