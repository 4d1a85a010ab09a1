import { wholeText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Facts } from '../../components/Facts.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { type Column, Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';

interface Props {
  connectionId: string;
}

/** What the maker of a connection delivered, newest first; each can be read as it came, and taken again. */
export function Deliveries({ connectionId: id }: Props) {
  const t = useT();
  const [opened, setOpened] = useState<string>();
  const query = useQuery({
    queryKey: ['connections', id, 'deliveries'],
    queryFn: () => client('GET /api/console/connections/:id/deliveries', { params: { id } }),
  });
  type Delivered = NonNullable<typeof query.data>['deliveries'][number];
  const columns: Column<Delivered>[] = [
    {
      title: t('audit.at'),
      cell: ({ at, id: delivery }) => (
        <Button size="compact-sm" variant="subtle" onClick={() => setOpened(delivery)}>
          {dateTimeText(at)}
        </Button>
      ),
    },
    {
      title: t('connections.result'),
      cell: ({ reading, outcome }) => (
        <>
          <Badge color={reading === 'refused' ? 'red' : reading === 'proved' ? 'teal' : 'gray'}>
            {t(`connections.reading.${reading}`)}
          </Badge>
          <span>{` ${t(`connections.outcome.${outcome}`)}`}</span>
        </>
      ),
    },
    { title: t('connections.delivery.order'), isFixed: true, cell: ({ reference }) => reference },
    { title: t('connections.delivery.times'), isNumber: true, cell: ({ times }) => wholeText(times) },
    { title: t('connections.delivery.from'), cell: ({ address }) => address },
  ];
  return (
    <QueryState query={query}>
      {({ deliveries }) => (
        <>
          <Rows
            label={t('connections.deliveries')}
            rows={deliveries}
            columns={columns}
            empty={t('connections.noDeliveries')}
          />
          {opened !== undefined && <OneDelivery key={opened} connectionId={id} delivery={opened} />}
        </>
      )}
    </QueryState>
  );
}

function OneDelivery({ connectionId: id, delivery }: Props & { delivery: string }) {
  const t = useT();
  const [asks, setAsks] = useState(false);
  const params = { id, delivery };
  const query = useQuery({
    queryKey: ['connections', id, 'deliveries', delivery],
    queryFn: () => client('GET /api/console/connections/:id/deliveries/:delivery', { params }),
    // Each reading stands in the audit log.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const take = useAction(
    (reason: string) =>
      client('POST /api/console/connections/:id/deliveries/:delivery/take', { params, body: { reason } }),
    { done: ({ outcome }) => t(`connections.outcome.${outcome}`), onDone: () => setAsks(false) },
  );
  return (
    <QueryState query={query}>
      {({ headers, body, isCut }) => (
        <section className="delivery">
          <h4>{t('connections.delivery.body')}</h4>
          <pre className="makers-words">{body}</pre>
          <details>
            <summary>{t('connections.delivery.headers')}</summary>
            <Facts rows={Object.entries(headers)} />
          </details>
          {isCut ? (
            <p className="muted">{t('connections.delivery.cut')}</p>
          ) : (
            <Button size="sm" variant="default" onClick={() => setAsks(true)}>
              {t('connections.delivery.take')}
            </Button>
          )}
          {asks && (
            <ReasonDialog
              title={t('connections.delivery.take')}
              hint={t('connections.delivery.takeHint')}
              action={t('connections.delivery.take')}
              isBusy={take.isPending}
              onClose={() => setAsks(false)}
              onConfirm={take.mutate}
            />
          )}
        </section>
      )}
    </QueryState>
  );
}
