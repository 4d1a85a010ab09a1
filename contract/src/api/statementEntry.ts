import { Type } from '../endpoint.ts';
import { Baht, Status, Time } from './common.ts';

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
    Type.Literal('play'),
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
  lateFrom: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'for an entry in progress: from then on it takes longer than usual; beyond the specification',
    }),
  ),
  balanceAfter: Type.Optional(
    Type.Number({
      description: 'baht of the wallet after this entry, if it changed it; beyond the specification',
    }),
  ),
  play: Type.Optional(
    Type.Object(
      { rounds: Type.Integer(), staked: Baht, won: Baht },
      {
        description:
          'only for a session at a game that bets from the wallet: one row of all its rounds, whose amount is what was won or lost; beyond the specification',
      },
    ),
  ),
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
export type StatementEntry = Type.Static<typeof StatementEntry>;
