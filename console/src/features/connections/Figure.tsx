import { dateTimeText } from '@krapao/ui/time.ts';
import { useNow } from '@krapao/ui/useNow.ts';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { waitText } from '../../lib/waitText.ts';

export const NONE = '–';

/** One of the figures of a card, with its title above. */
export function Figure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}

/** A time with its age, and what happened then. */
export function Moment({ at, what }: { at: string; what?: string }) {
  const t = useT();
  const age = t('connections.ago', { time: waitText(at, useNow(1_000)) });
  return (
    <>
      <span>{dateTimeText(at)}</span>
      <small className="muted">{what === undefined ? age : `${age} · ${what}`}</small>
    </>
  );
}
