import { family, Type } from '../endpoint.ts';
import { SLIP_REASONS, type SlipReason } from '../errors.ts';
import { Baht, Day, GrowingPageRequest, Status, Time } from './common.ts';
import { StatementEntry } from './statementEntry.ts';
import { STORY_ID, Story } from './story.ts';

/** STM-04. `note` is the reason of a failed slip. */
export const Slip = Type.Object({
  _id: Type.String(),
  createdAt: Time,
  amount: Type.Union([Baht, Type.Null()]),
  status: Status,
  note: Type.Union([Type.Unsafe<SlipReason>({ enum: [...SLIP_REASONS] }), Type.Null()]),
  link: Type.Union([Type.String(), Type.Null()]),
  reference: Type.String(),
  isRepeat: Type.Optional(
    Type.Boolean({
      description: 'true when another slip of the member shows the same transfer, which is credited once',
    }),
  ),
});

/** Which entries a page shows; beyond the specification. */
export const StatementFilter = Type.Object({
  kinds: Type.Optional(Type.Array(StatementEntry.properties.statementType, { minItems: 1, maxItems: 6 })),
  status: Type.Optional(Status),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'an amount in baht, or a reference: of the entry (T12) or of the bank',
    }),
  ),
});
export type StatementFilter = Type.Static<typeof StatementFilter>;

/** What was booked for the member in a month in Bangkok. */
const MonthSums = Type.Object({
  month: Type.String({ description: 'YYYY-MM' }),
  deposits: Baht,
  bonuses: Type.Number({ description: 'baht given, minus what the ends of bonuses took back' }),
  withdrawals: Type.Number({ description: 'baht paid out' }),
  adjustments: Type.Number({ description: 'baht that operators added, minus what they took' }),
});

export const statementCalls = family({
  'POST /api/statement': {
    summary: "The member's transactions, newest first (STM-01)",
    auth: 'member',
    openToExcluded: true,
    body: Type.Object({
      ...GrowingPageRequest.properties,
      ...StatementFilter.properties,
      withMonths: Type.Optional(Type.Boolean()),
    }),
    response: Type.Object({
      total: Type.Integer(),
      statements: Type.Array(StatementEntry),
      months: Type.Optional(
        Type.Array(MonthSums, {
          description: 'if asked for: the whole months that have an entry on this page, newest first',
        }),
      ),
    }),
  },
  'POST /api/statement/slip': {
    summary: "The member's slips, newest first (STM-04)",
    auth: 'member',
    openToExcluded: true,
    body: GrowingPageRequest,
    response: Type.Object({ total: Type.Integer(), slips: Type.Array(Slip) }),
  },
  'GET /api/statement/story/:id': {
    summary:
      'What has happened to one entry of the member’s statement, or to one of their slips, and what it waits for',
    auth: 'member',
    openToExcluded: true,
    params: Type.Object({ id: Type.String({ pattern: STORY_ID }) }),
    response: Story,
    errors: ['NO_DATA'],
  },
  'POST /api/receipt': {
    summary: 'What the row of a receipt says now: whoever has its code can check it. Amount in baht',
    auth: 'none',
    body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 60 }) }),
    response: Type.Pick(StatementEntry, ['statementType', 'status', 'amount', 'createdAt']),
    errors: ['NO_DATA', 'REQUEST_LIMIT'],
  },
  'GET /api/statement/slip/reference/:reference': {
    summary: 'Creates a signed, expiring address of the slip image (STM-05)',
    auth: 'member',
    openToExcluded: true,
    params: Type.Object({ reference: Type.String({ maxLength: 64 }) }),
    response: Type.Object({ url: Type.String() }),
    errors: ['NO_DATA'],
  },
});
