import type { Elements } from '@krapao/ui/elements.ts';
import { Badge, Checkbox } from '@mantine/core';
import { UserRound } from 'lucide-react';
import { memo } from 'react';
import { Monogram } from './Monogram.tsx';
import { Wait } from './Wait.tsx';

/** What a queue's list shows of an item. */
export interface QueueEntry {
  name: string;
  /** Since when it waits, an ISO time. */
  since: string;
  /** Its member, if known. */
  memberId?: string;
  /** Shown beside its waiting time. */
  detail?: string;
  /** Money, or what else it is about. */
  amountText?: string;
  /** Why it waits. */
  why?: string | undefined;
  /** Shown instead of why it waits. */
  badge?: Elements;
}

interface Props {
  id: string;
  entry: QueueEntry;
  claim: { operatorName: string; isMine: boolean } | null;
  /** Within how many minutes its end is promised. */
  promise: number | undefined;
  isOpen: boolean;
  /** Marked with others, or not; undefined while items are opened. */
  isMarked: boolean | undefined;
  /** It cannot be marked. */
  isFixed: boolean;
  /** Opens it, or marks it. */
  onPress: (id: string) => void;
}

/**
 * One line of a queue: member, waiting time, amount, and the colleague who has claimed it or why it waits. Drawn anew only
 * when something of it changes.
 */
export const QueueItem = memo(function QueueItem({
  id,
  entry,
  claim,
  promise,
  isOpen,
  isMarked,
  isFixed,
  onPress,
}: Props) {
  const line = <Line entry={entry} claim={claim} promise={promise} />;
  if (isMarked === undefined)
    return (
      <button
        type="button"
        className="queue-item"
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => onPress(id)}
      >
        {line}
      </button>
    );
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box is in it
    <label className="queue-item">
      <Checkbox checked={isMarked} disabled={isFixed} onChange={() => onPress(id)} />
      {line}
    </label>
  );
});

function Line({ entry, claim, promise }: Pick<Props, 'entry' | 'claim' | 'promise'>) {
  const isTaken = claim !== null && !claim.isMine;
  return (
    <>
      {entry.memberId !== undefined && <Monogram id={entry.memberId} name={entry.name} />}
      <span className="grow">
        <span className="line">
          <b translate="no" className="name">
            {entry.name}
          </b>
          <b translate="no" className="num">
            {entry.amountText}
          </b>
        </span>
        <span className="line">
          <Wait since={entry.since} promise={promise} detail={entry.detail} />
          {isTaken ? (
            <Badge translate="no" color="gray" leftSection={<UserRound size={12} aria-hidden="true" />}>
              {claim.operatorName}
            </Badge>
          ) : (
            (entry.badge ?? (entry.why !== undefined && <Badge color="yellow">{entry.why}</Badge>))
          )}
        </span>
      </span>
    </>
  );
}
