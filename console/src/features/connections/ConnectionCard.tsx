import { wholeText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, Badge, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { CopyText } from '../../components/CopyText.tsx';
import { Facts } from '../../components/Facts.tsx';
import { WaitingChange } from '../../components/WaitingChange.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { driverChoiceText, driverFieldText } from '../../lib/driverWords.ts';
import { newGateway } from '../../lib/paths.ts';
import { useAction } from '../../lib/useAction.ts';
import { ConnectionHealth } from './ConnectionHealth.tsx';
import type { Connection } from './connectionForm.ts';
import { type Group, healthColor, turnOf } from './connectionWords.ts';
import { FeedOfCard, FeedState } from './feeds/FeedOfCard.tsx';

/** States of calls; a feed makes none, and is heard instead. */
const HEARD: readonly Connection['health']['state'][] = ['unused', 'ok'];

interface Props {
  connection: Connection;
  group: Group;
  /** Whether this version has its driver. */
  isKnown: boolean;
  onOpen: (what: 'edit' | 'switch' | 'remove' | 'history') => void;
}

/** One connection: its state in words, what to do about its trouble, its figures, its settings and its actions. */
export function ConnectionCard({ connection, group, isKnown, onOpen }: Props) {
  const t = useT();
  const { id, capability, name, title, isActive, isShadow, isFixed, canTest, health, waits } = connection;
  const turn = turnOf(connection, group);
  const test = useAction(() =>
    client('POST /api/console/connections/:id/test', { params: { id }, body: undefined }),
  );
  return (
    <article className="card connection" aria-labelledby={`connection-${id}`}>
      <header>
        <div className="grow">
          <h3 translate="no" id={`connection-${id}`}>
            {name}
          </h3>
          <span className="muted">
            {[
              ...(title === name ? [] : [title]),
              ...(turn === undefined ? [] : [t('connections.turn', { turn })]),
            ].join(' · ')}
          </span>
        </div>
        {waits !== null && <Badge color="yellow">{t('connections.waits')}</Badge>}
        {isShadow && <Badge color="gray">{t('connections.shadow')}</Badge>}
        {isFixed && <Badge color="gray">{t('connections.fixed')}</Badge>}
        {capability === 'bankFeed' && HEARD.includes(health.state) ? (
          <FeedState id={id} />
        ) : (
          <Badge color={healthColor(health.state)}>{t(`connections.state.${health.state}`)}</Badge>
        )}
      </header>
      {waits !== null && <WaitingChange waits={waits} />}
      {health.state === 'failing' && health.lastTrouble !== null && (
        <Alert color="red" role="note" title={t(`connections.trouble.${health.lastTrouble.reason}`)}>
          {t(`connections.remedy.${health.lastTrouble.reason}`)}
        </Alert>
      )}
      {!isKnown && !isFixed && (
        <Alert color="yellow" role="note">
          {t('connections.unknownDriver')}
        </Alert>
      )}
      {capability === 'bankFeed' ? (
        <FeedOfCard id={id} />
      ) : (
        <ConnectionHealth health={health} isShadow={isShadow} />
      )}
      {connection.receivesAt !== null && (
        <div className="receives-at">
          <span className="muted">{t('connections.receivesAt')}</span>
          <CopyText text={new URL(connection.receivesAt, location.origin).href} />
          <span className="muted">{t('connections.receivesHint')}</span>
        </div>
      )}
      <Offer connection={connection} />
      <Settings connection={connection} />
      <footer>
        {canTest && (
          <Button size="sm" variant="default" loading={test.isPending} onClick={() => test.mutate(undefined)}>
            {t('connections.test')}
          </Button>
        )}
        {isFixed ? (
          <span className="muted grow">{t('connections.fixedHint')}</span>
        ) : (
          <>
            {/* What works wrongly is switched off at once, also while a change waits. */}
            <Own isOff={waits !== null && !isActive} onPress={() => onOpen('switch')}>
              {t(isActive ? 'connections.switchOff' : 'connections.switchOn')}
            </Own>
            <Own isOff={waits !== null || !isKnown} onPress={() => onOpen('edit')}>
              {t('app.edit')}
            </Own>
            <Own isOff={waits !== null} onPress={() => onOpen('remove')}>
              {t('connections.remove')}
            </Own>
          </>
        )}
        <Button size="sm" variant="default" onClick={() => onOpen('history')}>
          {t('connections.history')}
        </Button>
      </footer>
      <div role="status" aria-live="polite">
        {test.data && (
          <Alert
            color={test.data.ok ? 'teal' : 'red'}
            title={
              test.data.trouble === null
                ? t('connections.testedOk', { ms: wholeText(test.data.tookMs) })
                : t('connections.testedTrouble', {
                    trouble: t(`connections.trouble.${test.data.trouble}`),
                    ms: wholeText(test.data.tookMs),
                  })
            }
          >
            {test.data.detail !== '' && <span className="makers-words">{test.data.detail}</span>}
            {test.data.trouble !== null && <p>{t(`connections.remedy.${test.data.trouble}`)}</p>}
          </Alert>
        )}
      </div>
    </article>
  );
}

/** An action on what operators themselves have connected. */
function Own({ isOff, onPress, children }: { isOff: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <Button size="sm" variant="default" disabled={isOff} onClick={onPress}>
      {children}
    </Button>
  );
}

/** What members read to choose this gateway; if it works and they cannot choose it, where to change that. */
function Offer({ connection: { offeredAs, isActive } }: { connection: Connection }) {
  const t = useT();
  if (offeredAs === null || (offeredAs.length === 0 && !isActive)) return null;
  if (offeredAs.length > 0)
    return <p className="muted">{t('connections.offeredAs', { titles: offeredAs.join(', ') })}</p>;
  return (
    <Alert color="yellow" role="note">
      <span>{`${t('connections.notOffered')} `}</span>
      <Link href={newGateway}>{t('content.group.gateways')}</Link>
    </Alert>
  );
}

/** The settings that anybody may read, and the names of the stored keys. */
function Settings({ connection }: { connection: Connection }) {
  const t = useT();
  const { config, secretsSet, priority, isFixed, changedAt, changedBy } = connection;
  return (
    <details>
      <summary>{t('connections.settings')}</summary>
      <Facts
        rows={[
          ...(isFixed ? [] : [[driverFieldText('priority'), wholeText(priority)] as const]),
          ...Object.entries(config).map(
            ([name, value]) => [driverFieldText(name), driverChoiceText(name, textOf(value))] as const,
          ),
          [t('connections.secrets'), secretsSet.map(driverFieldText).join(', ') || '–'],
          [
            t('connections.changed'),
            [changedAt === null ? '–' : dateTimeText(changedAt), changedBy].filter(Boolean).join(' · '),
          ],
        ]}
      />
    </details>
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
