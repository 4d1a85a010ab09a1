import { family, Type } from '../../endpoint.ts';
import { PAYOUT_CURRENCIES, type PayoutCurrency } from '../../payoutFormats.ts';
import { OWN_MONEY } from '../../permissions.ts';
import { Baht, orNull, Time } from '../common.ts';

/** Payouts whose proof is weak: what the bank's statement has to explain. */
export const payoutProofCalls = family({
  'GET /api/console/accounts/usedAgain': {
    summary:
      'Payouts whose bank reference proves an earlier payout of the same paying account (those that two operators agreed to, and those from before the rule), and lines of bank statements with the reference of a payout that they do not mean; the newest first',
    auth: 'operator',
    permission: OWN_MONEY,
    query: Type.Object({
      after: Type.Optional(Type.String({ maxLength: 120, description: '`next` of the page before' })),
    }),
    response: Type.Object({
      payouts: Type.Array(
        Type.Object({
          id: Type.String({ description: 'of the payout; `statement:` and a number of a line' }),
          memberId: orNull(Type.String()),
          memberName: orNull(Type.String()),
          amount: Type.Number({ description: 'baht; of a line in the currency of its account' }),
          currency: Type.Unsafe<PayoutCurrency>({ enum: [...PAYOUT_CURRENCIES] }),
          reference: Type.String(),
          at: Time,
          operatorName: orNull(Type.String()),
          line: orNull(
            Type.Object({
              accountId: Type.String(),
              bankCode: Type.String(),
              accountNo: Type.String(),
              text: Type.String(),
            }),
            'of a line of a statement: our account, and what the bank writes',
          ),
          first: Type.Object({
            id: Type.String(),
            memberId: Type.String(),
            memberName: Type.String(),
            amount: Baht,
          }),
        }),
      ),
      next: orNull(Type.String()),
    }),
  },
});
