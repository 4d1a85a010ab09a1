import { family, Type } from '../../endpoint.ts';
import { type SlipReason as Reasons, SLIP_REASONS } from '../../errors.ts';
import { Baht, Done, Time } from '../common.ts';
import { Claim, MemberFacts, MemberName, NumberId, Reason, UuidId } from './common.ts';

const SlipReason = Type.Unsafe<Reasons>(Type.Union(SLIP_REASONS.map((reason) => Type.Literal(reason))));
const Verdict = Type.Union([Type.Literal('match'), Type.Literal('differs'), Type.Literal('unsure')]);

/** One line of what the slip says beside what we know. */
const SlipFact = Type.Object({
  name: Type.Union([
    Type.Literal('sender'),
    Type.Literal('account'),
    Type.Literal('receiver'),
    Type.Literal('time'),
    Type.Literal('reference'),
  ]),
  onSlip: Type.String(),
  inSystem: Type.String(),
  verdict: Verdict,
});

/** Who handed a slip on to a supervisor, and why. */
const Escalation = Type.Union([
  Type.Object({ operatorName: Type.String(), reason: Type.String(), at: Time }),
  Type.Null(),
]);

const SlipItem = Type.Object({
  id: Type.String(),
  member: MemberName,
  amount: Type.Union([Baht, Type.Null()]),
  note: Type.Union([Type.String(), Type.Null()], { description: 'why it waits' }),
  uploadedAt: Time,
  escalation: Escalation,
  claim: Claim,
});

const Transfer = Type.Object({
  id: Type.String(),
  amount: Type.Number({ description: 'in `currency`' }),
  currency: Type.String(),
  source: Type.String(),
  note: Type.Union([Type.String(), Type.Null()]),
  transRef: Type.String(),
  sender: Type.Object({
    name: Type.String(),
    account: Type.String(),
    bankCode: Type.Union([Type.String(), Type.Null()]),
  }),
  receiver: Type.String(),
  transferredAt: Time,
  claim: Claim,
});

const LatePayment = Type.Object({
  id: Type.String(),
  member: MemberName,
  gateway: Type.String(),
  amount: Baht,
  paidAmount: Baht,
  paidAt: Time,
  closedAs: Type.String(),
  createdAt: Time,
  claim: Claim,
});

const DECISION_ERRORS = ['NO_DATA', 'ALREADY_DECIDED', 'QUEUE_NOT_TAKEN', 'REQUEST_IN_PROGRESS'] as const;

/** Deposits that no machine could decide: slips, transfers without an owner, payments that came too late. */
export const operatorDepositCalls = family({
  'GET /api/console/slips': {
    summary:
      'Slips that wait for an operator, oldest first, and how the day went; those for a supervisor are shown to one',
    auth: 'operator',
    permission: 'deposit.decide',
    response: Type.Object({
      items: Type.Array(SlipItem),
      today: Type.Object({ decided: Type.Integer(), averageSeconds: Type.Number() }),
    }),
  },
  'GET /api/console/slips/:id': {
    summary: 'One slip: its picture by a signed link for five minutes, what it says beside what we know',
    auth: 'operator',
    permission: 'deposit.decide',
    params: NumberId,
    response: Type.Object({
      id: Type.String(),
      reference: Type.String(),
      picture: Type.String(),
      status: Type.String(),
      note: Type.Union([Type.String(), Type.Null()]),
      amount: Type.Union([Baht, Type.Null()]),
      transRef: Type.Union([Type.String(), Type.Null()]),
      payload: Type.Union([Type.String(), Type.Null()], {
        description: 'text of the QR code on the picture',
      }),
      sendingBank: Type.Union([Type.String(), Type.Null()], { description: 'code of the bank in that QR' }),
      uploadedAt: Time,
      escalation: Escalation,
      member: MemberFacts,
      facts: Type.Array(SlipFact),
      accounts: Type.Array(Type.Object({ id: Type.String(), label: Type.String(), currency: Type.String() })),
      accountId: Type.Union([Type.String(), Type.Null()]),
    }),
    errors: ['NO_DATA'],
  },
  'POST /api/console/slips/:id/approve': {
    summary: 'Credits the slip once; its transfer is written down so that nothing credits it again',
    auth: 'operator',
    permission: 'deposit.decide',
    params: NumberId,
    body: Type.Object({
      amount: Type.Number({ exclusiveMinimum: 0, maximum: 100_000_000 }),
      accountId: Type.String({ pattern: '^[0-9]{1,18}$' }),
      transRef: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z]{1,25}$' })),
      reason: Reason,
    }),
    response: Done,
    errors: [...DECISION_ERRORS, 'INVALID_AMOUNT', 'NO_BANK', 'OPERATOR_FORBIDDEN'],
    mutates: true,
  },
  'POST /api/console/slips/:id/reject': {
    summary: 'Refuses the slip with the reason that the member sees',
    auth: 'operator',
    permission: 'deposit.decide',
    params: NumberId,
    body: Type.Object({ note: SlipReason, reason: Reason }),
    response: Done,
    errors: [...DECISION_ERRORS, 'OPERATOR_FORBIDDEN'],
    mutates: true,
  },
  'POST /api/console/slips/:id/escalate': {
    summary: 'Hands the slip on to a supervisor: nobody else decides it any more',
    auth: 'operator',
    permission: 'deposit.decide',
    params: NumberId,
    body: Type.Object({ reason: Reason }),
    response: Done,
    errors: [...DECISION_ERRORS],
    mutates: true,
  },
  'GET /api/console/incoming': {
    summary: 'Transfers that came in and belong to nobody yet, oldest first',
    auth: 'operator',
    permission: 'deposit.decide',
    response: Type.Object({ items: Type.Array(Transfer) }),
  },
  'GET /api/console/incoming/:id/candidates': {
    summary: 'Whose the transfer may be, and why',
    auth: 'operator',
    permission: 'deposit.decide',
    params: NumberId,
    response: Type.Object({
      candidates: Type.Array(
        Type.Object({
          member: MemberName,
          because: Type.Union([
            Type.Literal('slip'),
            Type.Literal('qr'),
            Type.Literal('notice'),
            Type.Literal('account'),
          ]),
          at: Type.Union([Time, Type.Null()]),
        }),
      ),
    }),
    errors: ['NO_DATA'],
  },
  'POST /api/console/incoming/:id/credit': {
    summary: 'Credits the transfer to a member, once',
    auth: 'operator',
    permission: 'deposit.decide',
    params: NumberId,
    body: Type.Object({ memberId: Type.String({ pattern: '^[0-9]{1,18}$' }), reason: Reason }),
    response: Done,
    errors: [...DECISION_ERRORS, 'NO_USER', 'NO_BANK'],
    mutates: true,
  },
  'POST /api/console/incoming/:id/dismiss': {
    summary: 'Takes the transfer out of the queue without crediting anybody',
    auth: 'operator',
    permission: 'deposit.decide',
    params: NumberId,
    body: Type.Object({ reason: Reason }),
    response: Done,
    errors: [...DECISION_ERRORS],
    mutates: true,
  },
  'GET /api/console/gateways': {
    summary: 'Gateway payments that were paid after their QR had closed',
    auth: 'operator',
    permission: 'deposit.decide',
    response: Type.Object({ items: Type.Array(LatePayment) }),
  },
  'POST /api/console/gateways/:id/credit': {
    summary: 'Credits the late payment, once',
    auth: 'operator',
    permission: 'deposit.decide',
    params: UuidId,
    body: Type.Object({ reason: Reason }),
    response: Done,
    errors: [...DECISION_ERRORS],
    mutates: true,
  },
  'POST /api/console/gateways/:id/dismiss': {
    summary: 'Ends a late payment that the gateway gave back',
    auth: 'operator',
    permission: 'deposit.decide',
    params: UuidId,
    body: Type.Object({ reason: Reason }),
    response: Done,
    errors: [...DECISION_ERRORS],
    mutates: true,
  },
});
