import { family, Type } from '../../endpoint.ts';
import { AMOUNT_CEILING_BAHT } from '../../limits.ts';
import { SHIFT_ACTIONS, type ShiftAction } from '../../shifts.ts';
import { Done, orNull, Text, Time } from '../common.ts';
import { MemberName, NumberId, Reason } from './common.ts';
import { Period } from './reportPeriod.ts';

const Id = NumberId.properties.id;
/** In the account's own currency. */
const Money = Type.Number({ description: 'baht or kip, in the currency of the account' });

const Account = Type.Object({
  id: Type.String(),
  label: Type.String(),
  currency: Type.Union([Type.Literal('THB'), Type.Literal('LAK')]),
});

/** What the operator read at the bank, or counted. */
const Counts = Type.Array(
  Type.Object({
    accountId: Id,
    counted: Type.Number({ minimum: -AMOUNT_CEILING_BAHT * 1_000, maximum: AMOUNT_CEILING_BAHT * 1_000 }),
  }),
  { maxItems: 100, description: 'the accounts that the operator holds, in their own currencies' },
);

const Counted = orNull(
  Type.Object({
    counted: Money,
    booked: orNull(
      Type.Number({ description: 'by our books at that moment; null if they have no opening balance' }),
    ),
    difference: orNull(Type.Number({ description: 'counted minus booked' })),
  }),
);

const Shift = Type.Object({
  id: Type.String(),
  operator: Type.Object({ id: Type.String(), name: Type.String() }),
  openedAt: Time,
  closedAt: orNull(Time),
  isOverdue: Type.Boolean(),
  closedBy: orNull(Type.String({ description: 'who closed a forgotten shift' })),
  closedBecause: orNull(Type.String()),
  note: orNull(Type.String({ description: 'for whoever comes next' })),
  decisions: Type.Integer({ description: 'all that the report counts' }),
  credited: Type.Number({
    description: 'baht that went to members on the operator’s decision, without adjustments',
  }),
  paid: Type.Number({ description: 'baht of withdrawals that the operator paid' }),
  differs: Type.Boolean({ description: 'a counted balance is not the one of our books' }),
});

const Action = Type.Unsafe<ShiftAction>({ type: 'string', enum: [...SHIFT_ACTIONS] });

const Report = Type.Object({
  shift: Shift,
  figures: Type.Array(
    Type.Object({
      action: Action,
      count: Type.Integer(),
      amount: Type.Number({ description: 'baht that they were about, without what is taken' }),
      taken: Type.Number({ description: 'baht that adjustments took from members' }),
    }),
  ),
  accounts: Type.Array(
    Type.Object({
      account: Account,
      in: Money,
      out: Money,
      opening: Counted,
      closing: Counted,
    }),
  ),
});

const Before = Type.Optional(
  Type.String({ pattern: '^[0-9]{1,18}$', description: 'id of the last row of the previous page' }),
);
const Listed = {
  ...Period.properties,
  operatorId: Type.Optional(Id),
};

/** The shifts of operators: what they decided in a time, and what they counted. */
export const shiftCalls = family({
  'GET /api/console/shifts/mine': {
    summary:
      'The caller’s open shift, the accounts that can be counted, and the note of the shift closed last',
    auth: 'operator',
    permission: 'shift.work',
    response: Type.Object({
      open: orNull(Report),
      accounts: Type.Array(Account),
      handOver: orNull(Type.Object({ operatorName: Type.String(), at: Time, note: Type.String() })),
    }),
  },
  'POST /api/console/shifts/open': {
    summary: 'Opens the caller’s shift with the balances that they counted',
    auth: 'operator',
    permission: 'shift.work',
    body: Type.Object({ counts: Counts }),
    response: Type.Object({ id: Type.String() }),
    errors: ['SHIFT_OPEN', 'SHIFT_COUNTS', 'INVALID_AMOUNT', 'NO_DATA'],
    mutates: true,
  },
  'POST /api/console/shifts/close': {
    summary: 'Closes the caller’s shift: every account counted at its beginning is counted again',
    auth: 'operator',
    permission: 'shift.work',
    body: Type.Object({ counts: Counts, note: Type.Optional(Text(500)) }),
    response: Type.Object({ id: Type.String() }),
    errors: ['SHIFT_CLOSED', 'SHIFT_COUNTS', 'INVALID_AMOUNT', 'NO_DATA'],
    mutates: true,
  },
  'POST /api/console/shifts/list': {
    summary:
      'Shifts opened in a period, newest first, 50 per page: of everybody for `shift.manage`, for others their own',
    auth: 'operator',
    permission: 'shift.work',
    body: Type.Object({ ...Listed, before: Before }),
    response: Type.Object({
      shifts: Type.Array(Shift),
      hasMore: Type.Boolean(),
      operators: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
        description: 'who had shifts, for the filter',
      }),
    }),
  },
  'POST /api/console/shifts/list/file': {
    summary: 'All of these shifts as a CSV file, newest first; the audit log has a line',
    auth: 'operator',
    permission: 'shift.manage',
    body: Type.Object(Listed),
    response: Type.Object({ content: Type.String() }),
    mutates: true,
  },
  'GET /api/console/shifts/:id': {
    summary: 'The report of a shift: own, or with `shift.manage` of anybody',
    auth: 'operator',
    permission: 'shift.work',
    params: NumberId,
    response: Report,
    errors: ['NO_DATA'],
  },
  'POST /api/console/shifts/:id/decisions': {
    summary: 'What was decided in a shift, newest first, 100 per page',
    auth: 'operator',
    permission: 'shift.work',
    params: NumberId,
    body: Type.Object({ before: Before }),
    response: Type.Object({
      decisions: Type.Array(
        Type.Object({
          id: Type.String({ description: 'of the line in the audit log' }),
          at: Time,
          action: Action,
          subject: Type.String(),
          member: orNull(MemberName),
          amount: orNull(Type.Number({ description: 'baht; below zero: taken from the member' })),
          reason: orNull(Type.String()),
        }),
      ),
      hasMore: Type.Boolean(),
    }),
    errors: ['NO_DATA'],
  },
  'POST /api/console/shifts/:id/file': {
    summary: 'All decisions of a shift as a CSV file, newest first; the audit log has a line',
    auth: 'operator',
    permission: 'shift.work',
    params: NumberId,
    response: Type.Object({ content: Type.String() }),
    errors: ['NO_DATA'],
    mutates: true,
  },
  'POST /api/console/shifts/:id/end': {
    summary: 'Closes somebody else’s shift that is overdue, with a reason; its accounts stay uncounted',
    auth: 'operator',
    permission: 'shift.manage',
    params: NumberId,
    body: Type.Object({ reason: Reason }),
    response: Done,
    errors: ['NO_DATA', 'SHIFT_CLOSED', 'SHIFT_RUNNING', 'FOUR_EYES'],
    mutates: true,
  },
});
