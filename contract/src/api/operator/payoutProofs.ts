import { family, Type } from '../../endpoint.ts';
import { OWN_MONEY } from '../../permissions.ts';
import { Baht, orNull, Time } from '../common.ts';

const PayoutBrief = Type.Object({
  id: Type.String(),
  memberId: Type.String(),
  memberName: Type.String(),
  amount: Baht,
});

/** Payouts whose proof is weak: what the bank's statement has to explain. */
export const payoutProofCalls = family({
  'GET /api/console/accounts/usedAgain': {
    summary:
      'The 100 newest payouts whose bank reference proves an earlier payout of the same paying account: those that two operators agreed to, and those from before the rule',
    auth: 'operator',
    permission: OWN_MONEY,
    response: Type.Object({
      payouts: Type.Array(
        Type.Object({
          ...PayoutBrief.properties,
          reference: Type.String(),
          at: Time,
          operatorName: orNull(Type.String()),
          first: PayoutBrief,
        }),
      ),
    }),
  },
});
