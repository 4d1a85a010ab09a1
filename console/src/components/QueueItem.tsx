import type { Elements } from '@krapao/ui/elements.ts';
import { Badge, VisuallyHidden } from '@mantine/core';
import { Clock, UserRound } from 'lucide-react';
import { useT } from '../i18n/i18n.ts';
import { isOverdue } from '../lib/promise.ts';
import { waitText } from '../lib/waitText.ts';
import { Monogram } from './Monogram.tsx';

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
  entry: QueueEntry;
  claim: { operatorName: string; isMine: boolean } | null;
  now: number;
  /** Within how many minutes its end is promised. */
  promise: number | undefined;
  isOpen: boolean;
  onOpen: () => void;
}

/** One line of a queue: member, waiting time, amount, and the colleague who has claimed it or why it waits. */
export function QueueItem({ entry, claim, now, promise, isOpen, onOpen }: Props) {
  const t = useT();
  const wait = waitText(entry.since, now);
  const isTaken = claim !== null && !claim.isMine;
  return (
    <button type="button" className="queue-item" aria-current={isOpen ? 'true' : undefined} onClick={onOpen}>
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
          <small className={`num ${isOverdue(entry.since, promise, now) ? 'overdue' : 'muted'}`}>
            <Clock size={13} aria-hidden="true" />
            <span aria-hidden="true">{wait}</span>
            <VisuallyHidden>{t('queue.waiting', { time: wait })}</VisuallyHidden>
            {isOverdue(entry.since, promise, now) && <span>{t('queue.overdueWord')}</span>}
            {entry.detail !== undefined && <span className="clip">{`· ${entry.detail}`}</span>}
          </small>
          {isTaken ? (
            <ClaimBadge claim={claim} />
          ) : (
            (entry.badge ?? (entry.why !== undefined && <Badge color="yellow">{entry.why}</Badge>))
          )}
        </span>
      </span>
    </button>
  );
}

/** The colleague who has claimed an item; nothing if there is none, or if it is the operator. */
function ClaimBadge({ claim }: { claim: { operatorName: string; isMine: boolean } | null }) {
  if (claim === null || claim.isMine) return null;
  return (
    <Badge translate="no" color="gray" leftSection={<UserRound size={12} aria-hidden="true" />}>
      {claim.operatorName}
    </Badge>
  );
}
