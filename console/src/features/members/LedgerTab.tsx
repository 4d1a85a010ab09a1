import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { MorePages } from '../../components/MorePages.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { accountText, actorText, wordOf } from '../../lib/memberWords.ts';
import { usePages } from '../../lib/usePages.ts';
import type { MemberDetail } from './MemberPage.tsx';
import { MemberThen } from './MemberThen.tsx';
import { Reference } from './StatementTab.tsx';

/** Every posting of the member's wallet. */
export function LedgerTab({ detail }: { detail: MemberDetail }) {
  const t = useT();
  const params = { id: detail.member.id };
  const query = usePages(
    ['member', params.id, 'postings'],
    (body) => client('POST /api/console/members/:id/postings', { params, body }),
    ({ postings }) => postings.at(-1)?.id,
  );
  return (
    <QueryState query={query}>
      {({ pages }) => (
        <>
          <MemberThen id={params.id} />
          <Rows
            label={t('members.tab.ledger')}
            rows={pages.flatMap(({ postings }) => postings)}
            empty={t('members.none')}
            minWidth={760}
            columns={[
              { title: t('members.time'), cell: ({ at }) => dateTimeText(at) },
              {
                title: t('members.type'),
                cell: ({ code, phase }) =>
                  phase === 'single'
                    ? wordOf('code', code)
                    : `${wordOf('code', code)} · ${wordOf('phase', phase)}`,
              },
              { title: t('members.other'), cell: ({ account }) => accountText(account) },
              { title: t('members.actor'), cell: ({ actor }) => actorText(actor) },
              {
                title: t('members.amount'),
                isNumber: true,
                cell: ({ amount, direction }) => bahtText(direction === 'in' ? amount : -amount),
              },
              {
                title: t('members.balanceAfter'),
                isNumber: true,
                cell: ({ balanceAfter }) => (balanceAfter === null ? '–' : bahtText(balanceAfter)),
              },
              { title: t('members.reference'), cell: ({ cause }) => <Reference text={cause} /> },
            ]}
          />
          <MorePages query={query} />
        </>
      )}
    </QueryState>
  );
}
