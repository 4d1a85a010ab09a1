import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { Alert } from '@mantine/core';
import { Link } from 'wouter';
import { useT } from '../i18n/i18n.ts';
import { paths } from '../lib/paths.ts';

interface Props {
  webhooks: ResponseOf<Contract['GET /api/console/queues']>['failingWebhooks'];
}

/** On every page: receivers that do not take their events. Their page says what to do. */
export function FailingWebhooks({ webhooks }: Props) {
  const t = useT();
  if (webhooks.length === 0) return null;
  return (
    <Alert color="red" role="region" aria-label={t('events.failingWebhooks')} radius={0} py="xs">
      {webhooks.map(({ id, name }) => (
        <div key={id}>
          <Link href={paths.events}>{t('events.failingWebhook', { name })}</Link>
        </div>
      ))}
    </Alert>
  );
}
