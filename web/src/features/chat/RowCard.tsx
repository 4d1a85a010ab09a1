import { rowReference } from '@krapao/contract/rowReference';
import { signedBahtText } from '@krapao/ui/money.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Status } from '../../components/Status.tsx';
import { useT } from '../../i18n/i18n.ts';
import { openStory } from '../../lib/openStory.ts';
import { signOf } from '../../lib/statementEntry.ts';
import { storyQuery } from '../../lib/storyQuery.ts';

/** A row of the statement that a message is about, as it stands now; it opens the row's story. */
export function RowCard({ rowId }: { rowId: string }) {
  const t = useT();
  const { data } = useQuery(storyQuery(rowId));
  const entry = data?.entry;
  return (
    <button type="button" className="chat-row" aria-haspopup="dialog" onClick={() => openStory(rowId)}>
      <span className="min-w-0 flex-1">
        <span className="block text-caption">{t('chat.row', { reference: rowReference(rowId) })}</span>
        {entry && (
          <span className="chat-row-what">
            <span>{t(`statement.${entry.statementType}`)}</span>
            <b translate="no" className="num">
              {entry.amount === 0 && entry.status !== 'SUCCESS'
                ? '–'
                : signedBahtText(entry.amount, signOf(entry.statementType))}
            </b>
          </span>
        )}
        {entry && (
          <Status
            status={entry.status}
            isBeingChecked={entry.isBeingChecked ?? entry.payout?.isBeingChecked}
          />
        )}
      </span>
      <ChevronRight size={20} aria-hidden="true" />
    </button>
  );
}
