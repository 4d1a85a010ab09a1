import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { useNow } from '@krapao/ui/useNow.ts';
import { Alert } from '@mantine/core';
import { Link } from 'wouter';
import { useT } from '../i18n/i18n.ts';
import { feedPath } from '../lib/paths.ts';
import { waitText } from '../lib/waitText.ts';

interface Props {
  feeds: ResponseOf<Contract['GET /api/console/queues']>['silentFeeds'];
  /** Whether the operator may open the page of a feed. */
  mayOpen: boolean;
}

/** On every page: bank feeds that are not heard, and for how long. Their page says what to look at. */
export function SilentFeeds({ feeds, mayOpen }: Props) {
  const t = useT();
  const now = useNow(60_000);
  if (feeds.length === 0) return null;
  return (
    <Alert color="red" role="region" aria-label={t('feeds.silentFeeds')} radius={0} py="xs">
      {feeds.map(({ id, name, silentSince }) => {
        const text = t('feeds.silent', { name, time: waitText(silentSince, now) });
        return <div key={id}>{mayOpen ? <Link href={feedPath(id)}>{text}</Link> : text}</div>;
      })}
    </Alert>
  );
}
