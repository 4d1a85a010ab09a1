import { family, Type } from '../../endpoint.ts';
import { Baht, Done, RequestedBaht, Time } from '../common.ts';

/** What a limit counts: baht of deposits, of losses, of stakes; bets; minutes of play. */
export const LIMIT_KINDS = ['deposit', 'loss', 'stake', 'bets', 'time'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** In what a limit is set and shown. */
export const LIMIT_UNITS = {
  deposit: 'baht',
  loss: 'baht',
  stake: 'baht',
  bets: 'bets',
  time: 'minutes',
} as const satisfies Record<LimitKind, string>;
/** More bets than anybody places in a month. */
export const BETS_MOST = 1_000_000;

/** Rolling: the last 24 hours, 7 days, one month. */
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

export const LimitKindName = Type.Unsafe<LimitKind>({ enum: [...LIMIT_KINDS] });
export const LimitPeriodName = Type.Unsafe<LimitPeriod>({ enum: [...LIMIT_PERIODS] });
const OrNone = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const Which = Type.Object({ kind: LimitKindName, period: LimitPeriodName });

const Limit = Type.Object({
  kind: LimitKindName,
  period: LimitPeriodName,
  most: OrNone(Type.Number({ description: 'baht, bets or minutes; null: no limit' })),
  used: Type.Number({ description: 'in the period that ends now: baht, bets or minutes' }),
  opensAt: OrNone(Time),
  next: OrNone(
    Type.Object({
      most: OrNone(Type.Number()),
      from: Time,
      isReady: Type.Boolean({
        description: 'the cooling-off has ended: the second yes brings it into force',
      }),
    }),
  ),
});

/** A member's limits, what is used of them, and what waits. */
export const LimitsView = Type.Object({
  limits: Type.Array(Limit, { description: 'every kind and period that the site has' }),
  depositRoom: OrNone(Baht),
  coolingHours: Type.Integer(),
});

const Money = {
  deposited: Baht,
  withdrawn: Baht,
  adjusted: Type.Number({ description: 'baht that operators added, minus what they took' }),
};

const Month = Type.Object({
  month: Type.String({ description: 'YYYY-MM' }),
  ...Money,
  staked: Baht,
  won: Baht,
});

/** A member's own limits and figures (protection.md 1 to 9, 23). */
export const limitCalls = family({
  'GET /api/protection/limits': {
    summary: "The member's limits, what is used of them, and what still waits",
    auth: 'member',
    openToExcluded: true,
    response: LimitsView,
  },
  'PUT /api/protection/limits/:kind/:period': {
    summary:
      'Sets a limit: a stricter one holds at once, a looser one or none waits for the cooling-off and a second yes',
    auth: 'member',
    openToExcluded: true,
    params: Which,
    body: Type.Object({ most: OrNone(RequestedBaht) }),
    response: LimitsView,
    errors: ['LIMIT_UNKNOWN'],
  },
  'POST /api/protection/limits/:kind/:period/confirm': {
    summary: 'The second yes: brings a looser limit into force after its cooling-off',
    auth: 'member',
    params: Which,
    response: LimitsView,
    errors: ['LIMIT_UNKNOWN', 'LIMIT_COOLING_OFF'],
  },
  'DELETE /api/protection/limits/:kind/:period/next': {
    summary: 'Takes a looser limit back that has not come into force',
    auth: 'member',
    openToExcluded: true,
    params: Which,
    response: LimitsView,
  },
  'GET /api/protection/activity': {
    summary: 'Net deposits since the account was opened, and the months of a year',
    auth: 'member',
    openToExcluded: true,
    response: Type.Object({
      since: Time,
      ...Money,
      months: Type.Array(Month, { description: 'the newest first, twelve' }),
    }),
  },
  'POST /api/protection/offer': {
    summary: 'Answers the offer of a limit: the member has set one, or does without and has confirmed it',
    auth: 'member',
    body: Type.Object({ answer: Type.Union([Type.Literal('set'), Type.Literal('without')]) }),
    response: Done,
  },
});
