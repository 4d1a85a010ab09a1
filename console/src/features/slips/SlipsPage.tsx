import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { durationText } from '@krapao/ui/duration.ts';
import { bahtText } from '@krapao/ui/money.ts';
import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ClaimedQueue, type Desk } from '../../components/ClaimedQueue.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { useT, wordsOr } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useQueue } from '../../lib/useQueue.ts';
import { SlipDecision } from './SlipDecision.tsx';
import { SlipPicture } from './SlipPicture.tsx';

type Slips = ResponseOf<Contract['GET /api/console/slips']>;

/** Slips that the system could not decide: the queue, the picture, and the facts with the decision. */
export function SlipsPage() {
  const t = useT();
  const queue = useQueue('slips', (query) => client('GET /api/console/slips', { query }));
  const [first] = queue.query.data?.pages ?? [];
  return (
    <ClaimedQueue
      queue={queue}
      layout="three"
      title={t('slips.waiting')}
      empty={t('slips.empty')}
      nothingLeft={t('slips.nothingLeft')}
      footer={first && <Today {...first.today} />}
      describe={({ member, uploadedAt, amount, note, escalation }) => ({
        memberId: member.id,
        name: member.name,
        since: uploadedAt,
        amount,
        amountText: amount === null ? '–' : bahtText(amount),
        why: note === null ? undefined : wordsOr(`slips.note.${note}`, note),
        ...(escalation !== null && { badge: <Badge color="violet">{t('slips.forSupervisor')}</Badge> }),
      })}
    >
      {(item, desk) => <Slip key={item.id} item={item} desk={desk} />}
    </ClaimedQueue>
  );
}

/** What was done since midnight in Bangkok. */
function Today({ decided, averageSeconds }: Slips['today']) {
  const t = useT();
  return (
    <>
      <p>
        <span>{`${t('slips.decidedToday')} `}</span>
        <b className="num">{decided}</b>
      </p>
      <p>
        <span>{`${t('slips.averageTime')} `}</span>
        <b className="num">{durationText(Math.round(averageSeconds))}</b>
      </p>
    </>
  );
}

/** The picture, with its facts and the decision beside it. */
function Slip({ item, desk }: { item: Slips['items'][number]; desk: Desk }) {
  const detail = useQuery({
    queryKey: ['slips', item.id],
    queryFn: () => client('GET /api/console/slips/:id', { params: { id: item.id } }),
  });
  return (
    <>
      <SlipPicture id={item.id} slip={detail.data} />
      <section className="pane" aria-label={item.member.name}>
        <QueryState query={detail}>{(slip) => <SlipDecision slip={slip} desk={desk} />}</QueryState>
      </section>
    </>
  );
}
