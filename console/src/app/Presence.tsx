import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { QueueName } from '@krapao/contract/queues';
import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Monogram } from '../components/Monogram.tsx';
import { useT } from '../i18n/i18n.ts';
import { SECTIONS } from './sections.ts';

export type Colleague = ResponseOf<Contract['GET /api/console/queues']>['operators'][number];

const FACES = 3;

/** The other operators at work, each with the queue of their open item. */
export function Presence({ operators }: { operators: readonly Colleague[] }) {
  const t = useT();
  const others = operators.filter(({ isMe }) => !isMe);
  if (others.length === 0) return null;
  return (
    <Popover position="bottom-end" width={280} trapFocus={false}>
      <Popover.Target>
        <UnstyledButton className="presence">
          <VisuallyHidden>{t('app.atWork', { count: others.length })}</VisuallyHidden>
          {others.slice(0, FACES).map(({ id, name }) => (
            <Monogram key={id} id={id} name={name} size={28} />
          ))}
          {others.length > FACES && (
            <span className="num" aria-hidden="true">
              {`+${others.length - FACES}`}
            </span>
          )}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <AtWork operators={operators} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The names of the other operators at work, and at which queue each is; nothing if there are none. */
export function AtWork({ operators }: { operators: readonly Colleague[] }) {
  const t = useT();
  const others = operators.filter(({ isMe }) => !isMe);
  if (others.length === 0) return null;
  return (
    <section className="at-work">
      <b>{t('app.atWork', { count: others.length })}</b>
      <ul>
        {others.map(({ id, name, queue }) => (
          <li key={id}>
            <span translate="no" className="grow">
              {name}
            </span>
            <span className="muted">{queue === null ? t('app.online') : t(titleOf(queue))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function titleOf(queue: QueueName) {
  return SECTIONS.find(({ queues, isSum }) => !isSum && queues.includes(queue))?.title ?? 'app.online';
}
