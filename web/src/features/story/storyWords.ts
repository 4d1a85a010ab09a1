import type { Story } from '@krapao/contract/api/story';
import { stepKey, waitKey } from '@krapao/ui/storyKeys.ts';
import type { Words } from '../../i18n/words.ts';
import { roundedTimeText } from './roundedTimeText.ts';

/** What a step is called. */
export const stepWords = (step: Story['steps'][number], entry: Story['entry']): Words => [
  `story.${stepKey(step, entry)}`,
  step.place === undefined ? {} : { place: step.place },
];

/** Whom it waits for; undefined if it waits for nobody. */
export function waitWords(story: Story): Words | undefined {
  const key = waitKey(story);
  return key && [`story.wait.${key}`, story.place === undefined ? {} : { place: story.place }];
}

/** How long such movements usually take; undefined while too few are known. */
export function usualWords({ usual }: Story): Words | undefined {
  if (usual === null) return undefined;
  const [half, most] = [roundedTimeText(usual.half), roundedTimeText(usual.most)];
  return half === most ? ['story.usualSame', { half }] : ['story.usual', { half, most }];
}
