import type { Static } from 'typebox';
import { Type } from '../../endpoint.ts';
import { orNull, Time } from '../common.ts';

/** The middle run, and the bounds within which nine of ten runs are. */
const spread = (description: string) =>
  Type.Object({ median: Type.Number(), low: Type.Number(), high: Type.Number() }, { description });
export const DayFigures = { claims: Type.Number(), cost: Type.Number() };
/** What an offer would have come to in the 30 days before, for all members of the site. */
export const SimulationResult = Type.Object({
  members: Type.Integer({ description: 'whose wallet ever moved' }),
  sampled: Type.Integer({ description: 'of them; the numbers below are for all' }),
  from: Time,
  to: Time,
  runs: Type.Integer(),
  eligible: Type.Integer({ description: 'members who could have claimed, or who had coins' }),
  takeUpPercent: orNull(
    Type.Number({ description: 'of depositors who took an offer; null: nobody did, so all of them claim' }),
  ),
  claimants: spread('members who claim, or who spin'),
  claims: spread('claims, or spins'),
  aheadPercent: spread('of claims that end with more than the member’s own money; of spinners who win'),
  cost: spread('baht given less baht taken back'),
  granted: Type.Number({ description: 'baht' }),
  takenBack: Type.Number({ description: 'baht' }),
  reachedPercent: Type.Number(),
  failedPercent: Type.Number(),
  turnover: Type.Number({ description: 'baht that a claim must stake' }),
  worst: Type.Number({ description: 'baht: every chance is taken and nothing comes back' }),
  spin: orNull(
    Type.Object(
      { mean: Type.Number(), deviation: Type.Number() },
      { description: 'baht of one spin, and its standard deviation' },
    ),
  ),
  days: Type.Array(Type.Object(DayFigures), { description: 'means for each of the 30 days' }),
  thieves: Type.Array(
    Type.Object({
      name: Type.String(),
      profit: Type.Number({ description: 'baht: what a thief wins on average' }),
      rule: Type.String({ description: 'the rule that stops it, or would' }),
      turnover: orNull(Type.Number({ description: 'multiple of the base that leaves nothing to win' })),
    }),
  ),
});
export type SimulationResult = Static<typeof SimulationResult>;

export const Simulation = Type.Object({
  id: Type.String(),
  state: Type.Enum(['WAITING', 'DONE', 'CANCELLED', 'FAILED']),
  percent: Type.Integer({ description: 'done' }),
  seed: Type.String({ description: 'repeats it on the same data' }),
  at: Time,
  result: orNull(SimulationResult),
});
