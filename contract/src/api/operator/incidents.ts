import { SLIP_OUTCOMES, type SlipOutcome } from '../../connections.ts';
import { family, Type } from '../../endpoint.ts';
import { Baht } from '../common.ts';

/** A code of ours; what counterparts and people wrote themselves is `OTHER`. */
const OurCode = Type.String({ pattern: '^[A-Z0-9_]{1,40}$' });
const Milliseconds = Type.Integer({ description: 'ms from the start of the incident; negative: before it' });
const Count = Type.Integer({ minimum: 0 });
const oneOf = <const T extends string>(...names: T[]) => Type.Unsafe<T>({ enum: names });

/** A switch of the sandbox (sandbox/README.md). One whose `times` are used up makes way for the next of its target. */
const Fault = Type.Object({
  target: oneOf('game:pg', 'bank', 'statement'),
  mode: oneOf(
    'slow',
    'timeoutBeforeApply',
    'pendingForever',
    'falseNotFound',
    'wrongAmount',
    'maintenance',
    'error500',
  ),
  times: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  delayMs: Type.Optional(Type.Integer({ minimum: 1, maximum: 120_000 })),
});
export type ScenarioFault = Type.Static<typeof Fault>;

const HEAD = {
  format: Type.Literal('krapao-scenario'),
  version: Type.Literal(1),
  variant: oneOf('thailand', 'laos'),
  currency: oneOf('THB', 'LAK'),
  reproducible: Type.Boolean({ description: 'false: `play` is null, and `because` says why' }),
  because: Type.Union([Type.String({ maxLength: 200 }), Type.Null()]),
};

/** One order at a game house that did not end. */
export const TransferScenario = Type.Object({
  ...HEAD,
  kind: Type.Literal('transfer'),
  happened: Type.Object({
    driver: Type.String({ maxLength: 40, description: 'of the house; `sandbox`, or `none` without one' }),
    direction: oneOf('in', 'out'),
    amount: Baht,
    balanceBefore: Type.Unsafe<'empty' | 'some' | 'untold'>({
      enum: ['empty', 'some', 'untold'],
      description: 'what the house said the player had before the first sending',
    }),
    sends: Count,
    asks: Count,
    notFound: Count,
    sentAt: Type.Union([Milliseconds, Type.Null()], { description: 'the last sending' }),
  }),
  end: Type.Object({ state: OurCode, reason: Type.Union([OurCode, Type.Null()]) }),
  play: Type.Union([
    Type.Object({
      faults: Type.Array(Fault, { maxItems: 10 }),
      passes: oneOf('nothing', 'minute', 'day'),
    }),
    Type.Null(),
  ]),
});
export type TransferScenario = Type.Static<typeof TransferScenario>;

/** A slip that was not credited by itself. */
export const DepositScenario = Type.Object({
  ...HEAD,
  kind: Type.Literal('deposit'),
  happened: Type.Object({
    checker: Type.Union([Type.String({ maxLength: 40 }), Type.Null()], {
      description: 'driver of the service that was asked last; null: none was',
    }),
    checkerTold: Type.Union([Type.Unsafe<SlipOutcome>({ enum: [...SLIP_OUTCOMES] }), Type.Null()]),
    lookUps: Count,
    notFound: Count,
    sendingBank: Type.Union([Type.String({ maxLength: 20 }), Type.Null()]),
    endedAt: Type.Union([Milliseconds, Type.Null()]),
    arrived: Type.Union(
      [
        Type.Object({
          amount: Type.Number({ description: 'in `currency`' }),
          status: OurCode,
          note: Type.Union([OurCode, Type.Null()], { description: 'the rule that made it wait' }),
          toldBy: Type.Array(OurCode),
          sentAt: Milliseconds,
          sender: oneOf('match', 'no_match', 'indeterminate'),
          alike: Type.Integer({ minimum: 0, description: 'members whose account the sender can be' }),
        }),
        Type.Null(),
      ],
      { description: 'the transfer behind the slip, as banks told of it; null: nobody did' },
    ),
  }),
  end: Type.Object({
    status: oneOf('PENDING', 'SUCCESS', 'FAILED'),
    step: OurCode,
    reason: Type.Union([OurCode, Type.Null()]),
  }),
  play: Type.Union([
    Type.Object({
      payer: Type.Unsafe<'member' | 'stranger' | 'alike' | 'otherMember'>({
        enum: ['member', 'stranger', 'alike', 'otherMember'],
        description: 'alike: the member, whom banks show like another one',
      }),
      receiver: Type.Unsafe<'slips' | 'feed' | 'elsewhere'>({
        enum: ['slips', 'feed', 'elsewhere'],
        description: 'an account of ours for slips, one whose bank tells of transfers, or nobody’s',
      }),
      amount: Type.Number({ exclusiveMinimum: 0, maximum: 100_000_000 }),
      picture: oneOf('none', 'crop', 'tamper'),
      faults: Type.Array(Fault, { maxItems: 10 }),
      passes: Type.Unsafe<'nothing' | 'hours'>({
        enum: ['nothing', 'hours'],
        description: 'between the transfer and its slip',
      }),
    }),
    Type.Null(),
  ]),
});
export type DepositScenario = Type.Static<typeof DepositScenario>;

export const Scenario = Type.Union([TransferScenario, DepositScenario]);
export type Scenario = Type.Static<typeof Scenario>;

/** Incidents as files for developers, without anything that leads to a member. */
export const incidentCalls = family({
  'POST /api/console/incidents/export': {
    summary:
      'A stuck operation of a transfer, or a slip, as a scenario that `npm run scenario` plays in the sandbox: states, codes, amounts and relative times, and nothing that leads to the member. It needs the permission of the item’s queue too, and the audit log has a line',
    auth: 'operator',
    permission: 'incident.export',
    body: Type.Union([
      Type.Object({
        kind: Type.Literal('transfer'),
        id: Type.String({
          pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
          description: 'of the operation, as queue `transfers` names it',
        }),
      }),
      Type.Object({
        kind: Type.Literal('deposit'),
        id: Type.String({ pattern: '^[0-9]{1,18}$', description: 'of the slip' }),
      }),
    ]),
    response: Scenario,
    errors: ['NO_DATA', 'OPERATOR_FORBIDDEN'],
    mutates: true,
  },
});
