import { useNow } from '@krapao/ui/useNow.ts';
import { Alert } from '@mantine/core';
import { useT } from '../../../i18n/i18n.ts';
import { waitText } from '../../../lib/waitText.ts';
import type { Feed } from './feed.ts';

/** Says that a feed is silent, for how long, and what to look at. */
export function SilenceNotice({ feed: { name, silentSince } }: { feed: Feed }) {
  const t = useT();
  const now = useNow(1_000);
  if (silentSince === null) return null;
  return (
    <Alert color="red" role="note" title={t('feeds.silent', { name, time: waitText(silentSince, now) })}>
      {t('feeds.silentHint')}
    </Alert>
  );
}
