import { family, Type } from '../../endpoint.ts';
import { Baht, Time } from '../common.ts';
import { Claim, MemberFacts, MemberName, QueueQuery, queuePage, UuidId } from './common.ts';
import { decision } from './decision.ts';

const Risk = Type.Union([
  Type.Literal('FIRST_WITHDRAWAL'),
  Type.Literal('NEW_MEMBER'),
  Type.Literal('BONUS_RECENT'),
  Type.Literal('NO_PLAY'),
  Type.Literal('LARGE'),
  Type.Literal('SHARED_INVITE'),
  Type.Literal('ACCOUNT_CHANGED'),
  Type.Literal('OTHER_CURRENCY'),
]);

const Withdrawal = Type.Object({
  id: Type.String(),
  member: MemberFacts,
  amount: Baht,
  state: Type.String(),
  why: Type.Union([Type.String(), Type.Null()]),
  bankCode: Type.String(),
  bankAccountNo: Type.String(),
  bankAccountName: Type.String(),
  currency: Type.String(),
  createdAt: Time,
  risks: Type.Array(Risk),
  deposits: Type.Object({ count: Type.Integer(), total: Baht, lastAt: Type.Union([Time, Type.Null()]) }),
  withdrawals: Type.Object({ count: Type.Integer(), total: Baht }),
  claim: Claim,
});

const StuckLeg = Type.Object({
  id: Type.String(),
  member: MemberName,
  provider: Type.String(),
  username: Type.String(),
  direction: Type.Union([Type.Literal('in'), Type.Literal('out')]),
  amount: Baht,
  reason: Type.Union([Type.String(), Type.Null()]),
  sends: Type.Integer(),
  asks: Type.Integer(),
  createdAt: Time,
  sentAt: Type.Union([Time, Type.Null()]),
  transfer: Type.Object({
    id: Type.String(),
    kind: Type.String(),
    from: Type.String(),
    to: Type.String(),
    amount: Baht,
    moved: Baht,
    legs: Type.Array(
      Type.Object({
        id: Type.String(),
        provider: Type.String(),
        direction: Type.String(),
        amount: Baht,
        state: Type.String(),
      }),
    ),
  }),
  claim: Claim,
});

/** Money that goes out by hand, and transfers between wallet and games that no machine could end. */
export const operatorPayoutCalls = family({
  'GET /api/console/withdrawals': {
    summary: 'Withdrawals that wait for an operator, with what speaks for a closer look',
    auth: 'operator',
    permission: 'withdrawal.decide',
    query: QueueQuery,
    response: queuePage(Withdrawal),
  },
  'POST /api/console/withdrawals/:id/pay': decision(
    'withdrawal.decide',
    'Books the withdrawal as paid by hand, with the bank’s reference',
    { params: UuidId, fields: { transRef: Type.String({ pattern: '^[0-9A-Za-z-]{1,40}$' }) } },
  ),
  'POST /api/console/withdrawals/:id/reject': decision(
    'withdrawal.decide',
    'Refuses the withdrawal; the money set aside is the member’s again',
    { params: UuidId },
  ),
  'POST /api/console/withdrawals/export': {
    summary: 'The waiting withdrawals as a CSV file for the bank’s batch payment; recorded in the audit log',
    auth: 'operator',
    permission: 'withdrawal.decide',
    body: Type.Object({ ids: Type.Array(UuidId.properties.id, { minItems: 1, maxItems: 500 }) }),
    response: Type.Object({ fileName: Type.String(), content: Type.String() }),
    mutates: true,
  },
  'GET /api/console/transfers': {
    summary: 'Operations at providers that are stuck, with their whole story',
    auth: 'operator',
    permission: 'transfer.decide',
    query: QueueQuery,
    response: queuePage(StuckLeg),
  },
  'POST /api/console/transfers/:id/settle': decision(
    'transfer.decide',
    'Ends a stuck operation as the provider’s own books say, and takes its transfer on',
    {
      params: UuidId,
      fields: { outcome: Type.Union([Type.Literal('CONFIRMED'), Type.Literal('REJECTED')]) },
    },
  ),
});
