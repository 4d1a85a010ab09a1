import type { QueueName } from '@krapao/contract/queues';
import type { Elements } from '@krapao/ui/elements.ts';
import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useLanguage, useT } from '../i18n/i18n.ts';
import { DraftsOf, forgetDrafts } from '../lib/drafts.ts';
import { KEY_OF } from '../lib/keyOf.ts';
import { OpenItemContext } from '../lib/openItem.ts';
import { queuePath } from '../lib/paths.ts';
import { queuesQuery } from '../lib/queuesQuery.ts';
import { useSelf } from '../lib/self.ts';
import { useActions } from '../lib/useActions.ts';
import { useClaim } from '../lib/useClaim.ts';
import { useItemAddress } from '../lib/useItemAddress.ts';
import type { Queue } from '../lib/useQueue.ts';
import { useSelection } from '../lib/useSelection.ts';
import { EndedItem } from './EndedItem.tsx';
import { QueryState } from './QueryState.tsx';
import type { QueueEntry } from './QueueItem.tsx';
import { type Marks, QueueList, type Waiting } from './QueueList.tsx';
import { QueueOrder } from './QueueOrder.tsx';

/** The work area of an open queue item. */
export interface Desk {
  /** Why it cannot be decided now, for example because a colleague has claimed it. */
  problem: string | undefined;
  /** This operator has it: before that nothing is decided. */
  isHeld: boolean;
  /** Releases it and opens the next free one. */
  skip: () => void;
  /** Releases it and opens none, so that colleagues can take it. */
  handBack: () => void;
}

/** This close to the end of the loaded items, the next page is loaded. */
const NEAR_END = 5;

interface Props<Item extends Waiting> {
  queue: Queue<Item>;
  title: string;
  /** What the list shows of an item. */
  describe: (item: Item) => QueueEntry;
  /** Shown if the list is empty. */
  empty: string;
  /** Shown in place of the open item when everything is decided. */
  nothingLeft?: string;
  /** Other queues of the same page. */
  tabs?: Elements;
  footer?: ReactNode;
  /** One pane for the decision, or a second one beside it. */
  layout?: 'two' | 'three';
  /** While items are marked for one decision together, none is open. */
  marks?: Marks<Item> | undefined;
  children: (item: Item, desk: Desk) => Elements;
}

/**
 * A queue whose items operators claim: the waiting items, one of them open and claimed, the next one opened after a
 * decision. J opens the next one, K the previous one, H releases the open one. A phone shows the list or the item.
 */
export function ClaimedQueue<Item extends Waiting>({
  queue,
  title,
  describe,
  empty,
  nothingLeft,
  tabs,
  footer,
  layout = 'two',
  marks,
  children,
}: Props<Item>) {
  const t = useT();
  const { self } = useSelf();
  const { name, order, query, readMore } = queue;
  const loaded = useMemo(() => query.data?.pages.flatMap((page) => page.items), [query.data]);
  const items = loaded ?? [];
  const entryOf = useEntries(describe);
  const hasReasons = order === 'why' || items.some((item) => entryOf(item).why !== undefined);
  const view = useItemAddress(queuePath(name));
  // The one from which the page goes on: it is over, or the list has another order.
  const [left, setLeft] = useState<string>();
  const isOver = !query.hasNextPage || left === view.item;
  const selection = useSelection(loaded, isFree, view.item, view.hasLeft, isOver);
  const { missing, startOver } = selection;
  const item = view.isItem && marks === undefined ? selection.item : undefined;
  const hasLeft = view.hasLeft && items.length > 0;
  const leave = view.close;
  const go = (to: Item | undefined) => to && view.open(to.id);
  const next = () => go(selection.next());
  const previous = () => go(selection.previous());
  const goOn = (id: string) => {
    forgetDrafts(draftsKey(self?.id, name, id));
    setLeft(id);
  };
  const waitsNoLonger =
    loaded !== undefined && !query.hasNextPage && !items.some(({ id }) => id === view.item)
      ? view.item
      : undefined;
  useEffect(() => {
    if (waitsNoLonger !== undefined) forgetDrafts(draftsKey(self?.id, name, waitsNoLonger));
  }, [waitsNoLonger, self?.id, name]);
  const follows = item !== undefined && item.id !== view.item ? item.id : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts when another item took the place of the last one
  useEffect(() => {
    if (follows === undefined) return;
    view.follow(follows);
  }, [follows]);
  const claim = useClaim(name, item?.id, item !== undefined && !isFree(item));
  const { data: waiting } = useQuery(queuesQuery);
  const overdue = waiting?.overdue[name] ?? 0;
  const count = Math.max(items.length, (query.hasNextPage && waiting?.counts[name]) || 0);
  const at = item === undefined ? -1 : items.indexOf(item);
  const isNearEnd = at >= 0 && at >= items.length - NEAR_END;
  const isMoreDue = isNearEnd && query.hasNextPage && !query.isFetching && !query.isFetchNextPageError;
  useEffect(() => {
    if (isMoreDue) readMore();
  }, [isMoreDue, readMore]);
  const isAlone = marks !== undefined || items.length === 0;
  useActions([
    { name: t('app.skip'), key: KEY_OF.next, isOff: isAlone, perform: next },
    { name: t('queue.previous'), key: KEY_OF.previous, isOff: isAlone, perform: previous },
    { name: t('queue.handBack'), key: KEY_OF.release, isOff: item === undefined, perform: leave },
  ]);
  const openName = item && nameOf(entryOf(item));

  return (
    <div className={`panes ${layout}-panes`}>
      <Place id={item?.id} at={at} count={count} />
      <section className="pane list-pane" aria-label={title} data-away={!view.isList || undefined}>
        <header className="pane-head">
          <h1 className="grow">
            <span>{`${title} `}</span>
            {query.data !== undefined && <span className="muted num">{count}</span>}
            {overdue > 0 && (
              <small className="overdue num">{` ${t('queue.overdue', { count: overdue })}`}</small>
            )}
          </h1>
          {items.length > 1 && (
            <QueueOrder
              order={order}
              onChange={(chosen) => {
                startOver();
                setLeft(view.item);
                queue.setOrder(chosen);
              }}
              hasReasons={hasReasons}
            />
          )}
        </header>
        {tabs}
        {query.data === undefined && (
          <div className="pane-empty">
            <QueryState query={query}>{() => null}</QueryState>
          </div>
        )}
        {query.data !== undefined && items.length === 0 && <p className="muted pane-empty">{empty}</p>}
        <QueueList
          items={items}
          count={count}
          entryOf={entryOf}
          promise={waiting?.promises[name]}
          open={item?.id}
          onOpen={view.open}
          marks={marks}
        >
          {query.hasNextPage && (
            <li className="queue-more">
              <Button
                variant="default"
                fullWidth
                mt="md"
                loading={query.isFetchingNextPage}
                onClick={readMore}
              >
                {t('app.more')}
              </Button>
            </li>
          )}
        </QueueList>
        {footer !== undefined && <footer className="pane-foot">{footer}</footer>}
      </section>
      {view.isItem && (
        <div className="open-item" key={view.isPhone ? item?.id : undefined}>
          {view.isPhone && (
            <h1 className="to-list">
              <button type="button" onClick={view.close}>
                <ChevronLeft size={22} aria-hidden="true" />
                <span>{`${title} `}</span>
                {query.data !== undefined && <span className="muted num">{count}</span>}
              </button>
            </h1>
          )}
          {item !== undefined && openName !== undefined ? (
            <DraftsOf value={draftsKey(self?.id, name, item.id)}>
              <OpenItem
                key={item.id}
                queue={queue}
                id={item.id}
                name={openName}
                onDecided={() => goOn(item.id)}
              >
                {children(item, { ...claim, skip: next, handBack: leave })}
              </OpenItem>
            </DraftsOf>
          ) : marks === undefined && missing !== undefined ? (
            <EndedItem key={missing} queue={queue} id={missing} onOver={goOn} />
          ) : (
            <p className="centre muted rest">
              {marks !== undefined
                ? t('queue.marking')
                : hasLeft
                  ? t('queue.handedBack')
                  : query.data !== undefined && (nothingLeft ?? t('app.nothingLeft'))}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

interface OpenItemProps {
  queue: Queue<unknown>;
  id: string;
  name: string;
  onDecided: () => void;
  children: ReactNode;
}

/** What is inside knows which item it is about, and takes it out of the queue once it is decided. */
function OpenItem({ queue, id, name, onDecided, children }: OpenItemProps) {
  const isDeciding = useRef(false);
  const item = {
    queue: queue.name,
    name,
    isDeciding,
    onDecided: () => {
      onDecided();
      queue.takeOut(id);
    },
  };
  return <OpenItemContext value={item}>{children}</OpenItemContext>;
}

/** Tells who does not see the list where in the queue the item is that has opened. */
function Place({ id, at, count }: { id: string | undefined; at: number; count: number }) {
  const t = useT();
  const [told, setTold] = useState<{ id: string | undefined; words: string }>();
  // What others decide meanwhile moves the item, and is no news.
  if (told?.id !== id) setTold({ id, words: at < 0 ? '' : t('queue.place', { place: at + 1, count }) });
  return <VisuallyHidden aria-live="polite">{told?.words}</VisuallyHidden>;
}

/** What the list shows of an item, made once for each. */
function useEntries<Item extends Waiting>(describe: (item: Item) => QueueEntry) {
  const language = useLanguage();
  const latest = useRef(describe);
  latest.current = describe;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are those of the language
  return useMemo(() => {
    const entries = new WeakMap<Item, QueueEntry>();
    return (item: Item): QueueEntry => {
      const known = entries.get(item) ?? latest.current(item);
      entries.set(item, known);
      return known;
    };
  }, [language]);
}

const nameOf = ({ name, amountText }: QueueEntry) =>
  [name, amountText].filter((part) => part !== undefined && part !== '').join(' · ');

/** What an operator typed for an item is kept under this. */
const draftsKey = (operator: string | undefined, queue: QueueName, id: string) =>
  `${operator}/${queue}/${id}`;

/** No colleague has claimed it. */
function isFree({ claim }: Waiting): boolean {
  return claim === null || claim.isMine;
}
