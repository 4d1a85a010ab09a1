import { VisuallyHidden } from '@mantine/core';
import { Clock } from 'lucide-react';
import { useT } from '../i18n/i18n.ts';

interface Props {
  waiting: number;
  overdue: number;
}

/** How many wait, and beside it how many of them wait longer than promised. */
export function Count({ waiting, overdue }: Props) {
  const t = useT();
  return (
    <>
      {waiting > 0 && <span className="count num">{waiting}</span>}
      {overdue > 0 && (
        <span className="count count-overdue num" title={t('queue.overdue', { count: overdue })}>
          <Clock size={12} aria-hidden="true" />
          <span>{overdue}</span>
          <VisuallyHidden>{` ${t('queue.overdueWord')}`}</VisuallyHidden>
        </span>
      )}
    </>
  );
}
