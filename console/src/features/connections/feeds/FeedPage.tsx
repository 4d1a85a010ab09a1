import { Alert, Button } from '@mantine/core';
import { Link } from 'wouter';
import { CopyText } from '../../../components/CopyText.tsx';
import { PageHead } from '../../../components/PageHead.tsx';
import { QueryState } from '../../../components/QueryState.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import '../connections.css';
import { type Feed, useFeeds } from './feed.ts';
import './feeds.css';
import { NoticeTester } from './NoticeTester.tsx';
import { PhoneList } from './PhoneList.tsx';
import { SilenceNotice } from './SilenceNotice.tsx';

/** One bank feed: whether it is heard, its phones, and how it reads a text. */
export function FeedPage({ id }: { id: string }) {
  const t = useT();
  const query = useFeeds();
  return (
    <div className="inside">
      <QueryState query={query}>
        {({ feeds }) => {
          const feed = feeds.find((one) => one.id === id);
          return feed === undefined ? (
            <p>
              <span>{`${t('feeds.gone')} `}</span>
              <Link href={paths.connections}>{t('feeds.back')}</Link>
            </p>
          ) : (
            <Loaded feed={feed} />
          );
        }}
      </QueryState>
    </div>
  );
}

function Loaded({ feed }: { feed: Feed }) {
  const t = useT();
  const { id, name, isActive, receivesAt } = feed;
  return (
    <>
      <PageHead title={t('feeds.title', { name })}>
        <Button component={Link} href={paths.connections} variant="default">
          {t('feeds.back')}
        </Button>
      </PageHead>
      {!isActive && (
        <Alert color="yellow" role="note">
          {t('feeds.off')}
        </Alert>
      )}
      <SilenceNotice feed={feed} />
      <div className="receives-at feed-address">
        <span className="muted">{t('feeds.keyAddress')}</span>
        <CopyText text={new URL(receivesAt, location.origin).href} />
      </div>
      <PhoneList feed={feed} />
      <NoticeTester feedId={id} />
    </>
  );
}
