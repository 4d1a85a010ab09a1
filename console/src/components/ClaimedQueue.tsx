import type { QueueName } from '@krapao/contract/queues';
import type { Elements } from '@krapao/ui/elements.ts';
import { useNow } from '@krapao/ui/useNow.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useT } from '../i18n/i18n.ts';
import { DraftsOf, forgetDrafts } from '../lib/drafts.ts';
import { ItemName } from '../lib/itemName.ts';
import { queuePath } from '../lib/paths.ts';
import { queuesQuery } from '../lib/queuesQuery.ts';
import { useSelf } from '../lib/self.ts';
import { useClaim } from '../lib/useClaim.ts';
import { useItemAddress } from '../lib/useItemAddress.ts';
import { useKeys } from '../lib/useKeys.ts';
import type { Queue } from '../lib/useQueue.ts';
import { useSelection } from '../lib/useSelection.ts';
import { EndedItem } from './EndedItem.tsx';
import { QueryState } from './QueryState.tsx';
import { type QueueEntry, QueueItem } from './QueueItem.tsx';
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

interface Waiting {
  id: string;
  claim: { operatorName: string; isMine: boolean } | null;
}

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
  children,
}: Props<Item>) {
  const t = useT();
  const now = useNow(1_000);
  const { self } = useSelf();
  const { name, order, query, readMore } = queue;
  const loaded = query.data?.pages.flatMap((page) => page.items);
  const items = loaded ?? [];
  const entries = items.map((item) => ({ item, entry: describe(item) }));
  const view = useItemAddress(queuePath(name));
  const selection = useSelection(loaded, isFree, view.item, view.hasLeft);
  const { missing, startOver } = selection;
  const item = view.isItem ? selection.item : undefined;
  const hasLeft = view.hasLeft && items.length > 0;
  const leave = view.close;
  const go = (to: Item | undefined) => to && view.open(to.id);
  const next = () => go(selection.next());
  const previous = () => go(selection.previous());
  const follows = item !== undefined && item.id !== view.item ? item.id : undefined;
  const waitsNoLonger =
    loaded !== undefined && !query.hasNextPage && !items.some(({ id }) => id === view.item)
      ? view.item
      : undefined;
  useEffect(() => {
    if (waitsNoLonger !== undefined) forgetDrafts(draftsKey(self?.id, name, waitsNoLonger));
  }, [waitsNoLonger, self?.id, name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts when another item took the place of the last one
  useEffect(() => {
    if (follows === undefined) return;
    view.follow(follows);
  }, [follows]);
  const claim = useClaim(name, item?.id, item !== undefined && !isFree(item));
  const { data: waiting } = useQuery(queuesQuery);
  const overdue = waiting?.overdue[name] ?? 0;
  const count = (query.hasNextPage && waiting?.counts[name]) || items.length;
  const isNearEnd = item !== undefined && items.indexOf(item) >= items.length - NEAR_END;
  const isMoreDue = isNearEnd && query.hasNextPage && !query.isFetching && !query.isFetchNextPageError;
  useEffect(() => {
    if (isMoreDue) readMore();
  }, [isMoreDue, readMore]);
  useKeys([
    ['J', next],
    ['K', previous],
    ['H', leave],
  ]);

  return (
    <div className={`panes ${layout}-panes`}>
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
                queue.setOrder(chosen);
              }}
              hasReasons={order === 'why' || entries.some(({ entry }) => entry.why !== undefined)}
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
        <ul className="queue">
          {entries.map(({ item: one, entry }) => (
            <li key={one.id}>
              <QueueItem
                entry={entry}
                claim={one.claim}
                now={now}
                promise={waiting?.promises[name]}
                isOpen={one.id === item?.id}
                onOpen={() => view.open(one.id)}
              />
            </li>
          ))}
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
        </ul>
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
          {item !== undefined ? (
            <DraftsOf value={draftsKey(self?.id, name, item.id)}>
              <ItemName value={nameOf(describe(item))}>
                {children(item, { ...claim, skip: next, handBack: leave })}
              </ItemName>
            </DraftsOf>
          ) : missing !== undefined ? (
            <EndedItem key={missing} queue={queue} id={missing} />
          ) : (
            <p className="centre muted rest">
              {hasLeft
                ? t('queue.handedBack')
                : query.data !== undefined && (nothingLeft ?? t('app.nothingLeft'))}
            </p>
          )}
        </div>
      )}
    </div>
  );
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
