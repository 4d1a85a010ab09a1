import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useQuery } from '@tanstack/react-query';
import { QueryState } from '../../components/QueryState.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { mostText } from './limitText.ts';
import type { MemberDetail } from './MemberPage.tsx';

type Limits = ResponseOf<Contract['GET /api/console/members/:id/limits']>;

/** The limits that the member has set, what is used of them, what waits, and every wish; nobody loosens them here. */
export function LimitsTab({ detail }: { detail: MemberDetail }) {
  const params = { id: detail.member.id };
  const query = useQuery({
    queryKey: ['member', params.id, 'limits'],
    queryFn: () => client('GET /api/console/members/:id/limits', { params }),
  });
  return <QueryState query={query}>{(limits) => <Both limits={limits} />}</QueryState>;
}

function Both({ limits: { limits, history } }: { limits: Limits }) {
  const t = useT();
  return (
    <>
      <p className="muted">{t('members.limitsHint')}</p>
      <Rows
        label={t('members.tab.limits')}
        rows={limits.filter(({ most, next }) => most !== null || next !== null).map(withId)}
        empty={t('members.noLimits')}
        minWidth={700}
        columns={[
          { title: t('members.limitKind'), cell: ({ kind }) => t(`members.limit.${kind}`) },
          { title: t('members.limitPeriod'), cell: ({ period }) => t(`members.limitPeriod.${period}`) },
          { title: t('members.limitMost'), isNumber: true, cell: ({ kind, most }) => mostText(kind, most) },
          { title: t('members.limitUsed'), isNumber: true, cell: ({ kind, used }) => mostText(kind, used) },
          {
            title: t('members.limitNext'),
            cell: ({ kind, next }) =>
              next === null
                ? '–'
                : `${mostText(kind, next.most)} · ${t(next.isReady ? 'members.limitAsksYes' : 'members.limitWaits', { time: dateTimeText(next.from) })}`,
          },
        ]}
      />
      <h2>{t('members.limitHistory')}</h2>
      <Rows
        label={t('members.limitHistory')}
        rows={history}
        empty={t('members.noLimits')}
        minWidth={700}
        columns={[
          { title: t('members.limitAsked'), isNumber: true, cell: ({ askedAt }) => dateTimeText(askedAt) },
          {
            title: t('members.limitKind'),
            cell: ({ kind, period }) =>
              `${t(`members.limit.${kind}`)} · ${t(`members.limitPeriod.${period}`)}`,
          },
          { title: t('members.limitMost'), isNumber: true, cell: ({ kind, most }) => mostText(kind, most) },
          {
            title: t('members.limitFrom'),
            isNumber: true,
            cell: ({ from }) => (from === null ? t('members.limitNever') : dateTimeText(from)),
          },
          {
            title: t('members.limitUntil'),
            isNumber: true,
            cell: ({ until }) => (until === null ? '–' : dateTimeText(until)),
          },
        ]}
      />
    </>
  );
}

const withId = (limit: Limits['limits'][number]) => ({ ...limit, id: `${limit.kind}-${limit.period}` });
