import { family, Type } from '../../endpoint.ts';
import { Baht, Done, Text, Time } from '../common.ts';
import { Claim, MemberFacts, MemberName, NumberId, QueueQuery, queuePage, Reason, UuidId } from './common.ts';

const Money = Type.Object({ available: Baht, held: Baht, inTransfer: Baht, inGames: Baht });

const Note = Type.Object({
  id: Type.String(),
  operatorName: Type.String(),
  text: Type.String(),
  createdAt: Time,
});

const ReasonCode = Type.Union([
  Type.Literal('MISSING_DEPOSIT'),
  Type.Literal('GOODWILL'),
  Type.Literal('OPERATOR_ERROR'),
  Type.Literal('PROVIDER_CORRECTION'),
  Type.Literal('FRAUD'),
  Type.Literal('OTHER'),
]);

const Adjustment = Type.Object({
  id: Type.String(),
  member: MemberName,
  amount: Baht,
  reasonCode: ReasonCode,
  reason: Type.String(),
  state: Type.Union([Type.Literal('PENDING'), Type.Literal('APPLIED'), Type.Literal('REJECTED')]),
  requestedBy: Type.Object({ id: Type.String(), name: Type.String() }),
  decidedBy: Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()]),
  createdAt: Time,
});

const Posting = Type.Object({
  id: Type.String(),
  at: Time,
  code: Type.String(),
  phase: Type.String(),
  amount: Baht,
  direction: Type.Union([Type.Literal('in'), Type.Literal('out')]),
  account: Type.String({ description: 'kind of the account on the other side, with its label' }),
  actor: Type.String(),
  cause: Type.String(),
  balanceAfter: Type.Union([Baht, Type.Null()]),
});

const Page = { before: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$' })) };

/** Members as operators see them: who they are, what they hold and did, and what may be done about it. */
export const operatorMemberCalls = family({
  'POST /api/console/members/search': {
    summary: 'Members by telephone, name, id, bank account or the reference of a transaction',
    auth: 'operator',
    permission: 'member.read',
    body: Type.Object({ text: Text(80) }),
    response: Type.Object({
      members: Type.Array(
        Type.Object({
          ...MemberFacts.properties,
          because: Type.Union([
            Type.Literal('id'),
            Type.Literal('phone'),
            Type.Literal('name'),
            Type.Literal('account'),
            Type.Literal('reference'),
          ]),
        }),
      ),
    }),
  },
  'GET /api/console/members/:id': {
    summary: 'One member: money, game accounts, sessions, bonuses, invites, notes and tags',
    auth: 'operator',
    permission: 'member.read',
    params: NumberId,
    response: Type.Object({
      member: MemberFacts,
      coin: Type.Integer(),
      invitedBy: Type.Union([MemberName, Type.Null()]),
      invitees: Type.Integer(),
      money: Money,
      games: Type.Array(
        Type.Object({
          provider: Type.String(),
          username: Type.String(),
          amount: Baht,
          toldAt: Type.Union([Time, Type.Null()]),
        }),
      ),
      totals: Type.Object({
        deposits: Baht,
        withdrawals: Baht,
        stake: Baht,
        win: Baht,
      }),
      sessions: Type.Array(
        Type.Object({
          id: Type.String(),
          device: Type.String(),
          address: Type.String(),
          createdAt: Time,
          lastSeenAt: Time,
        }),
      ),
      bonuses: Type.Array(
        Type.Object({
          id: Type.String(),
          source: Type.String(),
          name: Type.String(),
          state: Type.String(),
          deposit: Baht,
          bonus: Baht,
          createdAt: Time,
        }),
      ),
      tags: Type.Array(Type.String()),
      notes: Type.Array(Note),
      adjustments: Type.Array(Adjustment),
      chatRoomId: Type.Union([Type.String(), Type.Null()], { description: 'the member’s conversation' }),
      adjustmentLimit: Type.Number({ description: 'baht; a larger correction needs a second operator' }),
    }),
    errors: ['NO_USER'],
  },
  'POST /api/console/members/:id/postings': {
    summary: 'The ledger of the member’s wallet, newest first',
    auth: 'operator',
    permission: 'member.read',
    params: NumberId,
    body: Type.Object(Page),
    response: Type.Object({ postings: Type.Array(Posting), hasMore: Type.Boolean() }),
  },
  'POST /api/console/members/:id/statement': {
    summary: 'The statement as the member sees it, newest first',
    auth: 'operator',
    permission: 'member.read',
    params: NumberId,
    body: Type.Object(Page),
    response: Type.Object({
      entries: Type.Array(
        Type.Object({
          id: Type.String(),
          at: Time,
          type: Type.String(),
          status: Type.String(),
          from: Type.String(),
          to: Type.String(),
          amount: Baht,
          cause: Type.String(),
        }),
      ),
      hasMore: Type.Boolean(),
    }),
  },
  'POST /api/console/members/:id/slips': {
    summary: 'The member’s slips, newest first, their pictures by signed links for five minutes',
    auth: 'operator',
    permission: 'member.read',
    params: NumberId,
    body: Type.Object(Page),
    response: Type.Object({
      slips: Type.Array(
        Type.Object({
          id: Type.String(),
          reference: Type.String(),
          picture: Type.String(),
          status: Type.String(),
          note: Type.Union([Type.String(), Type.Null()]),
          isWaiting: Type.Boolean({ description: 'for an operator' }),
          amount: Type.Union([Baht, Type.Null()]),
          transRef: Type.Union([Type.String(), Type.Null()]),
          uploadedAt: Time,
        }),
      ),
      hasMore: Type.Boolean(),
    }),
  },
  'POST /api/console/members/:id/payments': {
    summary: 'QRs and gateway payments that the member opened, newest first, and what became of them',
    auth: 'operator',
    permission: 'member.read',
    params: NumberId,
    body: Type.Object({ before: Type.Optional(Time) }),
    response: Type.Object({
      payments: Type.Array(
        Type.Object({
          id: Type.String(),
          kind: Type.Union([Type.Literal('qr'), Type.Literal('gateway')]),
          channel: Type.String({ description: 'bank or gateway' }),
          amount: Baht,
          status: Type.String(),
          at: Time,
        }),
      ),
      hasMore: Type.Boolean(),
    }),
  },
  'POST /api/console/members/:id/invitees': {
    summary: 'Whom the member has invited, newest first',
    auth: 'operator',
    permission: 'member.read',
    params: NumberId,
    body: Type.Object(Page),
    response: Type.Object({
      invitees: Type.Array(
        Type.Object({
          ...MemberName.properties,
          status: Type.String(),
          createdAt: Time,
          deposits: Baht,
        }),
      ),
      hasMore: Type.Boolean(),
    }),
  },
  'POST /api/console/members/:id/notes': {
    summary: 'Adds an internal note',
    auth: 'operator',
    permission: 'member.note',
    params: NumberId,
    body: Type.Object({ text: Text(1000) }),
    response: Done,
    errors: ['NO_USER'],
    mutates: true,
  },
  'PUT /api/console/members/:id/tags': {
    summary: 'Sets the tags',
    auth: 'operator',
    permission: 'member.note',
    params: NumberId,
    body: Type.Object({ tags: Type.Array(Text(40), { maxItems: 20, uniqueItems: true }) }),
    response: Done,
    errors: ['NO_USER'],
    mutates: true,
  },
  'POST /api/console/members/:id/suspend': {
    summary: 'Suspends the member and ends the sessions',
    auth: 'operator',
    permission: 'member.suspend',
    params: NumberId,
    body: Type.Object({ reason: Reason }),
    response: Done,
    errors: ['NO_USER', 'ALREADY_DECIDED'],
    mutates: true,
  },
  'POST /api/console/members/:id/restore': {
    summary: 'Ends a suspension',
    auth: 'operator',
    permission: 'member.suspend',
    params: NumberId,
    body: Type.Object({ reason: Reason }),
    response: Done,
    errors: ['NO_USER', 'ALREADY_DECIDED'],
    mutates: true,
  },
  'POST /api/console/members/:id/end-sessions': {
    summary: 'Ends all sessions of the member',
    auth: 'operator',
    permission: 'member.sessions',
    params: NumberId,
    body: Type.Object({ reason: Reason }),
    response: Done,
    errors: ['NO_USER'],
    mutates: true,
  },
  'POST /api/console/members/:id/reset-password': {
    summary:
      'Makes the password invalid and ends the sessions: the member sets a new one by a code to the telephone',
    auth: 'operator',
    permission: 'member.sessions',
    params: NumberId,
    body: Type.Object({ reason: Reason }),
    response: Done,
    errors: ['NO_USER'],
    mutates: true,
  },
  'POST /api/console/members/:id/adjust': {
    summary:
      'Corrects the wallet by a posting: at once up to the limit, above it after a second operator’s approval',
    auth: 'operator',
    permission: 'balance.adjust',
    params: NumberId,
    body: Type.Object({
      amount: Type.Number({ minimum: -100_000_000, maximum: 100_000_000 }),
      reasonCode: ReasonCode,
      reason: Reason,
    }),
    response: Adjustment,
    errors: ['NO_USER', 'INVALID_AMOUNT', 'MONEY_NOT_ENOUGH', 'IDEMPOTENCY_MISMATCH'],
    mutates: true,
    idempotent: true,
  },
  'GET /api/console/adjustments': {
    summary: 'Adjustments that wait for a second operator',
    auth: 'operator',
    permission: 'balance.adjust',
    query: QueueQuery,
    response: queuePage(Type.Object({ ...Adjustment.properties, claim: Claim })),
  },
  'POST /api/console/adjustments/:id/approve': {
    summary: 'Applies an adjustment that somebody else has asked for',
    auth: 'operator',
    permission: 'balance.adjust',
    params: UuidId,
    body: Type.Object({ reason: Reason }),
    response: Adjustment,
    errors: ['NO_DATA', 'ALREADY_DECIDED', 'FOUR_EYES', 'MONEY_NOT_ENOUGH', 'QUEUE_NOT_TAKEN'],
    mutates: true,
  },
  'POST /api/console/adjustments/:id/reject': {
    summary: 'Refuses an adjustment, or takes back the own one',
    auth: 'operator',
    permission: 'balance.adjust',
    params: UuidId,
    body: Type.Object({ reason: Reason }),
    response: Adjustment,
    errors: ['NO_DATA', 'ALREADY_DECIDED', 'QUEUE_NOT_TAKEN'],
    mutates: true,
  },
});
