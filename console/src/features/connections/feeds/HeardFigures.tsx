import { wholeText } from '@krapao/ui/money.ts';
import { useT } from '../../../i18n/i18n.ts';
import { Figure, Moment, NONE } from '../Figure.tsx';
import type { Feed } from './feed.ts';

/** When a feed or a phone was last heard, when it last told of money, and how many texts it sent besides. */
export function HeardFigures({ heard }: { heard: Pick<Feed, 'heardAt' | 'toldAt' | 'unread'> }) {
  const t = useT();
  const { heardAt, toldAt, unread } = heard;
  return (
    <dl className="figures">
      <Figure title={t('feeds.heard')}>{heardAt === null ? NONE : <Moment at={heardAt} />}</Figure>
      <Figure title={t('feeds.told')}>{toldAt === null ? NONE : <Moment at={toldAt} />}</Figure>
      <Figure title={t('feeds.unread')}>
        <span translate="no">{wholeText(unread)}</span>
      </Figure>
    </dl>
  );
}
