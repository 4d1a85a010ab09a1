import type { StoryStep, StoryWait } from '@krapao/contract/api/story';
import type { UsualOf } from './usualTime.ts';

/** One step of a movement; `at` is null while it is ahead. */
export interface Step {
  name: StoryStep;
  at: Date | null;
  /** The name of the game. */
  place?: string;
}

/** What the rows of one movement tell. */
export interface Told {
  steps: Step[];
  waitsFor: StoryWait | null;
  /** The name of the game that it waits for. */
  place?: string;
  /** The reference of the bank or gateway. */
  bankReference: string | null;
  /** Which movements are alike, and when this one began; null if nothing is learned of them. */
  usual: UsualOf | null;
}

/** What the member's row itself tells: its cause, and when it was written. */
export interface TellingRow {
  cause: string;
  status: string;
  created_at: Date;
  member_id: bigint;
  statement_type: string;
  from_label: string;
  to_label: string;
}

/** The steps that have a time, in the order of their times, then those that are ahead. */
export function inOrder(steps: readonly (Step | false)[]): Step[] {
  const known = steps.filter((step) => step !== false);
  const done = known.filter(({ at }) => at !== null);
  return [
    ...done.toSorted((one, other) => Number(one.at) - Number(other.at)),
    ...known.filter(({ at }) => at === null),
  ];
}

/** A step that has happened, or none without its time. */
export const done = (name: StoryStep, at: Date | null, place?: string): Step | false =>
  at !== null && { name, at, ...(place !== undefined && { place }) };

/** A step that is ahead, or none. */
export const ahead = (name: StoryStep, isAhead: boolean, place?: string): Step | false =>
  isAhead && { name, at: null, ...(place !== undefined && { place }) };

/** How a deposit ended: refused, sent back, or credited. While it waits, the credit is ahead. */
export const ending = (
  status: string,
  {
    refusedAt,
    creditedAt,
    isSentBack = false,
  }: { refusedAt: Date | null; creditedAt: Date | null; isSentBack?: boolean },
): (Step | false)[] => [
  status === 'FAILED' && done(isSentBack ? 'sentBack' : 'refused', refusedAt),
  status === 'SUCCESS' && done('credited', creditedAt),
  ahead('credited', status === 'PENDING'),
];
