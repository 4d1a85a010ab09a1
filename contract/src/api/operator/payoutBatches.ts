import type { TInteger } from 'typebox';
import { family, Type } from '../../endpoint.ts';
import {
  LEFT_OUT_REASONS,
  type LeftOutReason,
  PAYOUT_CURRENCIES,
  PAYOUT_ROW_STATES,
  PAYOUT_ROWS_MAX,
  PAYOUT_TERMS,
  type PayoutCurrency,
  type PayoutRowState,
  type PayoutTerm,
  RESULT_EFFECTS,
  RESULT_KINDS,
  type ResultKind,
} from '../../payoutFormats.ts';
import { Done, Time } from '../common.ts';
import { NumberId, Reason, UuidId } from './common.ts';
import { OnStatement } from './payouts.ts';
import { Day } from './reportPeriod.ts';
import { DoneOrWaits } from './waits.ts';

const Currency = Type.Unsafe<PayoutCurrency>({ enum: [...PAYOUT_CURRENCIES] });
const LeftOut = Type.Unsafe<LeftOutReason>({ enum: [...LEFT_OUT_REASONS] });
const RowState = Type.Unsafe<PayoutRowState>({ enum: [...PAYOUT_ROW_STATES] });
const Kind = Type.Unsafe<ResultKind>({ enum: [...RESULT_KINDS] });
const Term = Type.Unsafe<PayoutTerm>({ enum: [...PAYOUT_TERMS] });

/** In the currency of the payout. */
const Amount = Type.Number({ description: 'baht or kip' });

const FormatCode = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,39}$' });

/** What the file says of the payer, by name. */
const TermText = Type.Optional(Type.String({ maxLength: 60 }));
const Terms = Type.Object(
  {
    payingAccount: TermText,
    companyId: TermText,
    companyName: TermText,
    productCode: TermText,
  } satisfies Record<PayoutTerm, typeof TermText>,
  { additionalProperties: false },
);

/** A count for each name. */
const countsOf = <Name extends string>(names: readonly Name[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Integer()])) as Record<Name, TInteger>);

const Format = Type.Object({
  code: FormatCode,
  title: Type.String(),
  currencies: Type.Array(Currency),
  isConfirmed: Type.Boolean({ description: 'false when the bank does not publish the format' }),
  banks: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'the only banks whose accounts it reaches; null for all',
  }),
  withoutBanks: Type.Array(Type.String(), { description: 'banks whose accounts it does not reach' }),
  hasPayDay: Type.Boolean(),
  encoding: Type.String(),
  terms: Type.Array(
    Type.Object({
      name: Term,
      pattern: Type.String(),
      example: Type.String(),
      last: Type.Union([Type.String(), Type.Null()], { description: 'the value of the last file' }),
    }),
  ),
});

const LeftOutList = Type.Array(
  Type.Object({ id: Type.String(), memberName: Type.String(), bankCode: Type.String(), why: LeftOut }),
  {
    description:
      'withdrawals that this format cannot carry, or that a colleague must send; they stay in the queue',
  },
);

const Ids = Type.Array(UuidId.properties.id, { minItems: 1, maxItems: PAYOUT_ROWS_MAX });
const FileTerms = {
  format: Type.Optional(FormatCode),
  currency: Type.Optional(Currency),
  payDay: Type.Optional(Day),
  terms: Type.Optional(Terms),
};
const PreviewBody = Type.Object({
  ids: Type.Optional({ ...Ids, description: `without it, the oldest ${PAYOUT_ROWS_MAX} that wait` }),
  ...FileTerms,
});
const ExportBody = Type.Object({
  ids: { ...Ids, description: 'what the preview showed: nothing else gets into the file' },
  expected: Type.Optional(
    Type.Object(
      { items: Type.Integer({ minimum: 1 }), total: Amount },
      { description: 'as the preview showed them; another number or sum is CHANGED_MEANWHILE' },
    ),
  ),
  ...FileTerms,
});

const BatchFile = Type.Object({
  batchId: Type.String(),
  fileName: Type.String(),
  content: Type.String(),
  encoding: Type.Union([Type.Literal('utf-8'), Type.Literal('windows-874')], {
    description: 'in which the content is to be saved',
  }),
  leftOut: LeftOutList,
});

const PayoutBatch = Type.Object({
  id: Type.String(),
  fileName: Type.String(),
  format: FormatCode,
  currency: Type.Union([Currency, Type.Null()]),
  operatorName: Type.String(),
  createdAt: Time,
  items: Type.Integer(),
  total: Amount,
  waiting: Type.Integer({ description: 'number of rows without a final answer' }),
  counts: countsOf(PAYOUT_ROW_STATES),
  takenBackAt: Type.Union([Time, Type.Null()]),
});

const BatchRow = Type.Object({
  line: Type.Integer(),
  withdrawalId: Type.String(),
  reference: Type.String(),
  memberId: Type.String(),
  memberName: Type.String(),
  bankCode: Type.String(),
  bankAccountNo: Type.String(),
  bankAccountName: Type.String(),
  amount: Amount,
  state: RowState,
  bankWords: Type.Union([Type.String(), Type.Null()]),
  answeredAt: Type.Union([Time, Type.Null()]),
  onStatement: Type.Union([OnStatement, Type.Null()], {
    description: 'of a row that is not closed as paid: a bank statement shows that it left',
  }),
  isOwnMoney: Type.Boolean(),
});

const Column = Type.Optional(Type.Integer({ minimum: 0, maximum: 99 }));
/**
 * The columns of the bank's file by number from 0. With a status it names every column that is read; without, the header
 * tells the rest. Sent as JSON in the form field `mapping`, before the file.
 */
export const ResultMapping = Type.Object(
  {
    headerLine: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 200, description: '0: the file has no header' }),
    ),
    status: Column,
    reference: Column,
    account: Column,
    amount: Column,
    words: Column,
    bankReference: Column,
  },
  { additionalProperties: false },
);
export type ResultMapping = Type.Static<typeof ResultMapping>;

const ResultCounts = countsOf(RESULT_KINDS);

const RESULT_ERRORS = [
  'CSV_INVALID',
  'CSV_TOO_LONG',
  'NO_DATA',
  'ALREADY_DECIDED',
  'RESULT_COLUMNS',
  'RESULT_OTHER_BATCH',
] as const;

/** Files for the bank's batch payment, and the bank's answers to them. */
export const payoutBatchCalls = family({
  'GET /api/console/withdrawals/formats': {
    summary: 'The formats of files for banks, and what waits for a file',
    auth: 'operator',
    permission: 'withdrawal.decide',
    response: Type.Object({
      formats: Type.Array(Format),
      waiting: Type.Array(Type.Object({ currency: Currency, count: Type.Integer(), total: Amount })),
    }),
  },
  'POST /api/console/withdrawals/export/preview': {
    summary: 'Shows what a file for the bank would contain; changes nothing',
    auth: 'operator',
    permission: 'withdrawal.decide',
    body: PreviewBody,
    response: Type.Object({
      ids: Type.Array(Type.String(), { description: 'the withdrawals that the file would hold' }),
      items: Type.Integer(),
      total: Amount,
      currency: Currency,
      sample: Type.String({ description: 'the first lines of the file, and its last' }),
      stopped: Type.Integer({
        description: 'number of withdrawals that a rule stopped for a person to look at',
      }),
      leftOut: LeftOutList,
    }),
    errors: ['NO_DATA', 'PAYOUT_FORMAT'],
  },
  'POST /api/console/withdrawals/export': {
    summary:
      'Puts waiting withdrawals into a file for the bank’s batch payment; each is in at most one file. Leaves out those that a colleague has claimed, stuck ones, those already in a file, those that the format cannot carry, and those that the bank refused in an answer of this operator',
    auth: 'operator',
    permission: 'withdrawal.decide',
    asksCodeAgain: true,
    body: ExportBody,
    response: BatchFile,
    errors: ['NO_DATA', 'PAYOUT_FORMAT', 'CHANGED_MEANWHILE'],
    mutates: true,
  },
  'GET /api/console/withdrawals/batches': {
    summary: 'The newest 50 bank files, and older ones that still have open rows',
    auth: 'operator',
    permission: 'withdrawal.decide',
    response: Type.Object({ batches: Type.Array(PayoutBatch) }),
  },
  'GET /api/console/withdrawals/batches/:id': {
    summary: 'One bank file with its rows',
    auth: 'operator',
    permission: 'withdrawal.decide',
    params: NumberId,
    response: Type.Object({
      ...PayoutBatch.properties,
      rows: Type.Array(BatchRow),
      results: Type.Array(
        Type.Object({ fileName: Type.String(), operatorName: Type.String(), uploadedAt: Time }),
      ),
      waits: Type.Array(Type.Object({ kind: Type.String(), operatorName: Type.String() }), {
        description: 'requests about this file that wait for a second operator',
      }),
    }),
    errors: ['NO_DATA'],
  },
  'POST /api/console/withdrawals/batches/:id/export': {
    summary:
      'Downloads the same bank file again, byte for byte, while no row of it has an answer and no request about it waits; recorded in the audit log',
    auth: 'operator',
    permission: 'withdrawal.decide',
    asksCodeAgain: true,
    params: NumberId,
    response: BatchFile,
    errors: [
      'NO_DATA',
      'ALREADY_DECIDED',
      'PAYOUT_FILE_ANSWERED',
      'PAYOUT_FILE_HELD',
      'APPROVAL_WAITING',
      'PAYOUT_OWN_DEPOSIT',
    ],
    mutates: true,
  },
  'POST /api/console/withdrawals/batches/:id/takeBack': {
    summary:
      'Cancels a file that the bank has not received: two operators confirm it, then the rows without an answer wait in the queue again',
    auth: 'operator',
    permission: 'withdrawal.decide',
    asksCodeAgain: true,
    params: NumberId,
    body: Type.Object({ reason: Reason }),
    response: DoneOrWaits,
    errors: ['NO_DATA', 'ALREADY_DECIDED', 'APPROVAL_WAITING'],
    mutates: true,
  },
  'POST /api/console/withdrawals/batches/:id/allPaid': {
    summary:
      'Closes a file without the bank’s answer: every open row is booked as paid, on the word of one operator up to a limit, of two above it',
    auth: 'operator',
    permission: 'withdrawal.decide',
    asksCodeAgain: true,
    params: NumberId,
    body: Type.Object({ reason: Reason }),
    response: DoneOrWaits,
    errors: ['NO_DATA', 'ALREADY_DECIDED', 'APPROVAL_WAITING', 'PAYOUT_OWN_DEPOSIT'],
    mutates: true,
  },
  'POST /api/console/withdrawals/batches/:id/rows/:line/toQueue': {
    summary: 'Hands one row without an answer to a person in the queue, who asks the bank about it',
    auth: 'operator',
    permission: 'withdrawal.decide',
    asksCodeAgain: true,
    params: Type.Object({ ...NumberId.properties, line: Type.String({ pattern: '^[0-9]{1,6}$' }) }),
    body: Type.Object({ reason: Reason }),
    response: Done,
    errors: ['NO_DATA', 'ALREADY_DECIDED'],
    mutates: true,
  },
  'POST /api/console/withdrawals/batches/:id/result/preview': {
    summary: 'Reads the bank’s answer to a file and shows what it would do; changes nothing',
    auth: 'operator',
    permission: 'withdrawal.decide',
    params: NumberId,
    files: ['file'],
    response: Type.Object({
      lines: Type.Integer(),
      counts: ResultCounts,
      beyond: Type.Integer({
        description: 'of the paid rows those above this operator’s limits: a second operator confirms them',
      }),
      silent: Type.Integer({ description: 'open rows that the bank’s file does not mention; they stay' }),
      isMapped: Type.Boolean({
        description: 'false when the file does not tell which column is the status: then nothing was read',
      }),
      sample: Type.Array(Type.Array(Type.String()), { description: 'the first lines, from the header on' }),
      mapping: ResultMapping,
      shown: Type.Array(
        Type.Object({
          line: Type.Integer(),
          kind: Kind,
          row: Type.Union([Type.Integer(), Type.Null()]),
          memberName: Type.Union([Type.String(), Type.Null()]),
          reference: Type.String(),
          account: Type.String(),
          amount: Type.Union([Amount, Type.Null()]),
          ours: Type.Union([Amount, Type.Null()]),
          words: Type.String(),
        }),
        { description: 'every line that is not simply paid or answered before, at most 500' },
      ),
    }),
    errors: RESULT_ERRORS,
  },
  'POST /api/console/withdrawals/batches/:id/result': {
    summary:
      'Applies the bank’s answer: paid rows are booked within the operator’s limits and wait for a second one above them, refused ones return to the queue, differing ones go to a person, contradictions of earlier answers are recorded, the rest stays. The same file again changes nothing; call again while lines are left. APPROVAL_WAITING: what is left waits until the file’s request is decided, which does not contain it',
    auth: 'operator',
    permission: 'withdrawal.decide',
    asksCodeAgain: true,
    params: NumberId,
    files: ['file'],
    response: Type.Object({
      counts: ResultCounts,
      applied: countsOf(RESULT_EFFECTS),
      silent: Type.Integer(),
      left: Type.Integer({
        description:
          'rows that this call had no time for, or that are above the limits and not in the request that waits',
      }),
      waits: DoneOrWaits.properties.waits,
    }),
    errors: [...RESULT_ERRORS, 'APPROVAL_WAITING'],
    mutates: true,
  },
});
