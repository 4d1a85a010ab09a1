import { family, Type } from '../../endpoint.ts';
import { AMOUNT_CEILING_BAHT } from '../../limits.ts';
import { Time } from '../common.ts';
import { NumberId, Reason } from './common.ts';
import { Period } from './reportPeriod.ts';
import { DoneOrWaits, Waits } from './waits.ts';

/** In the account's own currency. */
const Money = Type.Number({ description: 'baht or kip, in the currency of the account' });
const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Currency = Type.Union([Type.Literal('THB'), Type.Literal('LAK')]);

const BookKind = Type.Union([
  Type.Literal('DEPOSIT'),
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
    amount: Money,
    count: Type.Integer(),
    limit: orNull(Money),
    countLimit: orNull(Type.Integer()),
  }),
  rest: orNull(Type.Union([Type.Literal('AMOUNT'), Type.Literal('COUNT'), Type.Literal('HOURS')])),
  restsUntil: orNull(Time),
  expected: Type.Number({ description: 'what the account holds by our books now' }),
  openedAt: orNull(Time),
  told: orNull(Told),
});

const Entry = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  state: Type.Union([Type.Literal('PENDING'), Type.Literal('APPLIED'), Type.Literal('REJECTED')]),
  isReversed: Type.Boolean(),
});

/** Something that makes the difference between the bank's balance and ours. */
const Difference = Type.Object({
  why: Type.Union(
    [
      Type.Literal('NOT_BOOKED'),
      Type.Literal('AMOUNT'),
      Type.Literal('NOT_ON_STATEMENT'),
      Type.Literal('NOT_ARRIVED'),
      Type.Literal('ACCOUNT_UNKNOWN'),
      Type.Literal('LEFT_UNEXPLAINED'),
    ],
    {
      description:
        'NOT_BOOKED: the bank reports it, no member and no entry has it. AMOUNT: the statement says another amount. NOT_ON_STATEMENT: booked, and not on the statement that covers it. NOT_ARRIVED: our transfer, whose arrival no bank reported. ACCOUNT_UNKNOWN: a payout of which nobody said which account paid it. LEFT_UNEXPLAINED: a statement shows that it left, and no payout, entry or fee of the books explains it',
    },
  ),
  at: Time,
  amount: Type.Number({ description: 'what it adds to the difference' }),
  reference: Type.String(),
  subject: Type.String(),
});

/** Our own bank accounts: rules of the day, books, and what banks say that they hold. */
export const ownAccountCalls = family({
  'GET /api/console/accounts': {
    summary:
      'Our bank and wallet accounts: what they took today, why they rest, and their balance by our books and the bank',
    auth: 'operator',
    permission: 'report.read',
    response: Type.Object({ accounts: Type.Array(Account) }),
  },
  'POST /api/console/accounts/:id/book': {
    summary:
      'The movements of an account in a period of at most 366 days in Bangkok, newest first, at most 500',
    auth: 'operator',
    permission: 'report.read',
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
    summary: 'The movements of an account in a period as a CSV file, oldest first',
    auth: 'operator',
    permission: 'report.read',
    params: NumberId,
    body: Period,
    response: Type.Object({ fileName: Type.String(), content: Type.String() }),
    errors: ['NO_DATA'],
  },
  'GET /api/console/accounts/:id/differences': {
    summary:
      'What may make the difference between the bank’s last balance and ours, and what left unexplained; at most 500 of each',
    auth: 'operator',
    permission: 'report.read',
    params: NumberId,
    response: Type.Object({ told: orNull(Told), differences: Type.Array(Difference) }),
    errors: ['NO_DATA'],
  },
  'POST /api/console/accounts/:id/balance': {
    summary: 'Stores the balance that the bank shows for an account at a time; changes no book',
    auth: 'operator',
    permission: 'cash.manage',
    asksCodeAgain: true,
    params: NumberId,
    body: Type.Object({
      balance: Type.Number({ minimum: -AMOUNT_CEILING_BAHT * 1_000, maximum: AMOUNT_CEILING_BAHT * 1_000 }),
      at: Time,
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
