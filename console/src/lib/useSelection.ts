import { useState } from 'react';

/** Which item of a queue is open: the chosen one while it waits, otherwise the one that took its place, or the first. */
export function useSelection<Item extends { id: string }>(items: readonly Item[]) {
  const [chosen, setChosen] = useState({ id: '', position: 0 });
  const at = items.findIndex(({ id }) => id === chosen.id);
  const position = at >= 0 ? at : Math.min(chosen.position, items.length - 1);
  const item = items[position];
  const select = (id: string) => setChosen({ id, position: items.findIndex((one) => one.id === id) });
  const step = (by: number) => {
    const next = items[(position + by + items.length) % items.length];
    if (next) select(next.id);
  };
  // What is shown first counts as chosen, so that a newcomer at the top does not take its place.
  if (item && item.id !== chosen.id) setChosen({ id: item.id, position });
  return { item, select, next: () => step(1), previous: () => step(-1) };
}
