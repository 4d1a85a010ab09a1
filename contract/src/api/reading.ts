import { type Endpoint, family, Type } from '../endpoint.ts';
import { Baht, orNull, Status, Time } from './common.ts';
import { MEMBER_EVENT_NAMES, type MemberEventName } from './eventTypes.ts';

const Position = Type.String({ pattern: '^[0-9]{1,18}$' });
const MemberId = Type.String({ pattern: '^[0-9]{1,18}$' });
const Uuid = Type.String();
const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: '100 if not given' }));

/** Lists are read on from the `next` of the answer before. */
const pageOf = <T extends Parameters<typeof Type.Array>[0]>(item: T) =>
  Type.Object({
    items: Type.Array(item),
    next: orNull(Type.String({ description: 'pass it as `after`; null on the last page' })),
  });
const OfMember = Type.Object({ memberId: MemberId, after: Type.Optional(Position), limit });
const OfMemberByUuid = Type.Object({
  memberId: MemberId,
  after: Type.Optional(Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })),
  limit,
});

const Member = Type.Object({
  id: Type.String(),
  state: Type.Union([Type.Literal('active'), Type.Literal('suspended'), Type.Literal('closed')]),
  isFrozen: Type.Boolean(),
  isPaused: Type.Boolean({ description: 'a break or an exclusion holds: nobody advertises to this member' }),
  allowsMarketing: Type.Boolean(),
  invitedBy: orNull(Type.String()),
  sourceCode: orNull(Type.String()),
  registeredAt: Time,
  contact: Type.Optional(
    Type.Object(
      { name: Type.String(), phoneNumber: Type.String() },
      { description: 'only with the scope `members.contact`' },
    ),
  ),
});

const keyed = <const E extends Omit<Endpoint, 'auth'>>(endpoint: E) => ({
  ...endpoint,
  auth: 'key' as const,
});

/** What systems outside read with a key: `Authorization: Bearer krk_…`. No key works for any other call. */
export const readingCalls = family({
  'GET /api/events': keyed({
    summary: 'Events of members after an id, in the order in which webhooks send those of a member',
    scope: 'events.read',
    query: Type.Object({
      after: Type.Optional(Position),
      type: Type.Optional(
        Type.Unsafe<MemberEventName>(Type.Union(MEMBER_EVENT_NAMES.map((name) => Type.Literal(name)))),
      ),
      limit,
    }),
    response: Type.Object({
      events: Type.Array(
        Type.Object({
          id: Type.String(),
          type: Type.String(),
          timestamp: Time,
          data: Type.Record(Type.String(), Type.Unknown()),
        }),
      ),
      newest: Type.String({ description: 'the id of the newest event' }),
    }),
  }),
  'GET /api/read/members': keyed({
    summary: 'Members, in the order of their ids',
    scope: 'members.read',
    query: Type.Object({ after: Type.Optional(MemberId), limit }),
    response: pageOf(Member),
  }),
  'GET /api/read/members/:id': keyed({
    summary: 'One member',
    scope: 'members.read',
    params: Type.Object({ id: MemberId }),
    response: Member,
    errors: ['NO_DATA'],
  }),
  'GET /api/read/members/:id/wallet': keyed({
    summary: 'The balance of a wallet',
    scope: 'wallets.read',
    params: Type.Object({ id: MemberId }),
    response: Type.Object({
      memberId: Type.String(),
      amount: Type.Number({ description: 'baht that the member can spend' }),
      held: Type.Number({ description: 'baht that wait for a payout' }),
      inTransfer: Type.Number({ description: 'baht on the way between wallet and games' }),
    }),
    errors: ['NO_DATA'],
  }),
  'GET /api/read/deposits': keyed({
    summary: 'Deposits of a member, newest first',
    scope: 'deposits.read',
    query: OfMember,
    response: pageOf(
      Type.Object({
        statementId: Type.String(),
        memberId: Type.String(),
        state: Status,
        amount: Baht,
        source: Type.String(),
        createdAt: Time,
      }),
    ),
  }),
  'GET /api/read/withdrawals': keyed({
    summary: 'Withdrawals of a member, newest first',
    scope: 'withdrawals.read',
    query: OfMemberByUuid,
    response: pageOf(
      Type.Object({
        withdrawalId: Uuid,
        memberId: Type.String(),
        state: Status,
        amount: Baht,
        bank: Type.String(),
        accountEnd: Type.String(),
        createdAt: Time,
        settledAt: orNull(Time),
      }),
    ),
  }),
  'GET /api/read/transfers': keyed({
    summary: 'Transfers of a member between wallet and games, newest first',
    scope: 'transfers.read',
    query: OfMemberByUuid,
    response: pageOf(
      Type.Object({
        transferId: Uuid,
        memberId: Type.String(),
        state: Status,
        from: Type.String(),
        to: Type.String(),
        amount: Baht,
        moved: Baht,
        reason: orNull(Type.String()),
        createdAt: Time,
        settledAt: orNull(Time),
      }),
    ),
  }),
  'GET /api/read/bonuses': keyed({
    summary: 'Bonuses of a member, newest first',
    scope: 'bonuses.read',
    query: OfMember,
    response: pageOf(
      Type.Object({
        bonusId: Type.String(),
        memberId: Type.String(),
        state: Type.Union([
          Type.Literal('ACTIVE'),
          Type.Literal('REACHED'),
          Type.Literal('FAILED'),
          Type.Literal('CANCELLED'),
        ]),
        code: orNull(Type.String()),
        source: Type.String(),
        deposit: Baht,
        bonus: Baht,
        removed: Baht,
        startedAt: Time,
        endedAt: orNull(Time),
      }),
    ),
  }),
});
