import { family, Type } from '../../endpoint.ts';
import { IDENTITY_LEVELS, type IdentityLevel } from '../../identity.ts';
import { AMOUNT_CEILING_BAHT } from '../../limits.ts';
import { Day, Text, Time } from '../common.ts';
import { MemberFacts } from './common.ts';

const Bound = Type.Optional(
  Type.Number({
    minimum: -AMOUNT_CEILING_BAHT * 1_000,
    maximum: AMOUNT_CEILING_BAHT * 1_000,
    description: 'baht, included',
  }),
);

const Days = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 3_660,
    description: 'days in Bangkok since the last deposit, included; who never deposited has none',
  }),
);

export const AgeConfirmed = Type.Boolean({
  description: 'at registration, or by a document; a client of the specification alone registers without',
});

/** Which members a list has. */
export const MemberFilter = Type.Object({
  status: Type.Optional(
    Type.Union([Type.Literal('active'), Type.Literal('suspended'), Type.Literal('closed')]),
  ),
  isFrozen: Type.Optional(Type.Boolean()),
  hasBonus: Type.Optional(Type.Boolean({ description: 'a bonus is running' })),
  hasDeposited: Type.Optional(Type.Boolean({ description: 'ever' })),
  isPaused: Type.Optional(Type.Boolean({ description: 'a break or an exclusion holds' })),
  isAgeConfirmed: Type.Optional(AgeConfirmed),
  registeredFrom: Type.Optional(Day),
  registeredTo: Type.Optional(Day),
  seenFrom: Type.Optional(Day),
  seenTo: Type.Optional(Day),
  balanceFrom: Bound,
  balanceTo: Bound,
  netFrom: Bound,
  netTo: Bound,
  level: Type.Optional(
    Type.Unsafe<IdentityLevel>({
      type: 'integer',
      enum: [...IDENTITY_LEVELS],
      description: 'how far it is proved who they are',
    }),
  ),
  depositFrom: Days,
  depositTo: Days,
  tag: Type.Optional(Text(40)),
});
export type MemberFilter = Type.Static<typeof MemberFilter>;

/** Orders of the list, each with an index: by registration, or the last seen first and who was never seen at the end. */
export const MEMBER_ORDERS = ['newest', 'oldest', 'seen'] as const;
export type MemberOrder = (typeof MEMBER_ORDERS)[number];

const Page = {
  order: Type.Optional(
    Type.Unsafe<MemberOrder>({
      type: 'string',
      enum: [...MEMBER_ORDERS],
      description: '`newest` unless it is given',
    }),
  ),
  after: Type.Optional(
    Type.String({
      pattern: '^(?:(?:[0-9]{1,16}|-)\\|)?[0-9]{1,18}$',
      description: '`next` of the page before, in the same order',
    }),
  ),
};
const Next = Type.Union([Type.String(), Type.Null()]);

/** All members, narrowed by what they are and do. */
export const memberListCalls = family({
  'POST /api/console/members/list': {
    summary: 'Members who fit a filter, the newest first or in another order: 50 per page',
    auth: 'operator',
    permission: 'member.read',
    body: Type.Object({ ...MemberFilter.properties, ...Page }),
    response: Type.Object({
      count: Type.Integer({ description: 'at most 10,000 are counted' }),
      isMore: Type.Boolean({ description: 'true when there are more than were counted' }),
      members: Type.Array(
        Type.Object({
          ...MemberFacts.properties,
          seenAt: Type.Union([Time, Type.Null()]),
          balance: Type.Number({ description: 'baht of the wallet that can be spent' }),
          net: Type.Number({ description: 'baht deposited minus baht paid out' }),
          hasBonus: Type.Boolean(),
          isAgeConfirmed: AgeConfirmed,
          tags: Type.Array(Type.String()),
        }),
      ),
      next: Next,
    }),
    errors: ['INVALID_AMOUNT'],
  },
  'POST /api/console/members/list/file': {
    summary:
      'A part of such a list as a CSV file: put the parts together until `next` is null. The audit log has a line for each part',
    auth: 'operator',
    permission: 'report.read',
    body: Type.Object({ ...MemberFilter.properties, ...Page }),
    response: Type.Object({ content: Type.String(), next: Next }),
    errors: ['INVALID_AMOUNT'],
    mutates: true,
  },
});
