import type { Story } from '@krapao/contract/api/story';
import { durationText } from '../../i18n/durationText.ts';
import type { Words } from '../../i18n/words.ts';

type Step = Story['steps'][number];
type Entry = Story['entry'];

/** What a step is called: the same words whether it has happened or is ahead. */
export function stepWords({ name, place }: Step, { statementType }: Entry): Words {
  if (name === 'asked')
    return [
      statementType === 'withdraw'
        ? 'story.asked.withdraw'
        : statementType === 'transfer'
          ? 'story.asked.transfer'
          : 'story.asked.deposit',
    ];
  if (name === 'refused')
    return [statementType === 'withdraw' ? 'story.refused.withdraw' : 'story.refused.deposit'];
  if (name === 'left' && place === undefined) return ['story.leftAll'];
  return [`story.${name}`, place === undefined ? {} : { place }];
}

/** Whom it waits for; undefined if it waits for nobody. */
export function waitWords({ waitsFor, place }: Story): Words | undefined {
  if (waitsFor === null) return undefined;
  if (waitsFor === 'game') return place === undefined ? ['story.wait.games'] : ['story.wait.game', { place }];
  return [`story.wait.${waitsFor}`];
}

/** How long such movements usually take; undefined while too few are known. */
export function usualWords({ usual }: Story): Words | undefined {
  if (usual === null) return undefined;
  const [half, most] = [durationText(usual.half), durationText(usual.most)];
  return half === most ? ['story.usualSame', { half }] : ['story.usual', { half, most }];
}

/** Seconds from the first step to the last one; undefined for a story of one step, or one that is not over. */
export function secondsTaken({ steps, waitsFor }: Story): number | undefined {
  const [first, last] = [steps[0]?.at, steps.at(-1)?.at];
  if (waitsFor !== null || steps.length < 2 || !first || !last) return undefined;
  return (Date.parse(last) - Date.parse(first)) / 1000;
}
