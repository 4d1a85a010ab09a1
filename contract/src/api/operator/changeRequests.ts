import { CHANGE_KINDS, CHANGE_REFUSALS, type ChangeKind, type ChangeRefusal } from '../../changeRequests.ts';
import { family, Type } from '../../endpoint.ts';
import { Time } from '../common.ts';
import { Claim, MemberFacts, NumberId, QueueQuery, queuePage } from './common.ts';
import { decision, limitedDecision } from './decision.ts';

const ChangeRequest = Type.Object({
  id: Type.String(),
  member: MemberFacts,
  kind: Type.Unsafe<ChangeKind>({ enum: [...CHANGE_KINDS] }),
  phoneNumber: Type.Union([Type.String(), Type.Null()], {
    description: 'the number that is asked for; its holder typed a code',
  }),
  hasOldNumber: Type.Boolean({ description: 'who asks typed a code to the registered number too' }),
  bankAccount: Type.Union([
    Type.Object({
      bankCode: Type.String(),
      bankAccountNo: Type.String(),
      bankAccountName: Type.String(),
      toldName: Type.Union([Type.String(), Type.Null()], {
        description: 'the name that the bank told for the account; null if it could not',
      }),
    }),
    Type.Null(),
  ]),
  note: Type.String(),
  createdAt: Time,
  claim: Claim,
});

/** Requests of members for another phone number or payout account. */
export const changeRequestCalls = family({
  'GET /api/console/changeRequests': {
    summary: 'Requests of members for another phone number or payout account',
    auth: 'operator',
    permission: 'member.change',
    query: QueueQuery,
    response: queuePage(ChangeRequest),
  },
  'POST /api/console/changeRequests/:id/approve': limitedDecision(
    'member.change',
    'Approves a request; a second operator makes the change',
    {
      params: NumberId,
      errors: [
        'NO_USER',
        'ACCOUNT_FROZEN',
        'EXISTING_USER',
        'EXISTING_BANK',
        'INVALID_BANK',
        'BANK_ACCOUNT_NAME_ENG',
        'INVALID_USER_INFO',
      ],
    },
  ),
  'POST /api/console/changeRequests/:id/reject': decision(
    'member.change',
    'Refuses a request; the member reads the reason that was chosen',
    { params: NumberId, fields: { refusal: Type.Unsafe<ChangeRefusal>({ enum: [...CHANGE_REFUSALS] }) } },
  ),
});
