import { family, Type } from '../../endpoint.ts';
import { SUM_FIGURES, type SumFigure } from '../../figures.ts';
import { Baht, Time } from '../common.ts';
import { LimitKindName, LimitPeriodName, LimitsView } from '../protection/limits.ts';
import { STORY_ID, Story } from '../story.ts';
import { MemberName, NumberId } from './common.ts';
import { FigurePage, FigurePageAsked } from './figurePage.ts';

const Posting = Type.Object({
  id: Type.String(),
  at: Time,
  code: Type.String(),
  phase: Type.String(),
  amount: Baht,
  direction: Type.Union([Type.Literal('in'), Type.Literal('out')]),
  account: Type.String({
    description: 'kind of the counter account, with its label: of a gateway, its title',
  }),
  actor: Type.String(),
  cause: Type.String(),
  balanceAfter: Type.Union([Baht, Type.Null()]),
});

const Page = { before: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$' })) };

/** One wish for a limit, whether it came into force or not. */
const LimitWish = Type.Object({
  id: Type.String(),
  kind: LimitKindName,
  period: LimitPeriodName,
  most: Type.Union([Type.Number(), Type.Null()], {
    description: 'baht, or minutes of a limit of time; null: no limit',
  }),
  askedAt: Time,
  from: Type.Union([Time, Type.Null()], { description: 'null: it never came into force, or not yet' }),
  until: Type.Union([Time, Type.Null()], { description: 'null: it holds, or waits' }),
});

/** What a member has done so far, page by page. */
export const memberHistoryCalls = family({
  'POST /api/console/members/:id/postings': {
    summary: 'The ledger postings of the member’s wallet, newest first',
    auth: 'operator',
    permission: 'member.read',
    params: NumberId,
    body: Type.Object(Page),
    response: Type.Object({ postings: Type.Array(Posting), hasMore: Type.Boolean() }),
  },
  'POST /api/console/members/:id/figure': {
    summary:
      'The rows behind a figure of the member, oldest first: postings, and days of play. Their sum is the figure, as in the reports',
    auth: 'operator',
    permission: 'member.read',
    params: NumberId,
    body: Type.Object({
      figure: Type.Unsafe<SumFigure>(Type.Union(SUM_FIGURES.map((name) => Type.Literal(name)))),
      ...FigurePageAsked,
    }),
    response: FigurePage,
    errors: ['NO_USER'],
  },
  'POST /api/console/members/:id/moment': {
    summary: 'The member’s account as of any moment, derived from the ledger and the records of the rest',
    auth: 'operator',
    permission: 'member.read',
    params: NumberId,
    body: Type.Object({ at: Time }),
    response: Type.Object({
      at: Time,
      wallet: Type.Number({ description: 'baht, holds included' }),
      held: Baht,
      available: Baht,
      inTransfer: Baht,
      coin: Type.Union([Type.Integer(), Type.Null()], {
        description: 'null: the moment is before coins were recorded',
      }),
      bonuses: Type.Array(
        Type.Object({
          id: Type.String(),
          source: Type.String(),
          name: Type.String(),
          deposit: Baht,
          bonus: Baht,
          since: Time,
        }),
        { description: 'those that were running' },
      ),
      limits: Type.Array(
        Type.Object({
          kind: LimitKindName,
          period: LimitPeriodName,
          most: Type.Number({ description: 'baht, minutes, or bets' }),
        }),
        { description: 'those that the member had set and that held' },
      ),
    }),
    errors: ['NO_USER', 'MOMENT_OUTSIDE', 'MOMENT_ARCHIVED'],
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
          from: Type.String({ description: 'wallet, code of a bank or game, or title of a gateway' }),
          to: Type.String(),
          amount: Baht,
          cause: Type.String(),
        }),
      ),
      hasMore: Type.Boolean(),
    }),
  },
  'GET /api/console/members/:id/limits': {
    summary:
      'The limits that the member has set, what is used of them, and the newest hundred wishes; read-only',
    auth: 'operator',
    permission: 'member.read',
    params: NumberId,
    response: Type.Object({ ...LimitsView.properties, history: Type.Array(LimitWish) }),
    errors: ['NO_USER'],
  },
  'GET /api/console/members/:id/statement/:row': {
    summary:
      'The story of one entry of the member’s statement or of one of their slips, as the member reads it',
    auth: 'operator',
    permission: 'member.read',
    params: Type.Object({ ...NumberId.properties, row: Type.String({ pattern: STORY_ID }) }),
    response: Story,
    errors: ['NO_DATA'],
  },
  'POST /api/console/members/:id/slips': {
    summary:
      'The member’s slips, newest first, with their pictures by signed links that are valid for five minutes',
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
          isWaiting: Type.Boolean({ description: 'true while it waits for an operator' }),
          amount: Type.Union([Baht, Type.Null()]),
          transRef: Type.Union([Type.String(), Type.Null()]),
          uploadedAt: Time,
        }),
      ),
      hasMore: Type.Boolean(),
    }),
  },
  'POST /api/console/members/:id/payments': {
    summary: 'QRs and gateway payments that the member opened, newest first, with their outcome',
    auth: 'operator',
    permission: 'member.read',
    params: NumberId,
    body: Type.Object({ before: Type.Optional(Time) }),
    response: Type.Object({
      payments: Type.Array(
        Type.Object({
          id: Type.String(),
          kind: Type.Union([Type.Literal('qr'), Type.Literal('gateway')]),
          channel: Type.String({ description: 'code of the bank, or title of the gateway' }),
          amount: Baht,
          status: Type.String(),
          at: Time,
        }),
      ),
      hasMore: Type.Boolean(),
    }),
  },
  'POST /api/console/members/:id/invitees': {
    summary: 'The members whom this member has invited, newest first',
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
});
