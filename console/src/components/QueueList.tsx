import type { Elements } from '@krapao/ui/elements.ts';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { type QueueEntry, QueueItem } from './QueueItem.tsx';

/** How many rows are drawn beyond each edge of what is seen. */
const BEYOND = 6;
/** A row with a name of one line, px; taller ones are measured once they are drawn. */
const ROW_PX = 72;

/** An item that waits, and who has it. */
export interface Waiting {
  id: string;
  claim: { operatorName: string; isMine: boolean } | null;
}

/** Items that are marked for one decision together. */
export interface Marks<Item> {
  isMarked: (id: string) => boolean;
  mayMark: (item: Item) => boolean;
  toggle: (id: string) => void;
}

interface Props<Item> {
  items: readonly Item[];
  /** How many the whole queue has; the items are its first ones. */
  count: number;
  entryOf: (item: Item) => QueueEntry;
  /** Within how many minutes the end of an item is promised. */
  promise: number | undefined;
  /** The id of the open item. */
  open: string | undefined;
  onOpen: (id: string) => void;
  /** While items are marked a press marks, and opens nothing. */
  marks: Marks<Item> | undefined;
  /** Below the last row. */
  children: Elements;
}

/**
 * The rows of a queue, however long: only those are in the page that are seen, some beyond the edges, the open one and the
 * one with the focus. Each says its place in the whole queue. Up, Down, Home and End move the focus.
 */
export function QueueList<Item extends Waiting>({
  items,
  count,
  entryOf,
  promise,
  open,
  onOpen,
  marks,
  children,
}: Props<Item>) {
  const list = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState<string>();
  const placeOf = (id: string | undefined) => items.findIndex((item) => item.id === id);
  const openAt = placeOf(open);
  const kept = [openAt, placeOf(focused)].filter((index) => index >= 0);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_PX,
    getItemKey: useCallback((index: number) => items[index]?.id ?? index, [items]),
    overscan: BEYOND,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...kept])].toSorted((one, other) => one - other),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: who scrolls away from the open item is not brought back to it
  useEffect(() => {
    if (openAt >= 0) rows.scrollToIndex(openAt);
  }, [open]);
  const press = useRef(onOpen);
  press.current = marks?.toggle ?? onOpen;
  const onPress = useCallback((id: string) => press.current(id), []);

  function idOf({ target }: FocusEvent | KeyboardEvent): string | undefined {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
    return items[Number(row?.dataset.index ?? -1)]?.id;
  }
  function onKeyDown(event: KeyboardEvent) {
    const from = placeOf(idOf(event));
    const steps: Readonly<Record<string, number>> = {
      ArrowUp: from - 1,
      ArrowDown: from + 1,
      Home: 0,
      End: items.length - 1,
    };
    const to = steps[event.key];
    const item = to === undefined || from < 0 ? undefined : items[to];
    if (to === undefined || item === undefined) return;
    event.preventDefault();
    // Only what is drawn can have the focus.
    flushSync(() => setFocused(item.id));
    rows.scrollToIndex(to);
    list.current?.querySelector<HTMLElement>(`[data-index="${to}"] :is(button, input)`)?.focus();
  }

  return (
    <ul
      ref={list}
      className="queue"
      style={{ '--rows': `${rows.getTotalSize()}px` } as CSSProperties}
      onFocus={(event) => setFocused(idOf(event))}
      onBlur={() => setFocused(undefined)}
      onKeyDown={onKeyDown}
    >
      {rows.getVirtualItems().map(({ index, start, key }) => {
        const item = items[index];
        return (
          item && (
            <li
              key={key}
              ref={rows.measureElement}
              className="queue-row"
              data-index={index}
              aria-setsize={count}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              <QueueItem
                id={item.id}
                entry={entryOf(item)}
                claim={item.claim}
                promise={promise}
                isOpen={item.id === open}
                isMarked={marks?.isMarked(item.id)}
                isFixed={marks !== undefined && !marks.mayMark(item)}
                onPress={onPress}
              />
            </li>
          )
        );
      })}
      {children}
    </ul>
  );
}
