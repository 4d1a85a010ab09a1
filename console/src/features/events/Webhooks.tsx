import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { Badge, Button } from '@mantine/core';
import { useState } from 'react';
import { WaitingChange } from '../../components/WaitingChange.tsx';
import { useT } from '../../i18n/i18n.ts';
import { DeliveriesDrawer } from './DeliveriesDrawer.tsx';
import { ReplayDialog } from './ReplayDialog.tsx';
import { type Act, WebhookAct } from './WebhookAct.tsx';
import { WebhookCard } from './WebhookCard.tsx';
import { WebhookDialog } from './WebhookDialog.tsx';
import type { Made, Webhook } from './webhook.ts';

interface Props extends ResponseOf<Contract['GET /api/console/webhooks']> {
  onMade: (made: Made) => void;
}

/** What is open above the list. */
type Opened = { what: 'add' } | { what: 'edit' | 'deliveries' | 'replay' | Act; webhook: Webhook };

/** The receivers of events, those that wait first. */
export function Webhooks({ webhooks, additions, onMade }: Props) {
  const t = useT();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  return (
    <section aria-labelledby="webhooks">
      <header className="events-head">
        <h2 id="webhooks">{t('events.webhooks')}</h2>
        <Button onClick={() => setOpened({ what: 'add' })}>{t('events.addWebhook')}</Button>
      </header>
      {webhooks.length + additions.length === 0 && <p className="muted">{t('events.noWebhooks')}</p>}
      {additions.map(({ id, name, waits }) => (
        <article key={id} className="card" aria-labelledby={`webhook-${id}`}>
          <header>
            <h3 translate="no" id={`webhook-${id}`} className="grow">
              {name}
            </h3>
            <Badge color="yellow">{t('connections.waits')}</Badge>
          </header>
          <WaitingChange waits={waits} />
        </article>
      ))}
      {webhooks.map((webhook) => (
        <WebhookCard key={webhook.id} webhook={webhook} onOpen={(what) => setOpened({ what, webhook })} />
      ))}
      <Above opened={opened} webhooks={webhooks} onClose={close} onMade={onMade} />
    </section>
  );
}

function Above({
  opened,
  webhooks,
  onClose,
  onMade,
}: Pick<Props, 'webhooks' | 'onMade'> & { opened: Opened | undefined; onClose: () => void }) {
  if (opened === undefined) return null;
  if (opened.what === 'add') return <WebhookDialog onClose={onClose} onMade={onMade} />;
  // A second press after a colleague's change sends what is valid now.
  const webhook = webhooks.find(({ id }) => id === opened.webhook.id) ?? opened.webhook;
  if (opened.what === 'edit') return <WebhookDialog webhook={webhook} onClose={onClose} onMade={onMade} />;
  if (opened.what === 'deliveries') return <DeliveriesDrawer webhook={webhook} onClose={onClose} />;
  if (opened.what === 'replay') return <ReplayDialog webhook={webhook} onClose={onClose} />;
  return (
    <WebhookAct
      act={opened.what}
      opened={opened.webhook}
      webhook={webhook}
      onClose={onClose}
      onMade={onMade}
    />
  );
}
