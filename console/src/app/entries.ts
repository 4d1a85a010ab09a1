import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { Counted } from '@krapao/contract/queues';
import type { Section } from './sections.ts';

/** A page as the sidebar and the bar of a phone show it. */
export interface Entry extends Pick<Section, 'path' | 'group' | 'title' | 'Icon'> {
  /** The number of waiting items there. */
  waiting: number;
  /** How many of them wait longer than promised. */
  overdue: number;
}

type Counts = Pick<ResponseOf<Contract['GET /api/console/queues']>, 'counts' | 'overdue'>;

/** The pages with their counts; without counts until they are known. */
export function entriesOf(sections: readonly Section[], { counts, overdue }: Counts): Entry[] {
  const sum = (queues: readonly Counted[], of: Partial<Record<Counted, number>>) =>
    queues.reduce((total, queue) => total + (of[queue] ?? 0), 0);
  return sections.map(({ path, group, title, Icon, queues }) => ({
    path,
    group,
    title,
    Icon,
    waiting: sum(queues, counts),
    overdue: sum(queues, overdue),
  }));
}

/** Whether the address is this page, or something on it. */
export function isCurrent({ path }: Pick<Entry, 'path'>, location: string): boolean {
  return location === path || location.startsWith(`${path}/`);
}
