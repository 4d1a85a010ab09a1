import { family, Type } from '../endpoint.ts';
import { SLIP_REASONS, type SlipReason } from '../errors.ts';
import { Baht, GrowingPageRequest, Status, Time } from './common.ts';

const Description = Type.Optional(Type.Object({ description: Type.String() }));

/** STM-08. */
export const StatementEntry = Type.Object({
  _id: Type.String(),
  statementType: Type.Union([
    Type.Literal('deposit'),
    Type.Literal('bonus'),
    Type.Literal('finish_bonus'),
    Type.Literal('withdraw'),
    Type.Literal('transfer'),
  ]),
  status: Status,
  from: Type.String(),
  fromTitle: Type.Optional(
    Type.String({ description: 'the name of a payment gateway or a game; beyond the specification' }),
  ),
  to: Type.String(),
  toTitle: Type.Optional(Type.String({ description: 'the name of a game; beyond the specification' })),
  amount: Baht,
  createdAt: Time,
  bonus: Description,
  promotion: Description,
  invite: Description,
  refund: Description,
  luckydraw: Description,
  isBeingChecked: Type.Optional(
    Type.Boolean({
      description: 'true for a deposit from the member’s own account that was reported and is being checked',
    }),
  ),
  payout: Type.Optional(
    Type.Object(
      {
        isBeingChecked: Type.Optional(
          Type.Boolean({ description: 'true while an operator reviews it before the payout' }),
        ),
        kip: Type.Optional(
          Type.Integer({ description: 'whole kip of the payout, at the rate of the request' }),
        ),
        kipForBaht: Type.Optional(Type.Number()),
      },
      { description: 'only for a withdrawal; beyond the specification' },
    ),
  ),
});

/** STM-04. `note` is the reason of a failed slip. */
export const Slip = Type.Object({
  _id: Type.String(),
  createdAt: Time,
  amount: Type.Union([Baht, Type.Null()]),
  status: Status,
  note: Type.Union([Type.Unsafe<SlipReason>({ enum: [...SLIP_REASONS] }), Type.Null()]),
  link: Type.Union([Type.String(), Type.Null()]),
  reference: Type.String(),
  isRepeat: Type.Optional(
    Type.Boolean({
      description: 'true when another slip of the member shows the same transfer, which is credited once',
    }),
  ),
});

export const statementCalls = family({
  'POST /api/statement': {
    summary: "The member's transactions, newest first (STM-01)",
    auth: 'member',
    body: GrowingPageRequest,
    response: Type.Object({ total: Type.Integer(), statements: Type.Array(StatementEntry) }),
  },
  'POST /api/statement/slip': {
    summary: "The member's slips, newest first (STM-04)",
    auth: 'member',
    body: GrowingPageRequest,
    response: Type.Object({ total: Type.Integer(), slips: Type.Array(Slip) }),
  },
  'GET /api/statement/slip/reference/:reference': {
    summary: 'Creates a signed, expiring address of the slip image (STM-05)',
    auth: 'member',
    params: Type.Object({ reference: Type.String({ maxLength: 64 }) }),
    response: Type.Object({ url: Type.String() }),
    errors: ['NO_DATA'],
  },
});
