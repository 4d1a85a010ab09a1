import type { Story } from '@krapao/contract/api/story';

/** What an app calls a step, by the end of a message's id: the same for what has happened and for what is ahead. */
export function stepKey(
  { name, place }: Pick<Story['steps'][number], 'name' | 'place'>,
  { statementType }: Pick<Story['entry'], 'statementType'>,
) {
  if (name === 'asked') {
    if (statementType === 'withdraw' || statementType === 'transfer')
      return `asked.${statementType}` as const;
    return 'asked.deposit';
  }
  if (name === 'refused') return statementType === 'withdraw' ? 'refused.withdraw' : 'refused.deposit';
  return name === 'left' && place === undefined ? 'leftAll' : name;
}

/** Whom a story waits for, by the end of a message's id; undefined if it waits for nobody. */
export function waitKey({ waitsFor, place }: Pick<Story, 'waitsFor' | 'place'>) {
  if (waitsFor === null) return undefined;
  return waitsFor === 'game' && place === undefined ? 'games' : waitsFor;
}

/** Seconds from the first step to the last one; undefined for a story of one step, or one that is not over. */
export function secondsTaken({ steps, waitsFor }: Pick<Story, 'steps' | 'waitsFor'>): number | undefined {
  const [first, last] = [steps[0]?.at, steps.at(-1)?.at];
  if (waitsFor !== null || steps.length < 2 || !first || !last) return undefined;
  return (Date.parse(last) - Date.parse(first)) / 1000;
}

/** Whether a row in progress takes longer than usual by now. */
export const isLate = (
  { status, lateFrom }: Pick<Story['entry'], 'status' | 'lateFrom'>,
  now: number,
): boolean => status === 'PENDING' && lateFrom !== undefined && now >= Date.parse(lateFrom);
