import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QueryState } from '../../components/QueryState.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import type { MemberDetail } from './MemberPage.tsx';

type Identity = ResponseOf<Contract['GET /api/console/members/:id/identity']>;

/** The member's level, the facts that prove it, and its history. */
export function IdentityTab({ detail }: { detail: MemberDetail }) {
  const params = { id: detail.member.id };
  const query = useQuery({
    queryKey: ['member', params.id, 'identity'],
    queryFn: () => client('GET /api/console/members/:id/identity', { params }),
  });
  return <QueryState query={query}>{(identity) => <History identity={identity} />}</QueryState>;
}

function History({ identity }: { identity: Identity }) {
  const t = useT();
  const { level, lapsesOn } = identity;
  return (
    <>
      <p>
        <b>{t(`identity.level.${level}`)}</b>
        {lapsesOn !== null && <span>{` · ${t('identity.lapsesOn', { day: lapsesOn })}`}</span>}
      </p>
      {identity.isAccountDoubted && <Alert color="yellow">{t('identity.doubted')}</Alert>}
      <Rows
        label={t('members.tab.identity')}
        rows={identity.requests}
        empty={t('identity.none')}
        minWidth={820}
        columns={[
          { title: t('identity.sentAt'), cell: ({ createdAt }) => dateTimeText(createdAt) },
          {
            title: t('identity.request'),
            cell: (row) => `L${row.level} · ${t(`identity.kind.${row.documentKind}`)}`,
          },
          {
            title: t('identity.result'),
            cell: ({ state, refusal }) =>
              refusal === null ? t(`identity.state.${state}`) : t(`identity.refusal.${refusal}`),
          },
          {
            title: t('identity.facts'),
            isFixed: true,
            cell: ({ facts }) =>
              facts === null
                ? '–'
                : [...facts.names, facts.birthDate, facts.numberEnd && `…${facts.numberEnd}`, facts.expiresOn]
                    .filter(Boolean)
                    .join(' · ') || '–',
          },
          {
            title: t('identity.by'),
            cell: ({ facts }) =>
              facts?.operatorName ? (
                <>
                  <span translate="no">{`${facts.operatorName}: `}</span>
                  <span>{facts.reason}</span>
                </>
              ) : (
                '–'
              ),
          },
        ]}
      />
      <h2>{t('identity.found')}</h2>
      <Rows
        label={t('identity.found')}
        rows={identity.findings}
        empty={t('identity.noFindings')}
        minWidth={620}
        columns={[
          { title: t('identity.finding.foundAt'), cell: ({ createdAt }) => dateTimeText(createdAt) },
          { title: t('identity.found'), cell: ({ kind }) => t(`identity.finding.${kind}`) },
          {
            title: t('identity.result'),
            cell: ({ state, reason }) =>
              [t(`identity.findingState.${state}`), reason].filter(Boolean).join(' · '),
          },
        ]}
      />
    </>
  );
}
