import { rowReference } from '@krapao/contract/rowReference';
import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { MorePages } from '../../components/MorePages.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { Rows } from '../../components/Rows.tsx';
import { State } from '../../components/State.tsx';
import { StoryModal } from '../../components/StoryModal.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { wordOf } from '../../lib/memberWords.ts';
import { usePages } from '../../lib/usePages.ts';
import type { MemberDetail } from './MemberPage.tsx';

/** The statement as the member sees it. */
export function StatementTab({ detail }: { detail: MemberDetail }) {
  const t = useT();
  const params = { id: detail.member.id };
  const [rowId, setRowId] = useState<string | null>(null);
  const query = usePages(
    ['member', params.id, 'statement'],
    (body) => client('POST /api/console/members/:id/statement', { params, body }),
    ({ entries }) => entries.at(-1)?.id,
  );
  return (
    <QueryState query={query}>
      {({ pages }) => (
        <>
          <Rows
            label={t('members.tab.statement')}
            rows={pages.flatMap(({ entries }) => entries)}
            empty={t('members.none')}
            columns={[
              {
                title: t('members.time'),
                cell: ({ id, at }) => (
                  <Anchor
                    component="button"
                    type="button"
                    className="num"
                    aria-label={t('story.row', { reference: rowReference(id) })}
                    onClick={() => setRowId(id)}
                  >
                    {dateTimeText(at)}
                  </Anchor>
                ),
              },
              { title: t('members.type'), cell: ({ type }) => wordOf('type', type) },
              {
                title: t('members.route'),
                cell: ({ from, to }) => `${wordOf('place', from)} › ${wordOf('place', to)}`,
              },
              { title: t('members.status'), cell: ({ status }) => <State state={status} /> },
              { title: t('members.amount'), isNumber: true, cell: ({ amount }) => bahtText(amount) },
              { title: t('members.reference'), cell: ({ cause }) => <Reference text={cause} /> },
            ]}
          />
          <MorePages query={query} />
          <StoryModal memberId={params.id} rowId={rowId} onClose={() => setRowId(null)} />
        </>
      )}
    </QueryState>
  );
}

/** A cause as the system writes it; it may be long. */
export function Reference({ text }: { text: string }) {
  return (
    <small translate="no" className="muted reference">
      {text}
    </small>
  );
}
