import { family, Type } from '../../endpoint.ts';
import { Baht, Code, orNull, Time } from '../common.ts';
import { NumberId, Reason } from './common.ts';
import { Day } from './reportPeriod.ts';
import { StatementFormat } from './statementFormat.ts';
import { Waits } from './waits.ts';

/** The number of a column, from 0. */
const Column = Type.Integer({ minimum: 0, maximum: 99 });

/** The columns of a provider's file, and the days that it covers. */
export const ProviderMapping = Type.Object(
  {
    headerLine: Type.Integer({ minimum: 1, maximum: 200 }),
    reference: Column,
    amount: Column,
    date: Type.Optional(Column),
    time: Type.Optional(Column),
    from: Day,
    to: Day,
  },
  { additionalProperties: false },
);
export type ProviderMapping = Type.Static<typeof ProviderMapping>;

/** Why a line cannot be read. */
const Problem = Type.Object({
  line: Type.Integer(),
  problem: Type.Union([
    Type.Literal('QUOTES'),
    Type.Literal('COLUMNS'),
    Type.Literal('ABOVE_HEADER'),
    Type.Literal('DATE'),
    Type.Literal('DATE_FUTURE'),
    Type.Literal('AMOUNT'),
    Type.Literal('REFERENCE'),
    Type.Literal('BALANCE'),
  ]),
  text: Type.String(),
});
export type Problem = Type.Static<typeof Problem>;

/** One line of a statement file in a preview. */
const PreviewLine = Type.Object({
  line: Type.Integer({ description: 'as an editor counts, from 1' }),
  direction: orNull(Type.Union([Type.Literal('IN'), Type.Literal('OUT')])),
  amount: orNull(Baht),
  at: orNull(Time),
  isDay: Type.Boolean({ description: 'the file tells the day alone; `at` is its beginning' }),
  reference: Type.String({ description: 'empty if the line has none' }),
  text: Type.String({
    description: 'the sender or the description; of an unreadable line what stands in it',
  }),
  balance: orNull(Baht),
  becomes: Type.Union(
    [
      Type.Literal('NEW'),
      Type.Literal('JOINS'),
      Type.Literal('KNOWN'),
      Type.Literal('DIFFERS'),
      Type.Literal('EXPLAINED'),
      Type.Literal('UNEXPLAINED'),
      Type.Literal('UNREADABLE'),
    ],
    {
      description:
        'IN: NEW: nobody told of it; it is credited if it can be only one member’s, otherwise it waits in the queue. JOINS: a notice, a slip or a feed told of it. KNOWN: a statement told of it. DIFFERS: known with another amount. OUT: EXPLAINED by `subject`, a payout, a transfer between own accounts or a fee of the books; UNEXPLAINED: nothing in the books explains it. UNREADABLE: `problem` says why, and it is not taken',
    },
  ),
  subject: orNull(
    Type.String({
      description: 'as the audit log names it: incoming:7, withdrawal:…, payoutBatch:…, cashEntry:3',
    }),
  ),
  problem: orNull(Problem.properties.problem),
});
export type PreviewLine = Type.Static<typeof PreviewLine>;

/** The balance after the file’s last line beside our books at that time. */
const Closing = Type.Object({
  balance: Baht,
  at: Time,
  expected: Baht,
  difference: Type.Number({ description: 'the bank’s balance minus ours, before the file is imported' }),
});

const StatementLine = Type.Object({
  line: Type.Integer(),
  reference: Type.String(),
  amount: Baht,
  at: Time,
  sender: Type.String(),
});

const DIFFERENCES_NOTE = 'at most 500 of each kind; the counts are of all';

/** Compares bank statements and providers' lists, as CSV files, with our books. */
export const reconciliationCalls = family({
  'GET /api/console/reconciliation/accounts': {
    summary: 'The deposit accounts whose statements can be imported, and the providers',
    auth: 'operator',
    permission: 'report.read',
    response: Type.Object({
      accounts: Type.Array(
        Type.Object({
          id: Type.String(),
          bankCode: Type.String(),
          accountNo: Type.String(),
          accountName: Type.String(),
          currency: Type.String(),
          isActive: Type.Boolean(),
          lastReadAt: Type.Union([Time, Type.Null()]),
          format: orNull(StatementFormat),
          formatChangedAt: orNull(Time),
          formatChangedBy: orNull(Type.String()),
        }),
      ),
      providers: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
    }),
  },
  'GET /api/console/reconciliation/formats': {
    summary: 'Forms in which banks write statement files, to start from',
    auth: 'operator',
    permission: 'report.read',
    response: Type.Object({
      presets: Type.Array(
        Type.Object({
          id: Type.String(),
          title: Type.String({ description: 'in English; names of banks and products as they write them' }),
          bankCode: orNull(Type.String({ description: 'null: of no single bank' })),
          isConfirmed: Type.Boolean({
            description: 'a file of the bank was read by it, or the bank documents it',
          }),
          from: Type.String({ description: 'how it is known, in English' }),
          format: StatementFormat,
        }),
      ),
    }),
  },
  'PUT /api/console/reconciliation/accounts/:id/format': {
    summary:
      'Stores how the bank of an account writes its statement files; null forgets it. Previews and imports without a mapping use it. In the audit log with the form before',
    auth: 'operator',
    permission: 'cash.manage',
    params: NumberId,
    body: Type.Object({ format: orNull(StatementFormat), reason: Reason }),
    response: Type.Object({ code: Type.Literal('OK') }),
    errors: ['NO_DATA'],
    mutates: true,
    asksCodeAgain: true,
  },
  'POST /api/console/reconciliation/columns': {
    summary: 'Reads the first lines of a CSV file, to map its columns; stores nothing',
    auth: 'operator',
    permission: 'report.read',
    files: ['file'],
    response: Type.Object({
      lines: Type.Integer(),
      headerLine: Type.Integer(),
      rows: Type.Array(Type.Object({ line: Type.Integer(), cells: Type.Array(Type.String()) })),
    }),
    errors: ['CSV_INVALID', 'CSV_TOO_LONG'],
  },
  'POST /api/console/reconciliation/accounts/:id/preview': {
    summary:
      'Compares a bank statement with our data, and says what each line would become; changes nothing. The form field `mapping`, before the file, is a StatementFormat as JSON; left out or empty: the account’s stored one',
    auth: 'operator',
    permission: 'report.read',
    params: NumberId,
    files: ['file'],
    response: Type.Object({
      problems: Type.Array(Problem),
      problemCount: Type.Integer(),
      isImportable: Type.Boolean({ description: 'true when every line can be read' }),
      incoming: Type.Object({ count: Type.Integer(), amount: Baht }),
      leftAlone: Type.Integer({ description: 'dated lines without incoming money; they are ignored' }),
      known: Type.Integer({ description: 'lines that we have with the same amount' }),
      unread: Type.Integer({ description: 'lines of money that came, which an import would still process' }),
      from: Type.Union([Time, Type.Null()]),
      to: Type.Union([Time, Type.Null()]),
      missing: Type.Array(StatementLine, {
        description: `on the statement, but not in our data; ${DIFFERENCES_NOTE}`,
      }),
      missingCount: Type.Integer(),
      differing: Type.Array(Type.Object({ ...StatementLine.properties, ours: Baht, status: Type.String() })),
      differingCount: Type.Integer(),
      extra: Type.Array(
        Type.Object({
          id: Type.String(),
          reference: Type.String(),
          amount: Baht,
          at: Time,
          sender: Type.String(),
          status: Type.String(),
          memberId: Type.Union([Type.String(), Type.Null()]),
        }),
        { description: 'in our data for the statement’s period, but not on the statement' },
      ),
      extraCount: Type.Integer(),
      lines: Type.Array(PreviewLine, {
        description: 'the first 500 lines of the file that tell of money or cannot be read, in its order',
      }),
      lineCount: Type.Integer(),
      outgoing: Type.Object({
        count: Type.Integer(),
        amount: Baht,
        unexplained: Type.Integer({
          description: 'lines of money that left, which nothing in the books explains',
        }),
        unread: Type.Integer({ description: 'lines of money that left, which an import would store' }),
      }),
      closing: orNull(Closing),
    }),
    errors: ['CSV_INVALID', 'CSV_TOO_LONG', 'NO_DATA'],
  },
  'POST /api/console/reconciliation/accounts/:id/import': {
    summary:
      'Imports a bank statement: credits missing transfers by the rules for notices, or leaves them in the queue. Repeat the call while lines are left; importing the same file again changes nothing',
    auth: 'operator',
    permission: 'cash.manage',
    asksCodeAgain: true,
    params: NumberId,
    files: ['file'],
    response: Type.Object({
      credited: Type.Integer(),
      queued: Type.Integer(),
      differing: Type.Integer(),
      known: Type.Integer(),
      outgoing: Type.Integer({ description: 'lines of money that left, stored by this call' }),
      left: Type.Integer(),
      lines: Type.Array(
        Type.Object({
          line: Type.Integer(),
          end: Type.Union([
            Type.Literal('CREDITED'),
            Type.Literal('QUEUED'),
            Type.Literal('DIFFERING'),
            Type.Literal('KNOWN'),
          ]),
        }),
        { description: 'what became of the lines that this call processed; at most 500' },
      ),
      waits: Type.Union([Waits, Type.Null()], {
        description: 'set when a second operator must approve the file first: nothing was imported',
      }),
    }),
    errors: ['CSV_INVALID', 'CSV_TOO_LONG', 'NO_DATA', 'APPROVAL_WAITING'],
    mutates: true,
  },
  'POST /api/console/reconciliation/providers/:code/compare': {
    summary: 'Compares a provider’s list of transfers with ours; changes nothing',
    auth: 'operator',
    permission: 'report.read',
    params: Type.Object({ code: Code }),
    files: ['file'],
    response: Type.Object({
      problems: Type.Array(Problem),
      problemCount: Type.Integer(),
      lines: Type.Integer(),
      agreed: Type.Integer(),
      differences: Type.Array(
        Type.Object({
          kind: Type.Union([
            Type.Literal('THEIRS_ONLY'),
            Type.Literal('OURS_ONLY'),
            Type.Literal('AMOUNT'),
            Type.Literal('STATE'),
            Type.Literal('TWICE'),
          ]),
          line: Type.Union([Type.Integer(), Type.Null()]),
          reference: Type.String(),
          ours: Type.Union([Baht, Type.Null()]),
          theirs: Type.Union([Baht, Type.Null()]),
          state: Type.Union([Type.String(), Type.Null()]),
          memberId: Type.Union([Type.String(), Type.Null()]),
          at: Type.Union([Time, Type.Null()]),
        }),
        { description: DIFFERENCES_NOTE },
      ),
      differenceCount: Type.Integer(),
    }),
    errors: ['CSV_INVALID', 'CSV_TOO_LONG', 'NO_DATA'],
  },
});
