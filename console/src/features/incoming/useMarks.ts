import { useState } from 'react';
import type { Marks } from '../../components/QueueList.tsx';

/**
 * Which items of a queue are marked for one decision together; an item that is gone is marked no longer.
 * @param items the loaded ones
 * @param mayMark whether an item can be decided with others
 */
export function useMarks<Item extends { id: string }>(
  items: readonly Item[],
  mayMark: (item: Item) => boolean,
) {
  const [isOn, setOn] = useState(false);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const free = items.filter(mayMark);
  const set = (id: string, isMarked: boolean) =>
    setIds((before) => new Set(isMarked ? [...before, id] : [...before].filter((one) => one !== id)));
  const marks: Marks<Item> = {
    isMarked: (id) => ids.has(id),
    mayMark,
    toggle: (id) => set(id, !ids.has(id)),
  };
  return {
    isOn,
    /** For the list while it is on. */
    marks: isOn ? marks : undefined,
    marked: free.filter(({ id }) => ids.has(id)),
    /** What can be marked. */
    free,
    begin: () => setOn(true),
    markAll: () => setIds(new Set(free.map(({ id }) => id))),
    unmark: (id: string) => set(id, false),
    end: () => {
      setOn(false);
      setIds(new Set());
    },
  };
}
