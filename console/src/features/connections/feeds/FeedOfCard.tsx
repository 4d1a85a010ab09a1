import { Badge, Button } from '@mantine/core';
import { Link } from 'wouter';
import { useT } from '../../../i18n/i18n.ts';
import { feedPath } from '../../../lib/paths.ts';
import { aliveColor, useFeeds } from './feed.ts';
import { HeardFigures } from './HeardFigures.tsx';
import { SilenceNotice } from './SilenceNotice.tsx';

/** What the card of a connection says of a bank feed, with the way to its phones. */
export function FeedOfCard({ id }: { id: string }) {
  const t = useT();
  const feed = useFeeds().data?.feeds.find((one) => one.id === id);
  if (feed === undefined) return null;
  const count = feed.phones.filter(({ revokedAt }) => revokedAt === null).length;
  return (
    <>
      <SilenceNotice feed={feed} />
      <HeardFigures heard={feed} />
      <div className="feed-way">
        <Button component={Link} href={feedPath(id)} size="sm" variant="default">
          {t('feeds.open')}
        </Button>
        <span className="muted">{t('feeds.phoneCount', { count })}</span>
      </div>
    </>
  );
}

/** Whether a feed that is switched on is heard, as a word on its colour. */
export function FeedState({ id }: { id: string }) {
  const t = useT();
  const feed = useFeeds().data?.feeds.find((one) => one.id === id);
  if (feed === undefined) return null;
  const state = feed.silentSince !== null ? 'silent' : feed.heardAt === null ? 'never' : 'alive';
  return <Badge color={aliveColor(state)}>{t(`feeds.state.${state}`)}</Badge>;
}
