import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Clock, UserRound } from 'lucide-react';
import { Monogram } from '../../components/Monogram.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { QueueList } from '../../components/QueueList.tsx';
import { hasMessage, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { bahtText, waitText } from '../../lib/format.ts';
import { useClaim } from '../../lib/useClaim.ts';
import { useNow } from '../../lib/useNow.ts';
import { useSelection } from '../../lib/useSelection.ts';
import { SlipDecision } from './SlipDecision.tsx';
import { SlipPicture } from './SlipPicture.tsx';

const load = () => client('GET /api/console/slips');

/** Slips that no machine could decide: the queue, the picture, and its facts with the decision. */
export function SlipsPage() {
  const query = useQuery({ queryKey: ['slips'], queryFn: load });
  return <QueryState query={query}>{(data) => <Slips {...data} />}</QueryState>;
}

function Slips({ items, today }: Awaited<ReturnType<typeof load>>) {
  const t = useT();
  const now = useNow();
  const { item, select, next } = useSelection(items);
  const problem = useClaim('slips', item?.id);
  const detail = useQuery({
    queryKey: ['slips', item?.id],
    queryFn: () => client('GET /api/console/slips/:id', { params: { id: item?.id ?? '' } }),
    enabled: item !== undefined,
  });

  return (
    <div className="panes" style={{ gridTemplateColumns: '320px minmax(0, 1fr) minmax(360px, 460px)' }}>
      <QueueList
        title={t('slips.waiting')}
        items={items}
        selected={item?.id}
        onSelect={select}
        empty={t('slips.empty')}
        footer={
          <>
            <p>
              {t('slips.decidedToday')} <b className="num">{today.decided}</b>
            </p>
            <p>
              {t('slips.averageTime')}{' '}
              <b className="num">
                {waitText(new Date(0).toISOString(), Math.round(today.averageSeconds) * 1000)}
              </b>
            </p>
          </>
        }
      >
        {(slip) => (
          <>
            <Monogram id={slip.member.id} name={slip.member.name} />
            <span className="grow">
              <b>{slip.member.name}</b>
              <small className="muted num">
                <Clock size={13} aria-hidden="true" />{' '}
                {t('slips.waitingFor', { time: waitText(slip.uploadedAt, now) })}
              </small>
            </span>
            <span className="end">
              <b className="num">{slip.amount === null ? '–' : bahtText(slip.amount)}</b>
              {slip.claim && !slip.claim.isMine ? (
                <Badge color="gray" leftSection={<UserRound size={12} />}>
                  {slip.claim.operatorName}
                </Badge>
              ) : slip.escalation !== null ? (
                <Badge color="violet">{t('slips.forSupervisor')}</Badge>
              ) : (
                slip.note !== null && <Badge color="yellow">{noteText(t, slip.note)}</Badge>
              )}
            </span>
          </>
        )}
      </QueueList>
      {item === undefined ? (
        <p className="centre muted" style={{ gridColumn: 'span 2' }}>
          {t('slips.nothingLeft')}
        </p>
      ) : (
        <>
          <SlipPicture key={`picture ${item.id}`} id={item.id} slip={detail.data} />
          <section className="pane" aria-label={item.member.name}>
            <QueryState query={detail}>
              {(slip) => <SlipDecision key={slip.id} slip={slip} problem={problem} onSkip={next} />}
            </QueryState>
          </section>
        </>
      )}
    </div>
  );
}

function noteText(t: ReturnType<typeof useT>, note: string): string {
  const id = `slips.note.${note}`;
  return hasMessage(id) ? t(id) : note;
}
