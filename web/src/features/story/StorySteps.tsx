import type { Story } from '@krapao/contract/api/story';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Check, Clock, X } from 'lucide-react';
import { useT } from '../../i18n/i18n.ts';
import { roundedTimeText } from './roundedTimeText.ts';
import { stepWords } from './storyWords.ts';

const BAD: readonly string[] = ['refused', 'returned', 'stayed'];

/** The steps of a story from the first to the last; those ahead are dimmed, the next one is marked as current. */
export function StorySteps({ story }: { story: Story }) {
  const t = useT();
  const { steps, entry } = story;
  const next = steps.findIndex(({ at }) => at === null);
  return (
    <ol className="story-steps">
      {steps.map((step, nth) => {
        const before = steps[nth - 1]?.at;
        const state =
          step.at !== null ? (BAD.includes(step.name) ? 'bad' : 'done') : nth === next ? 'next' : 'ahead';
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a step keeps its place, and names repeat
            key={nth}
            data-state={state}
            aria-current={state === 'next' ? 'step' : undefined}
          >
            <span className="story-mark" aria-hidden="true">
              {state === 'done' ? <Check /> : state === 'bad' ? <X /> : <Clock />}
            </span>
            <div className="min-w-0 flex-1">
              <div className="font-medium wrap-anywhere whitespace-normal">
                {t(...stepWords(step, entry))}
              </div>
              {step.at !== null && (
                <div className="num text-caption text-ink-3">
                  <time dateTime={step.at}>{dateTimeText(step.at)}</time>
                  {before != null && (
                    <span>{` · ${t('story.after', { time: roundedTimeText(gap(before, step.at)) })}`}</span>
                  )}
                </div>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

const gap = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 1000;
