import { family, Type } from '../../endpoint.ts';
import { PAYOUT_RULES, type PayoutRule } from '../../payoutRules.ts';
import { Baht, Time } from '../common.ts';
import { Claim, MemberFacts, MemberName, NumberId, QueueQuery, queuePage, Reason, UuidId } from './common.ts';
import { decision, limitedDecision } from './decision.ts';

const Risk = Type.Union([
  Type.Literal('FIRST_WITHDRAWAL'),
  Type.Literal('NEW_MEMBER'),
  Type.Literal('BONUS_RECENT'),
  Type.Literal('NO_PLAY'),
  Type.Literal('LARGE'),
  Type.Literal('OVER_PROMISE'),
  Type.Literal('SHARED_INVITE'),
  Type.Literal('ACCOUNT_CHANGED'),
  Type.Literal('OTHER_CURRENCY'),
  Type.Literal('SUSPENDED'),
  Type.Literal('FROZEN'),
  Type.Literal('PAYOUTS_STOPPED'),
]);

/** A line of a bank statement that shows a payout as left. */
export const OnStatement = Type.Object({
  accountId: Type.String(),
  bankCode: Type.String(),
  accountNo: Type.String(),
  at: Time,
  isDay: Type.Boolean({ description: 'the statement tells the day alone; `at` is its beginning' }),
  amount: Type.Number({ description: 'baht or kip' }),
  reference: Type.String({ description: 'the bank’s; empty if it tells none' }),
  text: Type.String({ description: 'what the bank writes of it' }),
  isWhole: Type.Boolean({ description: 'the line tells of the whole bank file' }),
});
export type OnStatement = Type.Static<typeof OnStatement>;

const StoppedBy = Type.Unsafe<PayoutRule>({ enum: [...PAYOUT_RULES] });

const Withdrawal = Type.Object({
  id: Type.String(),
  member: MemberFacts,
  amount: Baht,
  state: Type.String(),
  why: Type.Union([Type.String(), Type.Null()]),
  contradiction: Type.Union([Type.String(), Type.Null()], {
    description: 'what the bank says of a withdrawal that has ended otherwise; `state` says how it ended',
  }),
  closeBarred: Type.Union([Type.Literal('FOUR_EYES'), Type.Literal('SECOND_PERSON_UNFIT'), Type.Null()], {
    description: 'why this operator may not close what the bank contradicts; null if they may',
  }),
  onStatement: Type.Union([OnStatement, Type.Null()], {
    description:
      'a bank statement shows that it left, and nothing else of the books explains that line better',
  }),
  bankCode: Type.String(),
  bankAccountNo: Type.String(),
  bankAccountName: Type.String(),
  pay: Type.Object(
    {
      currency: Type.Union([Type.Literal('THB'), Type.Literal('LAK')]),
      amount: Type.Number({ description: 'baht or kip' }),
      kipForBaht: Type.Union([Type.Number(), Type.Null()]),
    },
    { description: 'the amount that leaves the bank, frozen at the request' },
  ),
  createdAt: Time,
  stoppedBy: Type.Array(StoppedBy, { description: 'the rules that prevented the automatic payout' }),
  risks: Type.Array(Risk),
  isOwnMoney: Type.Boolean({
    description:
      'true when this operator created more of the member’s money of today than the limit: another operator must decide',
  }),
  batchId: Type.Union([Type.String(), Type.Null()], {
    description: 'the bank file that it was handed over from',
  }),
  refusedByBank: Type.Union(
    [Type.Object({ batchId: Type.String(), words: Type.Union([Type.String(), Type.Null()]) }), Type.Null()],
    { description: 'the last bank file in which the bank refused it, and the bank’s words' },
  ),
  deposits: Type.Object({ count: Type.Integer(), total: Baht, lastAt: Type.Union([Time, Type.Null()]) }),
  withdrawals: Type.Object({ count: Type.Integer(), total: Baht }),
  adjustments: Type.Number({ description: 'baht that operators added to the wallet, minus what they took' }),
  claim: Claim,
});

/**
 * Names the bank file of an item. An operator who decides such an item must send it, which proves that they know of the
 * file.
 */
const InBatch = { batchId: Type.Optional(NumberId.properties.id) };

/** `state` and `why` of the item as the operator sees it. */
const Seen = {
  seen: Type.Optional(
    Type.Object(
      {
        state: Type.String({ maxLength: 20 }),
        why: Type.Union([Type.String({ maxLength: 400 }), Type.Null()]),
      },
      {
        description:
          'the item’s `state` and `why` as seen. If they are others now, the answer is CHANGED_MEANWHILE; without it only an item in state MANUAL is decided',
      },
    ),
  ),
};

/**
 * The withdrawal that the reference proves already, as PAYOUT_REFERENCE_USED named it: the request then waits for a second
 * operator.
 */
const SecondUse = { secondUseOf: Type.Optional(UuidId.properties.id) };

const Tried = Type.Object({
  id: Type.String(),
  memberName: Type.String(),
  state: Type.String(),
  why: Type.Union([Type.String(), Type.Null()], { description: 'what the bank answered last' }),
  amount: Baht,
  pay: Type.Object({
    currency: Type.Union([Type.Literal('THB'), Type.Literal('LAK')]),
    amount: Type.Number({ description: 'baht or kip' }),
  }),
  bankCode: Type.String(),
  bankAccountNo: Type.String(),
  createdAt: Time,
});

const StuckLeg = Type.Object({
  id: Type.String(),
  member: MemberName,
  provider: Type.String(),
  title: Type.String({ description: 'of the game' }),
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
    fromTitle: Type.String(),
    to: Type.String(),
    toTitle: Type.String(),
    amount: Baht,
    moved: Baht,
    legs: Type.Array(
      Type.Object({
        id: Type.String(),
        title: Type.String(),
        direction: Type.String(),
        amount: Baht,
        state: Type.String(),
      }),
    ),
  }),
  claim: Claim,
});

/** Manual payouts, and transfers between wallet and games that the server could not finish. */
export const operatorPayoutCalls = family({
  'GET /api/console/withdrawals': {
    summary: 'The withdrawals that wait for an operator, with their risk signs',
    auth: 'operator',
    permission: 'withdrawal.decide',
    query: QueueQuery,
    response: queuePage(Withdrawal),
  },
  'GET /api/console/withdrawals/accounts': {
    summary: 'Our accounts that may have paid a withdrawal',
    auth: 'operator',
    permission: 'withdrawal.decide',
    response: Type.Object({
      accounts: Type.Array(
        Type.Object({
          id: Type.String(),
          bankCode: Type.String(),
          accountNo: Type.String(),
          currency: Type.Union([Type.Literal('THB'), Type.Literal('LAK')]),
          isLast: Type.Boolean({
            description: 'the one of its currency that this operator paid from last',
          }),
        }),
      ),
    }),
  },
  'GET /api/console/withdrawals/tried': {
    summary: 'The payouts that the machine still tries at the bank, the oldest first, 100 at most',
    auth: 'operator',
    permission: 'withdrawal.decide',
    response: Type.Object({ payouts: Type.Array(Tried) }),
  },
  'POST /api/console/withdrawals/:id/take-over': {
    summary:
      'Leaves a payout that the machine still tries to the queue, where a person decides it; books nothing. Only that the bank paid is still told',
    auth: 'operator',
    permission: 'withdrawal.decide',
    asksCodeAgain: true,
    mutates: true,
    params: UuidId,
    body: Type.Object({
      reason: Reason,
      seen: Type.Object(
        {
          state: Type.String({ maxLength: 20 }),
          why: Type.Union([Type.String({ maxLength: 400 }), Type.Null()]),
        },
        { description: 'as seen; if they are others now, the answer is CHANGED_MEANWHILE' },
      ),
    }),
    response: Type.Object({}),
    errors: ['NO_DATA', 'ALREADY_DECIDED', 'CHANGED_MEANWHILE'],
  },
  'POST /api/console/withdrawals/:id/pay': limitedDecision(
    'withdrawal.decide',
    'Books the withdrawal as paid by hand, with the bank’s reference, up to the limit of the operator’s role and of their day; above it a second operator confirms it',
    {
      params: UuidId,
      fields: {
        transRef: Type.String({ pattern: '^[0-9A-Za-z-]{1,40}$' }),
        accountId: Type.Union([NumberId.properties.id, Type.Null()], {
          description: 'our account that paid; null: it is not known',
        }),
        ...SecondUse,
        ...InBatch,
        ...Seen,
      },
      errors: [
        'NO_BANK',
        'PAYOUT_IN_BATCH',
        'PAYOUT_REFERENCE_USED',
        'CHANGED_MEANWHILE',
        'PAYOUT_OWN_DEPOSIT',
        'PAYOUTS_STOPPED',
      ],
    },
  ),
  'POST /api/console/withdrawals/:id/reject': limitedDecision(
    'withdrawal.decide',
    'Refuses the withdrawal; the money set aside is the member’s again',
    { params: UuidId, fields: { ...InBatch, ...Seen }, errors: ['PAYOUT_IN_BATCH', 'CHANGED_MEANWHILE'] },
  ),
  'POST /api/console/withdrawals/:id/close': decision(
    'withdrawal.decide',
    'Takes a withdrawal that has ended, and that the bank contradicts, out of the queue; books nothing. Another operator does it than those who decided the withdrawal or uploaded the bank’s answers to its files',
    { params: UuidId, errors: ['FOUR_EYES', 'SECOND_PERSON_UNFIT'] },
  ),
  'GET /api/console/transfers': {
    summary: 'Stuck operations at providers, with their full history',
    auth: 'operator',
    permission: 'transfer.decide',
    query: QueueQuery,
    response: queuePage(StuckLeg),
  },
  'POST /api/console/transfers/:id/askAgain': {
    summary: 'Asks the provider about a stuck operation by our reference; changes nothing',
    auth: 'operator',
    permission: 'transfer.decide',
    mutates: true,
    params: UuidId,
    response: Type.Object({
      status: Type.Union([
        Type.Literal('success'),
        Type.Literal('failed'),
        Type.Literal('mismatch'),
        Type.Literal('pending'),
        Type.Literal('not_found'),
        Type.Literal('manual'),
        Type.Literal('other_settings'),
        Type.Literal('unknown'),
      ]),
      amount: Type.Union([Baht, Type.Null()], { description: 'what it says that it moved' }),
      reason: Type.Union([Type.String(), Type.Null()]),
    }),
    errors: ['NO_DATA', 'ALREADY_DECIDED', 'REQUEST_LIMIT'],
  },
  'POST /api/console/transfers/:id/settle': limitedDecision(
    'transfer.decide',
    'Ends a stuck operation as the provider’s own books say, and takes its transfer on. Another amount takes two operators',
    {
      params: UuidId,
      fields: {
        outcome: Type.Union([Type.Literal('CONFIRMED'), Type.Literal('REJECTED'), Type.Literal('MOVED')]),
        moved: Type.Optional(
          Type.Number({
            description: 'baht that the provider moved instead of the amount; with MOVED alone',
          }),
        ),
      },
      errors: ['INVALID_AMOUNT'],
    },
  ),
});
