import { SLIP_OUTCOMES, type SlipOutcome } from '../../connections.ts';
import { family, Type } from '../../endpoint.ts';
import { type SlipReason as Reasons, SLIP_REASONS } from '../../errors.ts';
import { Baht, Time } from '../common.ts';
import { Claim, MemberFacts, MemberName, NumberId, QueueQuery, queuePage, UuidId } from './common.ts';
import { decision, limitedDecision } from './decision.ts';

const SlipReason = Type.Unsafe<Reasons>(Type.Union(SLIP_REASONS.map((reason) => Type.Literal(reason))));
const Verdict = Type.Union([Type.Literal('match'), Type.Literal('differs'), Type.Literal('unsure')]);

const LookUp = Type.Object(
  {
    connection: Type.String({ description: 'its id; also of one that is removed' }),
    driver: Type.String(),
    name: Type.String({ description: 'of that time' }),
    outcome: Type.Unsafe<SlipOutcome>(Type.Union(SLIP_OUTCOMES.map((name) => Type.Literal(name)))),
    at: Time,
  },
  { description: 'what the service that was asked last said of the slip' },
);

/** The members who may own a transfer, whom the sender fits first. */
const Candidates = Type.Array(
  Type.Object({
    member: MemberName,
    because: Type.Union([
      Type.Literal('slip'),
      Type.Literal('qr'),
      Type.Literal('transferClaim'),
      Type.Literal('account'),
    ]),
    sender: Type.Union([Type.Literal('match'), Type.Literal('no_match'), Type.Literal('indeterminate')], {
      description:
        'match: the sender, as far as the bank shows it, is this member’s registered account; several may match',
    }),
    at: Type.Union([Time, Type.Null()]),
  }),
);

/** One line that compares the slip with our data. */
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

/** The operator who sent a slip to a supervisor, and the reason. */
const Escalation = Type.Union([
  Type.Object({ operatorName: Type.String(), reason: Type.String(), at: Time }),
  Type.Null(),
]);

const SlipItem = Type.Object({
  id: Type.String(),
  member: MemberName,
  amount: Type.Union([Baht, Type.Null()]),
  note: Type.Union([Type.String(), Type.Null()], { description: 'why the item waits' }),
  uploadedAt: Time,
  escalation: Escalation,
  claim: Claim,
});

const Transfer = Type.Object({
  id: Type.String(),
  amount: Type.Number({ description: 'in the currency of `currency`' }),
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
  gateway: Type.String({ description: 'its title' }),
  amount: Baht,
  paidAmount: Baht,
  kip: Type.Optional(Type.Integer({ description: 'what was paid, or is to be paid, at a gateway in kip' })),
  paidAt: Type.Union([Time, Type.Null()], {
    description: 'null: nobody can be asked whether it was paid; `paidAmount` is then what was ordered',
  }),
  why: Type.Union([Type.String(), Type.Null()], {
    description:
      'LATE, TOO_MUCH, NO_CONNECTION, NO_ANSWER, NOT_FOUND, NOTICE_DIFFERS, REFUNDED or DISPUTED: the gateway says that it was paid and taken back, PAID_TWICE: it names several payments',
  }),
  paymentId: Type.Union([Type.String(), Type.Null()], { description: "the gateway's own id" }),
  closedAs: Type.String(),
  createdAt: Time,
  claim: Claim,
});

const GiftLink = Type.Object({
  id: Type.String(),
  member: MemberName,
  link: Type.String({
    description: 'the link as the member sent it; anyone who has it can redeem the money',
  }),
  why: Type.Union([Type.String(), Type.Null()], {
    description: 'the last answer of the wallet that redeems links',
  }),
  attempts: Type.Integer(),
  reported: Type.Union([Baht, Type.Null()], {
    description: 'the amount that the redeemer reported after the link had been refused',
  }),
  createdAt: Time,
  claim: Claim,
});

const TransferClaim = Type.Object({
  id: Type.String(),
  member: MemberFacts,
  amount: Baht,
  createdAt: Time,
  expiresAt: Time,
  claim: Claim,
});

const OwnAccounts = Type.Array(
  Type.Object({ id: Type.String(), label: Type.String(), currency: Type.String() }),
);

const Amount = Type.Number({ exclusiveMinimum: 0, maximum: 100_000_000 });
const TransRef = Type.String({ pattern: '^[0-9A-Za-z]{1,25}$' });
/** For money that safer play kept out: the transfer back, or the maker's refund. */
const Returned = {
  returnReference: Type.Optional(
    Type.String({ pattern: '^[0-9A-Za-z-]{1,64}$', description: 'under which the money went back' }),
  ),
};
/** The amount that the operator saw arrive, in the account's currency, and the account. */
const Seen = { amount: Amount, accountId: Type.String({ pattern: '^[0-9]{1,18}$' }) };

/**
 * Deposits that no machine could decide: slips, transfers without an owner, payments that came too late, gift links of
 * unknown end, transfer claims.
 */
export const operatorDepositCalls = family({
  'GET /api/console/slips': {
    summary:
      'The slips that wait for an operator, and the figures of the day; slips for a supervisor are shown only to supervisors',
    auth: 'operator',
    permission: 'deposit.decide',
    query: QueueQuery,
    response: queuePage(SlipItem, {
      today: Type.Object({
        decided: Type.Integer(),
        averageSeconds: Type.Number({ description: 'from opening a slip to its decision' }),
      }),
    }),
  },
  'GET /api/console/slips/:id': {
    summary:
      'One slip: its picture by a signed link that is valid for five minutes, and its data compared with ours',
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
      transRef: Type.Union([Type.String(), Type.Null()], {
        description: 'null: the operator types what the picture shows',
      }),
      payload: Type.Union([Type.String(), Type.Null()], {
        description: 'text of the QR code on the picture',
      }),
      proofRef: Type.Union([Type.String(), Type.Null()], {
        description: 'the reference that a maker’s own QR carries; anybody can make such a QR',
      }),
      ticket: Type.Union([Type.String(), Type.Null()], {
        description: 'the second number that a maker’s own QR carries, as its app shows it',
      }),
      sendingBank: Type.Union([Type.String(), Type.Null()], { description: 'code of the bank in that QR' }),
      uploadedAt: Time,
      lookUp: Type.Union([LookUp, Type.Null()]),
      escalation: Escalation,
      member: MemberFacts,
      facts: Type.Array(SlipFact),
      candidates: Candidates,
      accounts: OwnAccounts,
      accountId: Type.Union([Type.String(), Type.Null()]),
    }),
    errors: ['NO_DATA'],
  },
  'GET /api/console/slips/:id/candidates': {
    summary: 'Members who may own the transfer with the reference that the operator reads on the picture',
    auth: 'operator',
    permission: 'deposit.decide',
    params: NumberId,
    query: Type.Object({ transRef: TransRef, accountId: Seen.accountId }),
    response: Type.Object({ candidates: Candidates }),
    errors: ['NO_DATA'],
  },
  'POST /api/console/slips/:id/approve': limitedDecision(
    'deposit.decide',
    'Credits the slip once; its transfer is written down so that nothing credits it again',
    {
      params: NumberId,
      fields: {
        ...Seen,
        transRef: Type.Optional(TransRef),
        memberId: Type.Optional(
          Type.String({
            pattern: '^[0-9]{1,18}$',
            description:
              'whose money it is: needed where the sender also fits another member than the one who sent the slip',
          }),
        ),
      },
      errors: ['INVALID_AMOUNT', 'NO_BANK', 'HOUSE_MONEY', 'OPERATOR_FORBIDDEN', 'SENDER_FITS_SEVERAL'],
    },
  ),
  'POST /api/console/slips/:id/reject': decision(
    'deposit.decide',
    'Refuses the slip with the reason that the member sees',
    { params: NumberId, fields: { note: SlipReason }, errors: ['OPERATOR_FORBIDDEN'] },
  ),
  'POST /api/console/slips/:id/escalate': decision(
    'deposit.decide',
    'Hands the slip on to a supervisor: nobody else decides it any more',
    { params: NumberId },
  ),
  'GET /api/console/incoming': {
    summary: 'The transfers that have no owner yet',
    auth: 'operator',
    permission: 'deposit.decide',
    query: QueueQuery,
    response: queuePage(Transfer),
  },
  'GET /api/console/incoming/:id/candidates': {
    summary: 'The members who may own the transfer, with the reasons',
    auth: 'operator',
    permission: 'deposit.decide',
    params: NumberId,
    response: Type.Object({ candidates: Candidates }),
    errors: ['NO_DATA'],
  },
  'POST /api/console/incoming/:id/credit': limitedDecision(
    'deposit.decide',
    'Credits the transfer to a member, once; two persons decide, above a limit, whose it is where the sender is not the member’s registered account',
    {
      params: NumberId,
      fields: { memberId: Type.String({ pattern: '^[0-9]{1,18}$' }) },
      errors: ['NO_USER', 'NO_BANK', 'HOUSE_MONEY'],
    },
  ),
  'POST /api/console/incoming/:id/dismiss': limitedDecision(
    'deposit.decide',
    'Takes the transfer out of the queue without crediting anybody; what safer play kept out went back. Above a limit two persons decide that what a bank told of is no deposit',
    { params: NumberId, fields: Returned, errors: ['NO_BANK'] },
  ),
  'GET /api/console/latePayments': {
    summary: 'Gateway payments that arrived after their QR had closed',
    auth: 'operator',
    permission: 'deposit.decide',
    query: QueueQuery,
    response: queuePage(LatePayment),
  },
  'POST /api/console/latePayments/:id/credit': limitedDecision(
    'deposit.decide',
    'Credits the late payment, once',
    {
      params: UuidId,
    },
  ),
  'POST /api/console/latePayments/:id/dismiss': decision(
    'deposit.decide',
    'Ends a late payment that the gateway gave back',
    { params: UuidId, fields: Returned },
  ),
  'GET /api/console/gifts': {
    summary: 'Gift links whose outcome is unknown',
    auth: 'operator',
    permission: 'deposit.decide',
    query: QueueQuery,
    response: queuePage(GiftLink),
  },
  'POST /api/console/gifts/:id/approve': limitedDecision(
    'deposit.decide',
    'Credits what the gift link brought, once',
    {
      params: NumberId,
      fields: { amount: Amount },
      errors: ['INVALID_AMOUNT'],
    },
  ),
  'POST /api/console/gifts/:id/reject': decision('deposit.decide', 'Ends a gift link that brought nothing', {
    params: NumberId,
    fields: Returned,
  }),
  'GET /api/console/transferClaims': {
    summary: 'Transfer claims of members that no report has confirmed yet',
    auth: 'operator',
    permission: 'deposit.decide',
    query: QueueQuery,
    response: queuePage(TransferClaim, { accounts: OwnAccounts }),
  },
  'POST /api/console/transferClaims/:id/approve': limitedDecision(
    'deposit.decide',
    'Credits a claimed transfer, once; it is recorded so that nothing credits it again',
    {
      params: NumberId,
      fields: { ...Seen, transRef: TransRef },
      errors: ['INVALID_AMOUNT', 'NO_BANK', 'HOUSE_MONEY'],
    },
  ),
  'POST /api/console/transferClaims/:id/reject': decision(
    'deposit.decide',
    'Ends a claim that no transfer followed',
    { params: NumberId },
  ),
});
