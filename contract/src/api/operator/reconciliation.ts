import { family, Type } from '../../endpoint.ts';
import { Baht, Code, Time } from '../common.ts';
import { NumberId } from './common.ts';
import { Day } from './reportPeriod.ts';
import { Waits } from './waits.ts';

/** The number of a column, from 0. */
const Column = Type.Integer({ minimum: 0, maximum: 99 });

/** The columns of a bank's statement file. Sent as JSON in the form field `mapping`, before the file. */
export const StatementMapping = Type.Object(
  {
    headerLine: Type.Integer({
      minimum: 1,
      maximum: 200,
      description: 'the line of the file that names the columns',
    }),
    date: Column,
    time: Type.Optional(Column),
    amount: Column,
    reference: Column,
    senderName: Type.Optional(Column),
    senderAccount: Type.Optional(Column),
    senderBank: Type.Optional(Column),
  },
  { additionalProperties: false },
);
export type StatementMapping = Type.Static<typeof StatementMapping>;

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
    Type.Literal('DATE'),
    Type.Literal('DATE_FUTURE'),
    Type.Literal('AMOUNT'),
    Type.Literal('REFERENCE'),
  ]),
  text: Type.String(),
});
export type Problem = Type.Static<typeof Problem>;

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
        }),
      ),
      providers: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
    }),
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
    summary: 'Compares a bank statement with our data; changes nothing',
    auth: 'operator',
    permission: 'report.read',
    params: NumberId,
    files: ['file'],
    response: Type.Object({
      problems: Type.Array(Problem),
      problemCount: Type.Integer(),
      isImportable: Type.Boolean({ description: 'true when nothing but references is missing' }),
      incoming: Type.Object({ count: Type.Integer(), amount: Baht }),
      leftAlone: Type.Integer({ description: 'dated lines without incoming money; they are ignored' }),
      known: Type.Integer({ description: 'lines that we have with the same amount' }),
      unread: Type.Integer({ description: 'lines that an import would still process' }),
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
    }),
    errors: ['CSV_INVALID', 'CSV_TOO_LONG', 'NO_DATA'],
  },
  'POST /api/console/reconciliation/accounts/:id/import': {
    summary:
      'Imports a bank statement: credits missing transfers by the rules for notices, or leaves them in the queue. Repeat the call while lines are left; importing the same file again changes nothing',
    auth: 'operator',
    permission: 'report.read',
    asksCodeAgain: true,
    params: NumberId,
    files: ['file'],
    response: Type.Object({
      credited: Type.Integer(),
      queued: Type.Integer(),
      differing: Type.Integer(),
      known: Type.Integer(),
      left: Type.Integer(),
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
