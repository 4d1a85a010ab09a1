import { family, Type } from '../../endpoint.ts';
import { Done, Text, Time } from '../common.ts';

const OrNone = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Whose decision closed the play: the member's, an operator's, a central register's. */
export const PAUSE_SOURCES = ['member', 'operator', 'register'] as const;
export type PauseSource = (typeof PAUSE_SOURCES)[number];

/** A break ends by itself; after an exclusion a member asks to return. */
export const PAUSE_KINDS = ['break', 'exclusion'] as const;
export type PauseKind = (typeof PAUSE_KINDS)[number];

const OwnPassword = Type.Optional(Text(128));

/** What may be chosen, by the jurisdiction's pack. */
export const PauseChoices = Type.Object({
  breakDays: Type.Array(Type.Integer()),
  breakMonths: Type.Array(Type.Integer()),
  exclusionMonths: Type.Array(Type.Integer()),
  isForEver: Type.Boolean(),
});

const Pause = Type.Object({
  kind: Type.Unsafe<PauseKind>({ enum: [...PAUSE_KINDS] }),
  source: Type.Unsafe<PauseSource>({ enum: [...PAUSE_SOURCES] }),
  from: Time,
  until: OrNone(Time),
  mayAsk: Type.Boolean({ description: 'an exclusion is over: the member may ask to return' }),
  returnsFrom: OrNone(
    Type.String({ format: 'date-time', description: 'asked: the day of thought ends then' }),
  ),
});

/** What waits for the member's answer. */
export const REMINDERS = ['offer', 'review', 'lifetimeDeposits', 'funds'] as const;
export type Reminder = (typeof REMINDERS)[number];

/** Reminders that a member answers by reading them; the offer has a call of its own. */
export const READ_REMINDERS = ['review', 'lifetimeDeposits', 'funds'] as const satisfies readonly Reminder[];
export type ReadReminder = (typeof READ_REMINDERS)[number];

/** Breaks, exclusion, the reality check and reminders (protection.md 9 to 20, 24, 34). */
export const breakCalls = family({
  'GET /api/protection/pause': {
    summary: 'The break or exclusion that holds, what may be chosen, and the reminders that wait',
    auth: 'member',
    openToExcluded: true,
    response: Type.Object({
      pause: OrNone(Pause),
      choices: Type.Object({
        ...PauseChoices.properties,
        realityMinutes: Type.Array(Type.Integer()),
      }),
      realityMinutes: OrNone(
        Type.Integer({ description: 'between two reality checks; null: the site has none' }),
      ),
      reminders: Type.Array(Type.Unsafe<Reminder>({ enum: [...REMINDERS] })),
      lifetimeSum: OrNone(
        Type.Number({ description: 'baht: all deposits, while they wait to be acknowledged' }),
      ),
      lastLogin: OrNone(Time),
    }),
  },
  'POST /api/protection/break': {
    summary:
      'Begins a break: no play and no deposits until it ends; a longer one replaces a shorter one. More than 7 days need the password',
    auth: 'member',
    body: Type.Union([
      Type.Object({ days: Type.Integer({ minimum: 1, maximum: 42 }), password: OwnPassword }),
      Type.Object({ months: Type.Integer({ minimum: 1, maximum: 12 }), password: OwnPassword }),
    ]),
    response: Pause,
    errors: ['PAUSE_UNKNOWN', 'PAUSE_LONGER', 'WRONG_PASSWORD'],
  },
  'POST /api/protection/exclusion': {
    summary: 'Excludes the member: every session ends at once. Needs the password; months null: for ever',
    auth: 'member',
    openToExcluded: true,
    body: Type.Object({ months: OrNone(Type.Integer({ minimum: 6, maximum: 120 })), password: Text(128) }),
    response: Pause,
    errors: ['PAUSE_UNKNOWN', 'PAUSE_LONGER', 'WRONG_PASSWORD'],
  },
  'POST /api/protection/return': {
    summary: 'Asks to return after an exclusion has ended; a day of thought begins',
    auth: 'member',
    openToExcluded: true,
    response: Pause,
    errors: ['PAUSE_HOLDS'],
  },
  'POST /api/protection/return/confirm': {
    summary: 'The positive act that ends an exclusion, after the day of thought',
    auth: 'member',
    openToExcluded: true,
    response: Done,
    errors: ['PAUSE_HOLDS'],
  },
  'PUT /api/protection/realityCheck': {
    summary: 'Chooses the minutes between two reality checks',
    auth: 'member',
    body: Type.Object({ minutes: Type.Integer({ minimum: 1, maximum: 240 }) }),
    response: Done,
    errors: ['PAUSE_UNKNOWN'],
  },
  'GET /api/protection/realityCheck': {
    summary: 'Since when the member plays, what came of it, and whether play waits for an answer',
    auth: 'member',
    response: Type.Object({
      isDue: Type.Boolean(),
      dueAt: OrNone(Time),
      since: OrNone(Time),
      minutes: Type.Integer({ description: 'of play so far' }),
      into: OrNone(Type.Number({ description: 'baht that went into games since' })),
      back: OrNone(Type.Number({ description: 'baht that came back from them' })),
      net: OrNone(Type.Number({ description: 'baht: what play has brought since, negative for a loss' })),
    }),
  },
  'POST /api/protection/realityCheck': {
    summary: 'Answers a reality check: play goes on, or it ends and the games are closed',
    auth: 'member',
    body: Type.Object({ answer: Type.Union([Type.Literal('continue'), Type.Literal('stop')]) }),
    response: Done,
  },
  'POST /api/protection/reminders/:reminder': {
    summary: 'The member has read a reminder, or acknowledges the deposits of a lifetime',
    auth: 'member',
    openToExcluded: true,
    params: Type.Object({ reminder: Type.Unsafe<ReadReminder>({ enum: [...READ_REMINDERS] }) }),
    response: Done,
  },
});
