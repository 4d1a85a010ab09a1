import { wholeText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, Badge, Button } from '@mantine/core';
import { Facts } from '../../components/Facts.tsx';
import { WaitingChange } from '../../components/WaitingChange.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';
import type { Act } from './WebhookAct.tsx';
import { outcomeText, type Webhook } from './webhook.ts';

interface Props {
  webhook: Webhook;
  onOpen: (what: 'edit' | 'deliveries' | 'replay' | Act) => void;
}

const COLORS = { ACTIVE: 'teal', OFF: 'gray', GONE: 'red' } as const;

/** One receiver: its state in words, what to do about its trouble, and its actions. */
export function WebhookCard({ webhook, onOpen }: Props) {
  const t = useT();
  const { id, name, url, types, state, failingSince, blocked, waiting, secrets, waits } = webhook;
  const isFailing = state === 'ACTIVE' && (failingSince !== null || blocked > 0);
  const test = useAction(() =>
    client('POST /api/console/webhooks/:id/test', { params: { id }, body: undefined }),
  );
  const button = (what: Parameters<typeof onOpen>[0], text: string, isOff = false) => (
    <Button size="sm" variant="default" disabled={isOff} onClick={() => onOpen(what)}>
      {text}
    </Button>
  );
  return (
    <article className="card" aria-labelledby={`webhook-${id}`}>
      <header>
        <div className="grow">
          <h3 translate="no" id={`webhook-${id}`}>
            {name}
          </h3>
          <span className="muted webhook-url">{url}</span>
        </div>
        {waits !== null && <Badge color="yellow">{t('connections.waits')}</Badge>}
        <Badge color={isFailing ? 'red' : COLORS[state]}>
          {t(isFailing ? 'events.failing' : `events.state.${state}`)}
        </Badge>
      </header>
      {waits !== null && <WaitingChange waits={waits} />}
      {state === 'GONE' && <Alert color="red">{t('events.goneHint')}</Alert>}
      {state === 'ACTIVE' && failingSince !== null && (
        <Alert color="red">{t('events.failingHint', { time: dateTimeText(failingSince) })}</Alert>
      )}
      {blocked > 0 && <Alert color="red">{t('events.blockedHint', { count: wholeText(blocked) })}</Alert>}
      {secrets > 1 && <Alert color="yellow">{t('events.twoSecrets')}</Alert>}
      <Facts
        rows={[
          [t('events.types'), types.length === 0 ? t('events.allTypes') : types.join(', ')],
          [t('events.waiting'), wholeText(waiting)],
          [
            t('events.lastDelivered'),
            webhook.lastDeliveredAt === null ? '–' : dateTimeText(webhook.lastDeliveredAt),
          ],
        ]}
      />
      <footer>
        {button('deliveries', t('events.deliveries'))}
        <Button size="sm" variant="default" loading={test.isPending} onClick={() => test.mutate(undefined)}>
          {t('events.test')}
        </Button>
        {isFailing && button('retry', t('events.retry'))}
        {button('replay', t('events.replay'))}
        {/* What goes wrong is switched off at once, also while a change waits. */}
        {button(
          'switch',
          t(state === 'ACTIVE' ? 'connections.switchOff' : 'connections.switchOn'),
          waits !== null && state !== 'ACTIVE',
        )}
        {button('edit', t('app.edit'), waits !== null)}
        {secrets > 1
          ? button('endSecret', t('events.endSecret'), waits !== null)
          : button('rotate', t('events.rotate'), waits !== null)}
        {button('remove', t('connections.remove'), waits !== null)}
      </footer>
      <div role="status" aria-live="polite">
        {test.data && (
          <Alert color={test.data.ok ? 'teal' : 'red'}>
            {test.data.ok
              ? t('events.testedOk', { ms: wholeText(test.data.tookMs) })
              : t('events.testedTrouble', { why: outcomeText(test.data) })}
          </Alert>
        )}
      </div>
    </article>
  );
}
