import { wholeText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Badge, Button, Drawer, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryState } from '../../components/QueryState.tsx';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { type Column, Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';
import { outcomeText, type Webhook } from './webhook.ts';

const COLORS = { DELIVERED: 'teal', FAILED: 'yellow', GIVEN_UP: 'red', LEFT_OUT: 'gray' } as const;
const AGAIN_MS = 5_000;

/** What was sent to a receiver last; each event can be read as it was sent, and sent once more. */
export function DeliveriesDrawer({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useT();
  const { id, name } = webhook;
  const [opened, setOpened] = useState<string>();
  const query = useQuery({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: () => client('GET /api/console/webhooks/:id/deliveries', { params: { id } }),
    refetchInterval: AGAIN_MS,
  });
  type Delivery = NonNullable<typeof query.data>['deliveries'][number] & { id: string };
  const columns: Column<Delivery>[] = [
    {
      title: t('audit.at'),
      cell: ({ lastAt, event }) => (
        <Button size="compact-sm" variant="subtle" onClick={() => setOpened(event)}>
          {dateTimeText(lastAt)}
        </Button>
      ),
    },
    { title: t('events.event'), isFixed: true, cell: ({ event, type }) => `${event} · ${type ?? '–'}` },
    { title: t('events.member'), cell: ({ memberId }) => memberId ?? '–' },
    {
      title: t('events.outcome'),
      cell: (delivery) => (
        <>
          <Badge color={COLORS[delivery.state]}>{t(`events.delivery.${delivery.state}`)}</Badge>
          <span>{` ${outcomeText(delivery)}`}</span>
        </>
      ),
    },
    { title: t('events.tries'), isNumber: true, cell: ({ tries }) => wholeText(tries) },
  ];
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={t('events.deliveriesOf', { name })}>
      <QueryState query={query}>
        {({ deliveries }) => (
          <>
            <Rows
              label={t('events.deliveries')}
              rows={deliveries.map((one) => ({ ...one, id: one.event }))}
              columns={columns}
              empty={t('events.noDeliveries')}
            />
            {opened !== undefined && <OneDelivery key={opened} webhookId={id} event={opened} />}
          </>
        )}
      </QueryState>
    </Drawer>
  );
}

function OneDelivery({ webhookId: id, event }: { webhookId: string; event: string }) {
  const t = useT();
  const [asks, setAsks] = useState<'resend' | 'leaveOut'>();
  const params = { id, event };
  const query = useQuery({
    queryKey: ['webhooks', id, 'deliveries', event],
    queryFn: () => client('GET /api/console/webhooks/:id/deliveries/:event', { params }),
    refetchInterval: AGAIN_MS,
  });
  const close = () => setAsks(undefined);
  const resend = useAction(
    (reason: string) =>
      client('POST /api/console/webhooks/:id/deliveries/:event/resend', { params, body: { reason } }),
    { done: t('events.resent'), onDone: close },
  );
  const leaveOut = useAction(
    (reason: string) =>
      client('POST /api/console/webhooks/:id/deliveries/:event/leave-out', { params, body: { reason } }),
    { done: t('events.leftOut'), onDone: close },
  );
  const run = asks === 'leaveOut' ? leaveOut : resend;
  return (
    <QueryState query={query}>
      {({ body, answer, state }) => (
        <section className="events-delivery">
          <h3>{t('events.body')}</h3>
          {body === null ? <p className="muted">{t('events.bodyGone')}</p> : <pre>{body}</pre>}
          <h3>{t('events.answer')}</h3>
          {answer === '' ? <p className="muted">{t('events.noAnswer')}</p> : <pre>{answer}</pre>}
          <Group>
            <Button size="sm" variant="default" disabled={body === null} onClick={() => setAsks('resend')}>
              {t('events.resend')}
            </Button>
            {state === 'GIVEN_UP' && (
              <Button size="sm" variant="default" onClick={() => setAsks('leaveOut')}>
                {t('events.leaveOut')}
              </Button>
            )}
          </Group>
          {asks !== undefined && (
            <ReasonDialog
              title={t(`events.${asks}`)}
              hint={t(`events.${asks}Hint`)}
              action={t(`events.${asks}`)}
              isHarmless={asks === 'resend'}
              isBusy={run.isPending}
              onClose={close}
              onConfirm={run.mutate}
            />
          )}
        </section>
      )}
    </QueryState>
  );
}
