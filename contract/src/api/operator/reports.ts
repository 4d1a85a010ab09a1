import { family, Type } from '../../endpoint.ts';
import { PROMISED, type Promised } from '../../queues.ts';
import { Baht, Code, orNull, Time } from '../common.ts';
import { NumberId, Reason } from './common.ts';
import { FigurePage, FigurePageAsked } from './figurePage.ts';
import { Queue } from './queues.ts';
import { Day, Period } from './reportPeriod.ts';
import { Waits } from './waits.ts';

/** Number and total amount. */
const Sum = Type.Object({ count: Type.Integer(), amount: Baht });

const Figures = Type.Object({
  deposits: Sum,
  withdrawals: Sum,
  net: Baht,
  activeMembers: Type.Integer({ description: 'members with any movement of money except adjustments' }),
  newMembers: Type.Integer(),
  firstDeposits: Sum,
  bonus: Baht,
  cashback: Baht,
  invite: Baht,
  wheel: Baht,
  coupon: Baht,
  cost: Baht,
  adjustments: Baht,
});

const Series = Type.Object({
  start: Type.String({ description: 'YYYY-MM-DD, or HH:00 for a single day' }),
  deposits: Baht,
  withdrawals: Baht,
  net: Baht,
  cost: Baht,
});

const ProviderResult = Type.Object({
  code: Type.String(),
  name: Type.String(),
  players: Type.Integer(),
  stake: Baht,
  win: Baht,
  result: Type.Number({ description: 'baht: stakes minus wins, which is the gain of the house' }),
  isFinal: Type.Boolean({ description: 'false while a day of the period is not closed' }),
  transferredIn: Baht,
  transferredOut: Baht,
});

const Wait = Type.Object({
  count: Type.Integer(),
  medianSeconds: Type.Union([Type.Integer(), Type.Null()]),
  p90Seconds: Type.Union([Type.Integer(), Type.Null()]),
});

/** A line of the house's sheet: money of one place or kind, which stands on no other line. */
const HouseLine = Type.Object({
  id: Type.String(),
  kind: Type.String({
    description:
      'as the ledger calls it; `unbooked`: deposits and payouts in no own account’s book; `suspense`: arrived, and nobody’s yet',
  }),
  label: orNull(Type.String(), 'the own account, gateway or game as operators named it'),
  balance: Type.Number({ description: 'now; what we have, what we owe, or what is the house’s' }),
  moved: orNull(Type.Number(), 'by what the period made it larger; null where only opening it tells'),
  postings: orNull(Type.Integer(), 'of the period'),
});

const LineCurrency = Type.Union([Type.Literal('THB'), Type.Literal('LAK')]);

/** Earnings and costs of the site, balances of its accounts, and the state of the ledger. */
export const reportCalls = family({
  'POST /api/console/reports/summary': {
    summary: 'The figures of a period of at most 366 days in Bangkok, and those of the previous period',
    auth: 'operator',
    permission: 'report.read',
    body: Period,
    response: Type.Object({
      figures: Figures,
      before: Figures,
      beforeFrom: Day,
      beforeTo: Day,
      isUntilNow: Type.Boolean({
        description:
          'true while the period is not over; the previous one is then counted up to the same moment',
      }),
      series: Type.Array(Series),
      providers: Type.Array(ProviderResult),
      queues: Type.Array(
        Type.Object({
          queue: Queue,
          all: Wait,
          byPeople: Wait,
        }),
      ),
      promises: Type.Array(
        Type.Object({
          queue: Type.Unsafe<Promised>({ enum: [...PROMISED] }),
          days: Type.Array(Type.Object({ day: Day, kept: Type.Integer(), broken: Type.Integer() })),
        }),
        {
          description:
            'what was promised and kept, by the day in Bangkok on which a wait began; only queues that ever had a promise',
        },
      ),
    }),
  },
  'POST /api/console/reports/accounts': {
    summary:
      'Where the money is, each of it once: what we have, what we owe members (free, held, in transfer, in games), and what is the house’s own. The first is the sum of the others',
    auth: 'operator',
    permission: 'report.read',
    body: Period,
    response: Type.Object({
      currencies: Type.Array(
        Type.Object({
          currency: Type.String(),
          sections: Type.Array(
            Type.Object({
              section: Type.Union([Type.Literal('ASSETS'), Type.Literal('MEMBERS'), Type.Literal('OWN')]),
              sum: Type.Number(),
              lines: Type.Array(HouseLine),
            }),
          ),
        }),
      ),
      isBalanced: Type.Boolean(),
    }),
  },
  'POST /api/console/reports/accounts/rows': {
    summary:
      'The postings of a period behind such a line, oldest first; for `held` the open holds, for `won:…` the days of play',
    auth: 'operator',
    permission: 'report.read',
    body: Type.Object({
      line: Type.String({ pattern: '^[a-z_]{1,20}(:[A-Za-z0-9]{1,40})?$' }),
      currency: LineCurrency,
      ...Period.properties,
      ...FigurePageAsked,
    }),
    response: FigurePage,
    errors: ['NO_DATA'],
  },
  'GET /api/console/reports/ledger': {
    summary: 'The newest root over the ledger’s accounts, and the postings that are not sealed yet',
    auth: 'operator',
    permission: 'report.read',
    response: Type.Object({
      seal: Type.Union([Type.Object({ number: Type.String(), hash: Type.String(), at: Time }), Type.Null()]),
      unsealed: Type.Integer(),
    }),
  },
  'POST /api/console/reports/ledger/check': {
    summary: 'Replays the accounts of the newest postings, at most 20,000 postings, and sums all balances',
    auth: 'operator',
    permission: 'report.read',
    response: Type.Object({
      postings: Type.Integer(),
      since: Type.Union([Time, Type.Null()]),
      findings: Type.Array(Type.String()),
    }),
  },
  'POST /api/console/reports/providers/:code/ask': {
    summary: 'Asks a provider about our transfers of a day, at most 500, and about the day’s play',
    auth: 'operator',
    permission: 'report.read',
    params: Type.Object({ code: Code }),
    body: Type.Object({ day: Day }),
    response: Type.Object({
      transfers: Type.Integer({ description: 'our record of the day' }),
      asked: Type.Integer(),
      agreed: Type.Integer(),
      unanswered: Type.Integer(),
      differences: Type.Array(
        Type.Object({
          id: Type.String(),
          memberId: Type.String(),
          direction: Type.String(),
          amount: Baht,
          ours: Type.String(),
          theirs: Type.String(),
          theirAmount: Type.Union([Baht, Type.Null()]),
        }),
      ),
      play: Type.Union([
        Type.Object({
          ours: Type.Object({ players: Type.Integer(), stake: Baht, win: Baht }),
          theirs: Type.Object({ players: Type.Integer(), stake: Baht, win: Baht }),
        }),
        Type.Null(),
      ]),
    }),
    errors: ['NO_DATA'],
  },
  'GET /api/console/reports/days': {
    summary:
      'Days of play whose house has told no figures, at most 100; their members get no refund and no invite share of them',
    auth: 'operator',
    permission: 'report.read',
    response: Type.Object({
      days: Type.Array(
        Type.Object({
          id: Type.String(),
          title: Type.String({ description: 'of the game' }),
          day: Day,
          house: Type.Union([Type.String(), Type.Null()], {
            description: 'the connection; null for the sandbox’s own and one that was removed',
          }),
          isRemoved: Type.Boolean({ description: 'true: the connection was removed' }),
          reason: Type.String(),
          members: Type.Integer({ description: 'members who could play that day' }),
          waits: Type.Union([Waits, Type.Null()]),
        }),
      ),
    }),
  },
  'GET /api/console/reports/rounds': {
    summary:
      'Rounds of seamless games that are open for too long, and what a maker sent that contradicts our books; the oldest first, at most 100 of each',
    auth: 'operator',
    permission: 'report.read',
    response: Type.Object({
      items: Type.Array(
        Type.Object({
          id: Type.String({ description: 'the maker is asked about it; `round-7` or `conflict-7`' }),
          reason: Type.Union([
            Type.Literal('OPEN'),
            Type.Literal('OTHER_CONTENT'),
            Type.Literal('CANCELLED_BET'),
            Type.Literal('WIN_IS_SPENT'),
          ]),
          title: Type.String({ description: 'of the game' }),
          house: Type.Union([Type.String(), Type.Null()], { description: 'the connection' }),
          memberId: Type.String(),
          reference: Type.String({ description: 'what the maker calls it' }),
          amount: Type.Number({ description: 'baht staked in the round, or what the maker wanted' }),
          since: Time,
          times: Type.Integer({ description: 'how often the maker sent it' }),
          maker: Type.Union([
            Type.Null(),
            Type.Object(
              {
                outcome: Type.Union([Type.Literal('TOLD'), Type.Literal('UNKNOWN'), Type.Literal('NEVER')], {
                  description: '`UNKNOWN`: no answer yet; `NEVER`: the maker takes no such questions',
                }),
                askedAt: Type.Union([Time, Type.Null()]),
                known: Type.Integer({ description: 'bets, wins and cancellations that it has of the round' }),
                staked: Type.Number({ description: 'baht of bets that stand there' }),
                won: Type.Number({ description: 'baht of wins that stand there' }),
                missing: Type.Integer({ description: 'how many of them are not booked here' }),
              },
              { description: 'what the maker said when it was asked' },
            ),
          ]),
        }),
      ),
    }),
  },
  'POST /api/console/reports/rounds/:id/settle': {
    summary:
      'Notes what the maker said of such a round or contradiction. It moves no money: the maker sends that, or an adjustment does',
    auth: 'operator',
    permission: 'transfer.decide',
    mutates: true,
    params: Type.Object({ id: Type.String({ pattern: '^(round|conflict)-[0-9]{1,18}$' }) }),
    body: Type.Object({ reason: Reason }),
    response: Type.Object({ code: Type.Literal('OK') }),
    errors: ['NO_DATA'],
  },
  'POST /api/console/reports/days/:id/close': {
    summary:
      'Closes a day of play without its house’s figures: what is stored counts. It needs two operators',
    auth: 'operator',
    permission: 'transfer.decide',
    asksCodeAgain: true,
    mutates: true,
    params: NumberId,
    body: Type.Object({ reason: Reason }),
    response: Type.Object({ waits: Type.Union([Waits, Type.Null()]) }),
    errors: ['NO_DATA', 'APPROVAL_WAITING', 'CHANGED_MEANWHILE'],
  },
});
