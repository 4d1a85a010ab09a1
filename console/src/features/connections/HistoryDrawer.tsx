import { wholeText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Badge, Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QueryState } from '../../components/QueryState.tsx';
import { type Column, Rows } from '../../components/Rows.tsx';
import { useT, wordsOr } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import type { Connection } from './connectionForm.ts';
import { operationText } from './connectionWords.ts';
import { Deliveries } from './Deliveries.tsx';

/** The last calls of a connection and its last changes, newest first. */
export function HistoryDrawer({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const t = useT();
  const { id, name, receivesAt } = connection;
  const query = useQuery({
    queryKey: ['connections', id, 'history'],
    queryFn: () => client('GET /api/console/connections/:id/history', { params: { id } }),
  });
  type History = NonNullable<typeof query.data>;
  const calls: Column<History['calls'][number] & { id: string }>[] = [
    { title: t('audit.at'), cell: ({ at }) => dateTimeText(at) },
    { title: t('connections.operation'), cell: ({ operation }) => operationText(operation) },
    {
      title: t('connections.result'),
      cell: ({ trouble }) => (
        <Badge color={trouble === null ? 'teal' : 'red'}>
          {t(trouble === null ? 'connections.state.ok' : `connections.trouble.${trouble}`)}
        </Badge>
      ),
    },
    {
      title: t('connections.took'),
      isNumber: true,
      cell: ({ tookMs }) => t('connections.ms', { ms: wholeText(tookMs) }),
    },
  ];
  const changes: Column<History['changes'][number] & { id: string }>[] = [
    { title: t('audit.at'), cell: ({ at }) => dateTimeText(at) },
    { title: t('audit.operator'), isFixed: true, cell: ({ by }) => by },
    { title: t('audit.action'), cell: ({ action }) => wordsOr(`audit.action.${action}`, action) },
    { title: t('app.reason'), cell: ({ reason }) => reason },
  ];
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={t('connections.historyOf', { name })}>
      <QueryState query={query}>
        {(history) => (
          <div className="connection-history">
            <h3>{t('connections.changes')}</h3>
            <Rows
              label={t('connections.changes')}
              rows={numbered(history.changes)}
              columns={changes}
              empty={t('connections.noChanges')}
            />
            {receivesAt !== null && (
              <>
                <h3>{t('connections.deliveries')}</h3>
                <Deliveries connectionId={id} />
              </>
            )}
            <h3>{t('connections.lastCalls')}</h3>
            <Rows
              label={t('connections.lastCalls')}
              rows={numbered(history.calls)}
              columns={calls}
              empty={t('connections.noCalls')}
            />
          </div>
        )}
      </QueryState>
    </Drawer>
  );
}

const numbered = <Row,>(rows: readonly Row[]) => rows.map((row, nth) => ({ ...row, id: String(nth) }));
