import { type ReactNode, useState } from 'react';
import { useT } from '../i18n/i18n.ts';
import { type QueueName, useClaim } from '../lib/useClaim.ts';
import { useKeys } from '../lib/useKeys.ts';
import { useNow } from '../lib/useNow.ts';
import { useSelection } from '../lib/useSelection.ts';
import { type QueueEntry, QueueItem } from './QueueItem.tsx';
import { QueueOrder } from './QueueOrder.tsx';
import { type Order, sortQueue } from './queueOrder.ts';

/** Where an open item of a queue is worked on. */
export interface Desk {
  /** Why it cannot be decided now, such as that a colleague is at it. */
  problem: string | undefined;
  /** Gives it back and opens the next free one. */
  skip: () => void;
  /** Gives it back and opens none, so that colleagues have it while one is away. */
  handBack: () => void;
}

interface Waiting {
  id: string;
  claim: { operatorName: string; isMine: boolean } | null;
}

interface Props<Item extends Waiting> {
  queue: QueueName;
  title: string;
  items: readonly Item[];
  /** What the list shows of an item, and what it is sorted by. */
  describe: (item: Item) => QueueEntry;
  /** The list without anything in it. */
  empty: string;
  /** The place of the open item once everything is decided. */
  nothingLeft?: string;
  /** Other queues of the same page. */
  tabs?: ReactNode;
  footer?: ReactNode;
  /** One pane for the decision, or another one beside it. */
  layout?: 'two' | 'three';
  children: (item: Item, desk: Desk) => ReactNode;
}

/**
 * A queue that operators take items of: what waits, one of it open and held for oneself, the next one by itself after a
 * decision. J opens the next one, K the one before, H gives the open one back.
 */
export function ClaimedQueue<Item extends Waiting>({
  queue,
  title,
  items,
  describe,
  empty,
  nothingLeft,
  tabs,
  footer,
  layout = 'two',
  children,
}: Props<Item>) {
  const t = useT();
  const now = useNow();
  const [order, setOrder] = useState<Order>('oldest');
  const entries = sortQueue(
    items.map((item) => ({ item, entry: describe(item) })),
    order,
    ({ entry }) => entry,
  );
  const sorted = entries.map(({ item }) => item);
  const { item, select, next, previous, leave, hasLeft } = useSelection(sorted, isFree);
  const problem = useClaim(queue, item?.id);
  useKeys([
    ['J', next],
    ['K', previous],
    ['H', leave],
  ]);

  return (
    <div className={`panes ${layout}-panes`}>
      <section className="pane" aria-label={title}>
        <header className="pane-head">
          <h1 className="grow">
            {title} <span className="muted num">{items.length}</span>
          </h1>
          {items.length > 1 && (
            <QueueOrder
              order={order}
              onChange={setOrder}
              hasReasons={entries.some(({ entry }) => entry.why !== undefined)}
            />
          )}
        </header>
        {tabs}
        {items.length === 0 && <p className="muted pane-empty">{empty}</p>}
        <ul className="queue">
          {entries.map(({ item: one, entry }) => (
            <li key={one.id}>
              <QueueItem
                entry={entry}
                claim={one.claim}
                now={now}
                isOpen={one.id === item?.id}
                onOpen={() => select(one.id)}
              />
            </li>
          ))}
        </ul>
        {footer !== undefined && <footer className="pane-foot">{footer}</footer>}
      </section>
      {item !== undefined ? (
        children(item, { problem, skip: next, handBack: leave })
      ) : (
        <p className="centre muted rest">
          {hasLeft ? t('queue.handedBack') : (nothingLeft ?? t('app.nothingLeft'))}
        </p>
      )}
    </div>
  );
}

/** Nobody else is at it. */
function isFree({ claim }: Waiting): boolean {
  return claim === null || claim.isMine;
}
