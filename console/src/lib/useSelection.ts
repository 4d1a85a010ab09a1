import { useRef } from 'react';

/** The item that was open last, and its place in the list. */
interface Known {
  id: string;
  position: number;
}

/**
 * The open item of a queue. The address names it: while it waits it is open, and once it waits no longer the free one that
 * took its place is. Without a name in the address the first free one is open. A name that this page never saw waiting is
 * `missing`: it has ended, or is further on in the queue. So is one that is gone from the loaded part, until it is known
 * to be over.
 * @param items the loaded ones; undefined until they are known
 * @param isFree whether no colleague has claimed an item
 * @param asked the id in the address
 * @param hasLeft the open one was released: none is open until one is chosen
 * @param isOver whether the asked one, once it is gone from the list, waits nowhere else in the queue
 */
export function useSelection<Item extends { id: string }>(
  items: readonly Item[] | undefined,
  isFree: (item: Item) => boolean,
  asked: string | undefined,
  hasLeft: boolean,
  isOver: boolean,
) {
  const known = useRef<Known>(undefined);
  const all = items ?? [];
  const at = all.findIndex(({ id }) => id === asked);
  if (at >= 0 && asked !== undefined) known.current = { id: asked, position: at };
  const { id: last, position = 0 } = known.current ?? {};
  const here = at >= 0 ? at : all.findIndex(({ id }) => id === last);
  const from = here >= 0 ? here : Math.max(0, Math.min(position, all.length - 1));
  const isMissing = items !== undefined && asked !== undefined && at < 0 && (asked !== last || !isOver);
  const step = (by: 1 | -1) => nearest(all, here >= 0 ? from + by : from, by, isFree);
  return {
    item: at >= 0 ? all[at] : hasLeft || isMissing ? undefined : nearest(all, from, 1, isFree),
    missing: isMissing ? asked : undefined,
    next: () => step(1),
    previous: () => step(-1),
    /** Called before the list changes its order: if the open item is not in the new list, its first one opens. */
    startOver: () => {
      if (known.current) known.current = { ...known.current, position: 0 };
    },
  };
}

/** The first free item from a position on, wrapping around; if none is free, the one at the position. */
function nearest<Item>(
  items: readonly Item[],
  from: number,
  by: 1 | -1,
  isFree: (item: Item) => boolean,
): Item | undefined {
  const at = (index: number) => items[(((from + by * index) % items.length) + items.length) % items.length];
  for (let index = 0; index < items.length; index += 1) {
    const item = at(index);
    if (item !== undefined && isFree(item)) return item;
  }
  return at(0);
}
