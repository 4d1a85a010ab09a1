import { family, Type } from '../../endpoint.ts';
import { AMOUNT_CEILING_BAHT } from '../../limits.ts';
import { OWN_MONEY } from '../../permissions.ts';
import { orNull, Text, Time } from '../common.ts';
import { NumberId, Reason } from './common.ts';
import { FigurePage, FigurePageAsked } from './figurePage.ts';
import { Day, Period } from './reportPeriod.ts';
import { DoneOrWaits, Waits } from './waits.ts';

/** In the account's own currency. */
const Money = Type.Number({ description: 'baht or kip, in the currency of the account' });
const Currency = Type.Union([Type.Literal('THB'), Type.Literal('LAK')]);

const BookKind = Type.Union([
  Type.Literal('DEPOSIT'),
  Type.Literal('ARRIVED'),
  Type.Literal('PAYOUT'),
  Type.Literal('TRANSFER'),
  Type.Literal('FEE'),
  Type.Literal('IN'),
  Type.Literal('OUT'),
  Type.Literal('OPENING'),
]);

const BookLine = Type.Object({
  at: Time,
  kind: BookKind,
  amount: Money,
  reference: Type.String(),
  subject: Type.String({ description: 'as the audit log names it: incoming:7, withdrawal:…, cashEntry:3' }),
  memberId: orNull(Type.String()),
  reason: orNull(Type.String()),
});

const Told = Type.Object({
  balance: Money,
  at: Time,
  source: Type.Union([Type.Literal('FILE'), Type.Literal('BANK'), Type.Literal('OPERATOR')]),
  expected: Type.Number({ description: 'what our books say for that time' }),
  difference: Type.Number({ description: 'the bank’s balance minus ours' }),
});

/** What a bank told last of an account, beside its book. */
const ToldOfBook = Type.Object({
  ...Told.properties,
  expected: orNull(Told.properties.expected, 'of a book without an opening balance nothing is expected'),
  difference: orNull(Told.properties.difference),
});

const Some = Type.Object({ amount: Money, count: Type.Integer() });

const Account = Type.Object({
  id: Type.String(),
  bankCode: Type.String(),
  bankType: Type.String(),
  accountNo: Type.String(),
  accountName: Type.String(),
  mode: Type.String(),
  currency: Currency,
  isActive: Type.Boolean(),
  today: Type.Object({
    arrived: Some,
    credited: Type.Object(Some.properties, { description: 'of what arrived, what members have' }),
    asked: Type.Object(Some.properties, { description: 'by QRs that can still be paid' }),
    amount: Type.Number({ description: 'arrived and asked for: what counts against the limits' }),
    count: Type.Integer(),
    limit: orNull(Money),
    countLimit: orNull(Type.Integer()),
  }),
  rest: orNull(Type.Union([Type.Literal('AMOUNT'), Type.Literal('COUNT'), Type.Literal('HOURS')])),
  restsUntil: orNull(Time),
  expected: Type.Number({ description: 'what the account holds by our books now' }),
  nobodys: Type.Object(Some.properties, { description: 'of it, what arrived and is nobody’s yet' }),
  isClientMoney: Type.Boolean({ description: 'set aside for members’ money' }),
  openedAt: orNull(Time),
  told: orNull(ToldOfBook),
});

const Entry = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  state: Type.Union([Type.Literal('PENDING'), Type.Literal('APPLIED'), Type.Literal('REJECTED')]),
  isReversed: Type.Boolean(),
});

/** What makes a part of the difference between the bank's balance and ours. */
const Why = Type.Union(
  [
    Type.Literal('NOT_BOOKED'),
    Type.Literal('AMOUNT'),
    Type.Literal('NOT_ON_STATEMENT'),
    Type.Literal('NOT_ARRIVED'),
    Type.Literal('ACCOUNT_UNKNOWN'),
    Type.Literal('LEFT_NOT_BOOKED'),
    Type.Literal('LEFT_UNEXPLAINED'),
  ],
  {
    description:
      'NOT_BOOKED: a transfer that a statement shows and that was dismissed, or one that waits and is in no book yet. AMOUNT: the statement says another amount. NOT_ON_STATEMENT: booked, and not on the statement that covers it. NOT_ARRIVED: our transfer, whose arrival no bank reported. ACCOUNT_UNKNOWN: the statement shows a payout of which nobody said which account paid it. LEFT_NOT_BOOKED: the statement shows a payout whose end is not known yet. LEFT_UNEXPLAINED: the statement shows that it left, and no payout, entry or fee of the books explains it',
  },
);

const Difference = Type.Object({
  why: Why,
  at: Time,
  amount: Type.Number({ description: 'what it adds to the difference' }),
  reference: Type.String(),
  subject: Type.String(),
});

const HOUSE = 'gateway:[A-Z0-9]{1,10}|provider:[a-z][a-z0-9]{0,39}';

/** Where money lies: an own account by its id, a gateway or a game. */
const PlaceId = Type.Object({
  id: Type.String({
    pattern: `^([0-9]{1,18}|${HOUSE})$`,
    description: 'the id of an own account, `gateway:CODE` or `provider:CODE`',
  }),
});

/** What a place told of a day in Bangkok, beside our books. */
const ToldOnDay = Type.Object({
  ...Told.properties,
  isNew: Type.Boolean({
    description: 'the difference is not the one with which the place told the last time before this day',
  }),
});

/** The longest period of differences by day. */
export const DIFFERENCE_DAYS_MAX = 31;

/** Our own money: accounts with their rules and books, and what banks, gateways and games say that they hold. */
export const ownAccountCalls = family({
  'POST /api/console/accounts/days': {
    summary:
      'All places where money lies, and for each day in Bangkok of at most 31, newest first: what our books say of a place at its end, what the place told last on that day, and who explained the difference. A place that has nothing to do with the period has no days',
    auth: 'operator',
    permission: OWN_MONEY,
    body: Period,
    response: Type.Object({
      places: Type.Array(
        Type.Object({
          id: PlaceId.properties.id,
          kind: Type.Union([Type.Literal('ACCOUNT'), Type.Literal('GATEWAY'), Type.Literal('PROVIDER')]),
          title: Type.String(),
          currency: Currency,
        }),
      ),
      days: Type.Array(
        Type.Object({
          day: Day,
          place: PlaceId.properties.id,
          books: Type.Number({
            description:
              'what the place holds for the house by our books when the day ends, or now; below zero where it is owed. In the currency of the place',
          }),
          told: orNull(ToldOnDay),
          explanation: orNull(Type.Object({ operator: Type.String(), reason: Type.String(), at: Time })),
        }),
      ),
    }),
  },
  'POST /api/console/accounts/:id/day': {
    summary:
      'What moved at a place on a day in Bangkok, oldest first: the lines of a bank account’s book by the bank’s times, the postings of a gateway or a game. The sum of all rows is what the books moved',
    auth: 'operator',
    permission: OWN_MONEY,
    params: PlaceId,
    body: Type.Object({ day: Day, ...FigurePageAsked }),
    response: FigurePage,
    errors: ['NO_DATA'],
  },
  'POST /api/console/accounts/:id/explain': {
    summary: 'Explains the difference of a day at a place; changes no figure',
    auth: 'operator',
    permission: 'cash.manage',
    params: PlaceId,
    body: Type.Object({
      day: Day,
      difference: Type.Number({ description: 'as it was shown' }),
      reason: Reason,
    }),
    response: Type.Object({ code: Type.Literal('OK') }),
    errors: ['NO_DATA', 'INVALID_AMOUNT', 'CHANGED_MEANWHILE', 'ALREADY_DECIDED'],
    mutates: true,
  },
  'GET /api/console/accounts': {
    summary:
      'Our bank and wallet accounts: what they took today, why they rest, and their balance by our books and the bank',
    auth: 'operator',
    permission: OWN_MONEY,
    response: Type.Object({
      accounts: Type.Array(Account),
      unknownPayouts: Type.Array(Type.Object({ currency: Currency, count: Type.Integer(), amount: Money }), {
        description:
          'payouts of which nobody said which account paid them: no book has them, and each stands here once',
      }),
    }),
  },
  'POST /api/console/accounts/:id/book': {
    summary:
      'The movements of an account in a period of at most 366 days in Bangkok, newest first, at most 500',
    auth: 'operator',
    permission: OWN_MONEY,
    params: NumberId,
    body: Period,
    response: Type.Object({
      before: Type.Number({ description: 'the balance before the period' }),
      after: Type.Number({ description: 'the balance at its end' }),
      count: Type.Integer(),
      lines: Type.Array(
        Type.Object({
          ...BookLine.properties,
          isReversed: Type.Boolean(),
          balance: Type.Number({ description: 'by our books, after this line' }),
          told: orNull(
            Type.Object(
              { balance: Money, difference: Type.Number({ description: 'the bank’s balance minus ours' }) },
              { description: 'the bank’s balance after it, where a line of the bank tells it' },
            ),
          ),
        }),
      ),
    }),
    errors: ['NO_DATA'],
  },
  'POST /api/console/accounts/:id/bookFile': {
    summary: 'The movements of an account in a period as a CSV file, oldest first; the audit log has a line',
    auth: 'operator',
    permission: OWN_MONEY,
    params: NumberId,
    body: Period,
    response: Type.Object({ fileName: Type.String(), content: Type.String() }),
    errors: ['NO_DATA'],
    mutates: true,
  },
  'GET /api/console/accounts/:id/differences': {
    summary:
      'What makes the difference between the bank’s last balance and ours, by kind, and what is still unexplained',
    auth: 'operator',
    permission: OWN_MONEY,
    params: NumberId,
    response: Type.Object({
      told: orNull(ToldOfBook),
      kinds: Type.Array(Type.Object({ why: Why, count: Type.Integer(), amount: Type.Number() })),
      explained: Type.Number({ description: 'the sum of the kinds' }),
      unexplained: orNull(Type.Number(), 'the rest of the difference; null where there is none to explain'),
      differences: Type.Array(Difference, {
        description: 'newest first, at most 5,000; the sums are of all',
      }),
      later: Type.Array(Difference, {
        description:
          'what left without an explanation after that balance: it is no part of the difference. At most 5,000',
      }),
    }),
    errors: ['NO_DATA'],
  },
  'POST /api/console/accounts/unknownPayouts': {
    summary:
      'Payouts since the first opening balance in a currency of which nobody said which account paid them, oldest first; their sum is that of the list of accounts',
    auth: 'operator',
    permission: OWN_MONEY,
    body: Type.Object({ currency: Currency, ...FigurePageAsked }),
    response: FigurePage,
  },
  'POST /api/console/accounts/:id/balance': {
    summary:
      'Stores the balance that a bank, a gateway or the house of a game shows for us at a time; changes no book',
    auth: 'operator',
    permission: 'cash.manage',
    asksCodeAgain: true,
    params: PlaceId,
    body: Type.Object({
      balance: Type.Number({
        minimum: -AMOUNT_CEILING_BAHT * 1_000,
        maximum: AMOUNT_CEILING_BAHT * 1_000,
        description: 'in the currency of the account; baht for a gateway and a game',
      }),
      at: Time,
      note: Type.Optional(Text(300)),
    }),
    response: Type.Object({ code: Type.Literal('OK') }),
    errors: ['NO_DATA', 'INVALID_AMOUNT', 'CASH_PERIOD'],
    mutates: true,
  },
  'POST /api/console/cash': {
    summary:
      'Enters a transfer between own accounts, a fee, money from or to the outside, or the balance that a book begins with. Above a limit after a second operator’s approval',
    auth: 'operator',
    permission: 'cash.manage',
    asksCodeAgain: true,
    body: Type.Object({
      kind: Type.Union([
        Type.Literal('OPENING'),
        Type.Literal('TRANSFER'),
        Type.Literal('FEE'),
        Type.Literal('IN'),
        Type.Literal('OUT'),
      ]),
      from: orNull(NumberId.properties.id),
      to: orNull(NumberId.properties.id),
      counterpart: Type.Optional(
        Type.String({
          pattern: `^(${HOUSE})$`,
          description:
            'of IN and OUT in baht: the gateway or game that the money came from or went to; its book moves too',
        }),
      ),
      amount: Type.Number({
        minimum: -AMOUNT_CEILING_BAHT * 1_000,
        maximum: AMOUNT_CEILING_BAHT * 1_000,
        description: 'in the currency of the accounts; for an opening the balance that the bank shows',
      }),
      fee: Type.Number({ minimum: 0, maximum: AMOUNT_CEILING_BAHT }),
      reference: Type.String({ maxLength: 60, pattern: '^[0-9A-Za-z ._/-]*$' }),
      movedAt: Time,
      reason: Reason,
    }),
    response: Type.Object({ entry: Entry, waits: orNull(Waits) }),
    errors: [
      'NO_DATA',
      'INVALID_AMOUNT',
      'CASH_CURRENCY',
      'CASH_PERIOD',
      'CASH_OPENED',
      'IDEMPOTENCY_MISMATCH',
    ],
    mutates: true,
    idempotent: true,
  },
  'POST /api/console/cash/:id/reverse': {
    summary: 'Takes an entry back by reversing postings; above a limit after a second operator’s approval',
    auth: 'operator',
    permission: 'cash.manage',
    asksCodeAgain: true,
    params: NumberId,
    body: Type.Object({ reason: Reason }),
    response: DoneOrWaits,
    errors: ['NO_DATA', 'ALREADY_DECIDED', 'CASH_PERIOD', 'APPROVAL_WAITING'],
    mutates: true,
  },
});
