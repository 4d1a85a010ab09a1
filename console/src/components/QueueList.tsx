import type { ReactNode } from 'react';

interface Props<Item extends { id: string }> {
  title: string;
  items: readonly Item[];
  selected: string | undefined;
  onSelect: (id: string) => void;
  empty: string;
  footer?: ReactNode;
  children: (item: Item) => ReactNode;
}

/** The left pane of a queue: what waits, oldest first, one of it open. */
export function QueueList<Item extends { id: string }>({
  title,
  items,
  selected,
  onSelect,
  empty,
  footer,
  children,
}: Props<Item>) {
  return (
    <section className="pane" aria-label={title}>
      <header className="pane-head">
        <h1>
          {title} <span className="muted num">{items.length}</span>
        </h1>
      </header>
      {items.length === 0 && <p className="muted pane-empty">{empty}</p>}
      <ul className="queue">
        {items.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              className="queue-item"
              aria-current={item.id === selected ? 'true' : undefined}
              onClick={() => onSelect(item.id)}
            >
              {children(item)}
            </button>
          </li>
        ))}
      </ul>
      {footer !== undefined && <footer className="pane-foot">{footer}</footer>}
    </section>
  );
}
