import { family, Type } from '../../endpoint.ts';
import { Baht, Time } from '../common.ts';
import { Claim, MemberName, QueueQuery, queuePage, UuidId } from './common.ts';
import { decision } from './decision.ts';
import { ApprovalKind, Waits } from './waits.ts';

const Approval = Type.Object({
  ...Waits.properties,
  kind: ApprovalKind,
  subject: Type.String({ description: 'as in the audit log, for example `slip:7`' }),
  member: Type.Union([MemberName, Type.Null()]),
  amount: Type.Union([Baht, Type.Null()]),
  facts: Type.Array(
    Type.Object({
      name: Type.String(),
      text: Type.Union([Type.String(), Type.Null()]),
      amount: Type.Union([Baht, Type.Null()]),
      change: Type.Union([Type.Object({ before: Type.Unknown(), after: Type.Unknown() }), Type.Null()]),
    }),
    { description: 'the requested change: values in words, in baht, or as a document before and after' },
  ),
  askedBy: Type.Object({ id: Type.String(), name: Type.String(), username: Type.String() }),
  reason: Type.String(),
  createdAt: Time,
  barred: Type.Union(
    [Type.Literal('OWN'), Type.Literal('SAME_HAND'), Type.Literal('ASKER_GONE'), Type.Null()],
    {
      description:
        'why this operator may not approve: they made the request; or one of the two was created or reset by the other, or both by the same third operator, within the last 7 days; or the requester has lost the permission',
    },
  ),
  claim: Claim,
});

/** Requests of one operator that a second one approves. */
export const approvalCalls = family({
  'GET /api/console/own-money': {
    summary:
      'The amount that one operator may create without a bank report, and how much of it is used today in Bangkok',
    auth: 'operator',
    permission: 'approval.decide',
    query: Type.Object({ memberId: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$' })) }),
    response: Type.Object({
      limits: Type.Object({
        decision: Baht,
        operatorDay: Baht,
        memberDay: Baht,
        paidByHand: Type.Number({ description: 'baht: one payout that this operator books as paid alone' }),
      }),
      today: Type.Object({
        operator: Type.Number({ description: 'baht that the operator decided alone' }),
        member: Type.Number({ description: 'baht that the member received; 0 without a member' }),
      }),
    }),
  },
  'GET /api/console/approvals': {
    summary:
      'The requests that wait for a second operator. Only kinds that this operator may decide are shown',
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
        'PROVIDER_SAYS_OTHERWISE',
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
