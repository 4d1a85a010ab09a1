import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Badge, Button } from '@mantine/core';
import { useState } from 'react';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { type Column, Rows } from '../../components/Rows.tsx';
import { WaitingChange } from '../../components/WaitingChange.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';
import { AddKeyDialog } from './AddKeyDialog.tsx';
import type { ApiKey, Made } from './webhook.ts';

interface Props extends ResponseOf<Contract['GET /api/console/api-keys']> {
  onMade: (made: Made) => void;
}

const COLORS = { ACTIVE: 'teal', EXPIRED: 'gray', REVOKED: 'gray' } as const;

/** The keys with which systems outside read, those that work first. */
export function ApiKeys({ keys, additions, onMade }: Props) {
  const t = useT();
  const [isAdding, setIsAdding] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey>();
  const columns: Column<ApiKey>[] = [
    { title: t('events.name'), isFixed: true, cell: ({ name }) => name },
    { title: t('events.keyStart'), isFixed: true, cell: ({ startsWith }) => `${startsWith}…` },
    {
      title: t('events.scopes'),
      cell: ({ scopes }) => scopes.map((scope) => t(`events.scope.${scope}`)).join(', '),
    },
    { title: t('events.networks'), cell: ({ networks }) => networks.join(', ') || t('events.everywhere') },
    {
      title: t('events.expires'),
      cell: ({ state, expiresAt }) => (
        <>
          <span>{`${dateTimeText(expiresAt)} `}</span>
          <Badge color={COLORS[state]}>{t(`events.key.${state}`)}</Badge>
        </>
      ),
    },
    {
      title: t('events.lastUsed'),
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? '–' : dateTimeText(lastUsedAt)),
    },
    {
      title: t('events.revoke'),
      cell: (key) =>
        key.state === 'ACTIVE' && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('events.revokeTitle', { name: key.name })}
            onClick={() => setRevoked(key)}
          >
            {t('events.revoke')}
          </Button>
        ),
    },
  ];
  return (
    <section aria-labelledby="api-keys">
      <header className="events-head">
        <h2 id="api-keys">{t('events.keys')}</h2>
        <Button onClick={() => setIsAdding(true)}>{t('events.addKey')}</Button>
      </header>
      {additions.map(({ id, name, waits }) => (
        <article key={id} className="card" aria-labelledby={`key-${id}`}>
          <header>
            <h3 translate="no" id={`key-${id}`} className="grow">
              {name}
            </h3>
            <Badge color="yellow">{t('connections.waits')}</Badge>
          </header>
          <WaitingChange waits={waits} />
        </article>
      ))}
      <Rows label={t('events.keys')} rows={keys} columns={columns} empty={t('events.noKeys')} />
      {isAdding && <AddKeyDialog onClose={() => setIsAdding(false)} onMade={onMade} />}
      {revoked && <RevokeDialog apiKey={revoked} onClose={() => setRevoked(undefined)} />}
    </section>
  );
}

function RevokeDialog({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useT();
  const revoke = useAction(
    (reason: string) => client('DELETE /api/console/api-keys/:id', { params: { id }, body: { reason } }),
    { done: t('events.revoked'), onDone: onClose },
  );
  return (
    <ReasonDialog
      title={t('events.revokeTitle', { name })}
      hint={t('events.revokeHint')}
      action={t('events.revoke')}
      isBusy={revoke.isPending}
      onClose={onClose}
      onConfirm={revoke.mutate}
    />
  );
}
