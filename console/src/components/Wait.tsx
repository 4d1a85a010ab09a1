import { VisuallyHidden } from '@mantine/core';
import { Clock } from 'lucide-react';
import { useT } from '../i18n/i18n.ts';
import { isOverdue } from '../lib/promise.ts';
import { useSecond } from '../lib/useSecond.ts';
import { waitText } from '../lib/waitText.ts';

interface Props {
  /** Since when it waits, an ISO time. */
  since: string;
  /** Within how many minutes its end is promised. */
  promise: number | undefined;
  /** Shown beside the time. */
  detail: string | undefined;
}

/** How long an item waits, red once that is longer than promised. The second changes this text, and nothing around it. */
export function Wait({ since, promise, detail }: Props) {
  const t = useT();
  const now = useSecond();
  const wait = waitText(since, now);
  const isLate = isOverdue(since, promise, now);
  return (
    <small className={`num ${isLate ? 'overdue' : 'muted'}`}>
      <Clock size={13} aria-hidden="true" />
      <span aria-hidden="true">{wait}</span>
      <VisuallyHidden>{t('queue.waiting', { time: wait })}</VisuallyHidden>
      {isLate && <span>{t('queue.overdueWord')}</span>}
      {detail !== undefined && <span className="clip">{`· ${detail}`}</span>}
    </small>
  );
}
