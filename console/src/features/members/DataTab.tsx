import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { LANGUAGE_NAMES } from '@krapao/ui/languageNames.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useQuery } from '@tanstack/react-query';
import { Facts } from '../../components/Facts.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT, wordsOr } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useMay } from '../../lib/self.ts';
import type { MemberDetail } from './MemberPage.tsx';
import { SealedRecord } from './SealedRecord.tsx';

type Answer = ResponseOf<Contract['GET /api/console/members/:id/data']>['consents'][number];

/** The answers, and before them each text that the member has answered nothing to. */
function answersOf(consents: readonly Answer[]) {
  const unanswered = (['agreements', 'conditions'] as const).filter(
    (text) => !consents.some(({ kind }) => kind === text),
  );
  return [
    ...unanswered.map((kind) => ({ id: kind, kind, answer: undefined })),
    ...consents.map((answer) => ({ id: `${answer.kind} ${answer.at}`, kind: answer.kind, answer })),
  ];
}

const timeOr = (time: string | null) => (time === null ? '–' : dateTimeText(time));

/** What the member asked about their data: copies, the erasure of the account, consents. */
export function DataTab({ detail }: { detail: MemberDetail }) {
  const t = useT();
  const may = useMay();
  const params = { id: detail.member.id };
  const query = useQuery({
    queryKey: ['member', params.id, 'data'],
    queryFn: () => client('GET /api/console/members/:id/data', { params }),
  });
  return (
    <QueryState query={query}>
      {({ copies, erasure, consents }) => (
        <>
          <h2>{t('personalData.erasure')}</h2>
          {erasure === null ? (
            <p className="muted">{t('personalData.noErasure')}</p>
          ) : (
            <>
              <Facts
                rows={[
                  [t('personalData.state'), wordsOr(`personalData.erasure.${erasure.state}`, erasure.state)],
                  [t('personalData.askedAt'), dateTimeText(erasure.askedAt)],
                  [t('personalData.dueAt'), timeOr(erasure.dueAt)],
                  [t('personalData.finishedAt'), timeOr(erasure.finishedAt)],
                  [t('personalData.keptUntil'), timeOr(erasure.keptUntil)],
                ]}
              />
              {erasure.keptUntil !== null && may('data.retained') && <SealedRecord memberId={params.id} />}
            </>
          )}
          <h2>{t('personalData.copies')}</h2>
          <Rows
            label={t('personalData.copies')}
            rows={copies}
            empty={t('personalData.noCopies')}
            columns={[
              { title: t('personalData.askedAt'), cell: ({ askedAt }) => dateTimeText(askedAt) },
              { title: t('personalData.state'), cell: ({ state }) => t(`personalData.copy.${state}`) },
              { title: t('personalData.expiresAt'), cell: ({ expiresAt }) => timeOr(expiresAt) },
            ]}
          />
          <h2>{t('personalData.consents')}</h2>
          <Rows
            label={t('personalData.consents')}
            rows={answersOf(consents)}
            empty={t('personalData.noConsents')}
            columns={[
              { title: t('personalData.consent'), cell: ({ kind }) => t(`personalData.consent.${kind}`) },
              {
                title: t('personalData.answer'),
                cell: ({ answer }) =>
                  t(
                    answer === undefined
                      ? 'personalData.notShown'
                      : answer.isGiven
                        ? 'personalData.given'
                        : 'personalData.refused',
                  ),
              },
              { title: t('lists.version'), cell: ({ answer }) => answer?.version ?? '–' },
              {
                title: t('personalData.pressed'),
                cell: ({ kind, answer }) => {
                  if (answer === undefined || kind === 'marketing') return '–';
                  if (answer.shown === null) return t('personalData.pressed.unknown');
                  return `${t(`personalData.pressed.${answer.shown.place}`)} · ${LANGUAGE_NAMES[answer.shown.language]}`;
                },
              },
              { title: t('personalData.client'), cell: ({ answer }) => answer?.client || '–' },
              { title: t('personalData.at'), cell: ({ answer }) => timeOr(answer?.at ?? null) },
            ]}
          />
        </>
      )}
    </QueryState>
  );
}
