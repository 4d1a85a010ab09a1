import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { MorePages } from '../../components/MorePages.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { Rows } from '../../components/Rows.tsx';
import { State } from '../../components/State.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { usePages } from '../../lib/usePages.ts';
import type { MemberDetail } from './MemberPage.tsx';
import { Reference } from './StatementTab.tsx';

/** QRs and gateway payments that the member opened. */
export function PaymentsTab({ detail }: { detail: MemberDetail }) {
  const t = useT();
  const params = { id: detail.member.id };
  const query = usePages(
    ['member', params.id, 'payments'],
    (body) => client('POST /api/console/members/:id/payments', { params, body }),
    ({ payments }) => payments.at(-1)?.at,
  );
  return (
    <QueryState query={query}>
      {({ pages }) => (
        <>
          <Rows
            label={t('members.tab.payments')}
            rows={pages.flatMap(({ payments }) => payments)}
            empty={t('members.none')}
            columns={[
              { title: t('members.time'), cell: ({ at }) => dateTimeText(at) },
              { title: t('members.type'), cell: ({ kind }) => t(`members.payment.${kind}`) },
              { title: t('members.channel'), isFixed: true, cell: ({ channel }) => channel },
              { title: t('members.status'), cell: ({ status }) => <State state={status} /> },
              { title: t('members.amount'), isNumber: true, cell: ({ amount }) => bahtText(amount) },
              { title: t('members.reference'), cell: ({ id }) => <Reference text={id} /> },
            ]}
          />
          <MorePages query={query} />
        </>
      )}
    </QueryState>
  );
}
