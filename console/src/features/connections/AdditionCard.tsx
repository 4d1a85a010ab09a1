import { Badge } from '@mantine/core';
import { WaitingChange } from '../../components/WaitingChange.tsx';
import { useT } from '../../i18n/i18n.ts';
import type { Addition } from './connectionForm.ts';

/** A connection that is not there before a second operator approves it. */
export function AdditionCard({ addition: { id, name, title, waits } }: { addition: Addition }) {
  const t = useT();
  return (
    <article className="card connection" aria-labelledby={`connection-${id}`}>
      <header>
        <div className="grow">
          <h3 translate="no" id={`connection-${id}`}>
            {name}
          </h3>
          {title !== name && <span className="muted">{title}</span>}
        </div>
        <Badge color="yellow">{t('connections.waits')}</Badge>
      </header>
      <WaitingChange waits={waits} />
    </article>
  );
}
