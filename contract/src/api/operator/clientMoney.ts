import { family, Type } from '../../endpoint.ts';
import { OWN_MONEY } from '../../permissions.ts';
import { NumberId, Reason } from './common.ts';
import { Day } from './reportPeriod.ts';

/** Below zero where the house owes, or where money is missing. */
const Baht = Type.Number({ description: 'baht' });

/** What has to be there for members, and what is. */
const Sums = {
  owed: Type.Number({ description: 'baht in wallets, holds included, and in transfer' }),
  inGames: Type.Number({ description: 'baht that members can still move out of games' }),
  required: Type.Number({ description: 'baht: both together' }),
  books: Type.Number({ description: 'baht on the accounts of members’ money, by our books' }),
  booksOver: Type.Number({ description: 'baht that the books have more than is required' }),
  counted: Type.Number({ description: 'baht by each account’s last counted balance and the books since' }),
  countedOver: Baht,
};

const Done = Type.Object({ code: Type.Literal('OK') });

/** Members' money apart from the house's. */
export const clientMoneyCalls = family({
  'GET /api/console/clientMoney': {
    summary:
      'What has to be there for members now and at the end of each day in Bangkok, and what the accounts of members’ money hold; the newest 92 evenings',
    auth: 'operator',
    permission: OWN_MONEY,
    response: Type.Object({
      now: Type.Object({
        state: Type.Union([
          Type.Literal('UNMARKED'),
          Type.Literal('COVERED'),
          Type.Literal('SHORT'),
          Type.Literal('OVERDUE'),
        ]),
        wallets: Baht,
        held: Type.Number({ description: 'baht of the wallets that are reserved for payouts' }),
        inTransfer: Baht,
        ...Sums,
        fees: Type.Number({ description: 'baht of bank fees that were entered' }),
        games: Type.Array(
          Type.Object({
            code: Type.String(),
            name: Type.String(),
            moved: Type.Number({ description: 'baht that members moved in and not out' }),
            result: Type.Number({ description: 'baht that the house won of it' }),
            owed: Baht,
          }),
        ),
        gateways: Type.Array(
          Type.Object({
            title: Type.String(),
            holds: Type.Number({
              description: 'baht that it collected for deposits, less what entries say that it paid out',
            }),
          }),
        ),
      }),
      evenings: Type.Array(
        Type.Object({
          id: Type.String(),
          day: Day,
          state: Type.Union(
            [
              Type.Literal('COVERED'),
              Type.Literal('SHORT'),
              Type.Literal('OVERDUE'),
              Type.Literal('EXPLAINED'),
            ],
            { description: 'SHORT: less than required. OVERDUE: an account was not counted for 3 days' },
          ),
          ...Sums,
          explainedBy: Type.Union([Type.String(), Type.Null()]),
          reason: Type.Union([Type.String(), Type.Null()]),
        }),
      ),
    }),
  },
  'PUT /api/console/accounts/:id/clientMoney': {
    summary: 'Says whether an account of ours holds members’ money or the house’s own',
    auth: 'operator',
    permission: 'settings.edit',
    asksCodeAgain: true,
    params: NumberId,
    body: Type.Object({ isClientMoney: Type.Boolean(), reason: Reason }),
    response: Done,
    errors: ['NO_DATA'],
    mutates: true,
  },
  'POST /api/console/clientMoney/:id/explain': {
    summary: 'Ends the wait of an evening that was short or not counted; its figures stay',
    auth: 'operator',
    permission: 'cash.manage',
    params: NumberId,
    body: Type.Object({ reason: Reason }),
    response: Done,
    errors: ['NO_DATA', 'ALREADY_DECIDED', 'QUEUE_NOT_TAKEN', 'APPROVAL_WAITING'],
    mutates: true,
  },
});
