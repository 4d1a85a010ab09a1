import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Link } from 'wouter';
import { MorePages } from '../../components/MorePages.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { memberPath } from '../../lib/paths.ts';
import { usePages } from '../../lib/usePages.ts';
import type { MemberDetail } from './MemberPage.tsx';
import { MemberStatus } from './MemberStatus.tsx';

/** The member's invitees. */
export function InviteesTab({ detail }: { detail: MemberDetail }) {
  const t = useT();
  const params = { id: detail.member.id };
  const query = usePages(
    ['member', params.id, 'invitees'],
    (body) => client('POST /api/console/members/:id/invitees', { params, body }),
    ({ invitees }) => invitees.at(-1)?.id,
  );
  return (
    <QueryState query={query}>
      {({ pages }) => (
        <>
          <p>{t('members.found', { count: detail.invitees })}</p>
          <Rows
            label={t('members.tab.invitees')}
            rows={pages.flatMap(({ invitees }) => invitees)}
            empty={t('members.none')}
            columns={[
              {
                title: t('members.name'),
                cell: ({ id, name }) => (
                  <Link translate="no" href={memberPath(id)}>
                    {name}
                  </Link>
                ),
              },
              { title: t('members.phone'), cell: ({ phoneNumber }) => phoneNumber },
              { title: t('members.since'), cell: ({ createdAt }) => dateTimeText(createdAt) },
              { title: t('members.status'), cell: ({ status }) => <MemberStatus status={status} /> },
              { title: t('reports.deposits'), isNumber: true, cell: ({ deposits }) => bahtText(deposits) },
            ]}
          />
          <MorePages query={query} />
        </>
      )}
    </QueryState>
  );
}
