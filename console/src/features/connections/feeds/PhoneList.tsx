import { dateTimeText } from '@krapao/ui/time.ts';
import { useNow } from '@krapao/ui/useNow.ts';
import { Badge, Button } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../../../i18n/i18n.ts';
import { AddPhoneDialog } from './AddPhoneDialog.tsx';
import { EndPhoneDialog } from './EndPhoneDialog.tsx';
import { aliveColor, type Feed, type Phone, phoneState } from './feed.ts';
import { HeardFigures } from './HeardFigures.tsx';
import { RenamePhoneDialog } from './RenamePhoneDialog.tsx';

type Opened = { what: 'add' } | { what: 'rename' | 'end'; phone: Phone };

/** The phones that forward notices: whether each lives, and what can be done with its key. */
export function PhoneList({ feed }: { feed: Feed }) {
  const t = useT();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const living = feed.phones.filter(({ revokedAt }) => revokedAt === null);
  const ended = feed.phones.filter(({ revokedAt }) => revokedAt !== null);
  return (
    <section aria-labelledby="phones">
      <header className="feed-head">
        <h2 id="phones">{t('feeds.phones')}</h2>
        <Button onClick={() => setOpened({ what: 'add' })}>{t('feeds.add')}</Button>
      </header>
      {living.length === 0 && <p className="muted">{t('feeds.noPhones')}</p>}
      {living.map((phone) => (
        <PhoneCard key={phone.id} phone={phone} feed={feed} onOpen={(what) => setOpened({ what, phone })} />
      ))}
      {ended.length > 0 && (
        <details className="ended-phones">
          <summary>{t('feeds.ended', { count: ended.length })}</summary>
          {ended.map((phone) => (
            <PhoneCard key={phone.id} phone={phone} feed={feed} />
          ))}
        </details>
      )}
      {opened?.what === 'add' && <AddPhoneDialog feed={feed} onClose={close} />}
      {opened?.what === 'rename' && (
        <RenamePhoneDialog feedId={feed.id} phone={opened.phone} onClose={close} />
      )}
      {opened?.what === 'end' && <EndPhoneDialog feedId={feed.id} phone={opened.phone} onClose={close} />}
    </section>
  );
}

interface CardProps {
  phone: Phone;
  feed: Feed;
  /** Undefined for a phone whose key has ended. */
  onOpen?: (what: 'rename' | 'end') => void;
}

function PhoneCard({ phone, feed: { silentMinutes }, onOpen }: CardProps) {
  const t = useT();
  const { id, name, holder, isService, createdAt, revokedAt } = phone;
  const state = phoneState(phone, silentMinutes, useNow(1_000));
  return (
    <article className="card connection" aria-labelledby={`phone-${id}`}>
      <header>
        <div className="grow">
          <h3 translate="no" id={`phone-${id}`}>
            {name}
          </h3>
          <span className="muted">
            {`${isService ? `${t('feeds.service')} · ` : ''}${
              revokedAt === null
                ? t('feeds.since', { time: dateTimeText(createdAt) })
                : t('feeds.until', { time: dateTimeText(revokedAt) })
            } · ${holder === '' ? t('feeds.holderUnknown') : t('feeds.holderOf', { name: holder })}`}
          </span>
        </div>
        <Badge color={aliveColor(state)}>{t(`feeds.state.${state}`)}</Badge>
      </header>
      <HeardFigures heard={phone} />
      {onOpen && (
        <footer>
          <Button size="sm" variant="default" onClick={() => onOpen('rename')}>
            {t('feeds.rename')}
          </Button>
          <Button size="sm" variant="default" onClick={() => onOpen('end')}>
            {t('feeds.end')}
          </Button>
        </footer>
      )}
    </article>
  );
}
