import { useState } from 'react';

/** The list has not been loaded yet. */
const NOT_FOUND = -1;

interface Choice {
  id: string;
  position: number;
  /** Released: none is open until one is chosen. */
  hasLeft: boolean;
}

/**
 * The open item of a queue: the chosen one while it waits, otherwise the free one that took its place. The first shown
 * item counts as chosen, so a new item at the top does not replace it.
 * @param isFree whether no colleague has claimed an item
 * @param first the id of the item to begin with, if it waits
 */
export function useSelection<Item extends { id: string }>(
  items: readonly Item[],
  isFree: (item: Item) => boolean,
  first = '',
) {
  const [{ id, position, hasLeft }, setChoice] = useState<Choice>({
    id: first,
    position: NOT_FOUND,
    hasLeft: false,
  });
  const at = items.findIndex((item) => item.id === id);
  const from = at >= 0 ? at : Math.max(0, Math.min(position, items.length - 1));
  const open = hasLeft ? undefined : at >= 0 ? items[at] : nearest(items, from, 1, isFree);
  const choose = (item: Item) =>
    setChoice({ id: item.id, position: items.findIndex((one) => one.id === item.id), hasLeft: false });
  if (open && (open.id !== id || position === NOT_FOUND)) choose(open);
  const step = (by: 1 | -1) => {
    const next = nearest(items, hasLeft && at < 0 ? from : from + by, by, isFree);
    if (next) choose(next);
  };
  return {
    item: open,
    hasLeft: hasLeft && items.length > 0,
    select: (wanted: string) => {
      const item = items.find((one) => one.id === wanted);
      if (item) choose(item);
    },
    next: () => step(1),
    previous: () => step(-1),
    leave: () => setChoice({ id, position: from, hasLeft: true }),
    /**
     * Called before the list changes its order: the open item stays if it is in the list, otherwise the first one
     * opens.
     */
    startOver: () => setChoice({ id, position: 0, hasLeft }),
  };
}

/** The first free item from a position on, wrapping around; if none is free, the one at the position. */
function nearest<Item>(
  items: readonly Item[],
  from: number,
  by: 1 | -1,
  isFree: (item: Item) => boolean,
): Item | undefined {
  const around = items.map(
    (_, index) => items[(((from + by * index) % items.length) + items.length) % items.length],
  );
  return around.find((item) => item !== undefined && isFree(item)) ?? around[0];
}
