import type { Story } from '@krapao/contract/api/story';
import { roundedTime } from '@krapao/ui/duration.ts';
import { bahtText } from '@krapao/ui/money.ts';
import { isLate, secondsTaken, stepKey, waitKey } from '@krapao/ui/storyKeys.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Check, Clock } from 'lucide-react';
import { t, useT } from '../i18n/i18n.ts';
import { wordOf } from '../lib/memberWords.ts';
import { storyQuery } from '../lib/storyQuery.ts';
import { Facts } from './Facts.tsx';
import { QueryState } from './QueryState.tsx';
import { State } from './State.tsx';
import './story.css';

interface Props {
  memberId: string;
  /** The row: the id of an entry, or `slip-` and the id of a slip; null shows none. */
  rowId: string | null;
  onClose: () => void;
}

/** The story of a row of the member's statement, as the member reads it. */
export function StoryModal({ memberId, rowId, onClose }: Props) {
  const translate = useT();
  const query = useQuery({ ...storyQuery(memberId, rowId ?? ''), enabled: rowId !== null });
  return (
    <Modal opened={rowId !== null} onClose={onClose} title={translate('story.title')}>
      <QueryState query={query}>{(story) => <Told story={story} />}</QueryState>
    </Modal>
  );
}

function Told({ story }: { story: Story }) {
  const translate = useT();
  const { entry, steps } = story;
  const wait = waitKey(story);
  const taken = secondsTaken(story);
  const next = steps.findIndex(({ at }) => at === null);
  return (
    <>
      <p>
        <span>{`${wordOf('type', entry.statementType)} `}</span>
        <b translate="no" className="num">
          {bahtText(entry.amount)}
        </b>{' '}
        <State state={entry.status} />
      </p>
      {wait && (
        <Alert color="yellow" icon={<Clock size={18} aria-hidden="true" />} mb="md">
          <b>{translate(`story.wait.${wait}`, { place: story.place ?? '' })}</b>
          {story.usual && (
            <p>
              {translate('story.usual', {
                half: timeText(story.usual.half),
                most: timeText(story.usual.most),
              })}
            </p>
          )}
          {isLate(entry, Date.now()) && <p>{translate('story.late')}</p>}
        </Alert>
      )}
      <ol className="story-steps">
        {steps.map((step, nth) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a step keeps its place, and names repeat
            key={nth}
            data-state={step.at !== null ? 'done' : nth === next ? 'next' : 'ahead'}
            aria-current={nth === next ? 'step' : undefined}
          >
            {step.at === null ? (
              <Clock size={16} aria-hidden="true" />
            ) : (
              <Check size={16} aria-hidden="true" />
            )}
            <span>
              <span>{translate(`story.${stepKey(step, entry)}`, { place: step.place ?? '' })}</span>
              {step.at !== null && <small className="muted num">{dateTimeText(step.at)}</small>}
            </span>
          </li>
        ))}
      </ol>
      <Facts
        rows={[
          [translate('story.reference'), story.reference, 'fixed'],
          ...(story.bankReference === null
            ? []
            : [[translate('story.bankReference'), story.bankReference, 'fixed'] as const]),
          ...(entry.balanceAfter === undefined
            ? []
            : [[translate('story.balanceAfter'), bahtText(entry.balanceAfter)] as const]),
          ...(taken === undefined ? [] : [[translate('story.duration'), timeText(taken)] as const]),
        ]}
      />
    </>
  );
}

function timeText(seconds: number): string {
  const { unit, count } = roundedTime(seconds);
  return t(`story.time.${unit}`, { count });
}
