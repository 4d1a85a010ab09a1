import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { ActionIcon, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import { State } from '../../components/State.tsx';
import { StoryModal } from '../../components/StoryModal.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { wordOf } from '../../lib/memberWords.ts';
import { attachRow } from './attachedRow.ts';

const SHOWN = 5;
const ASK_AGAIN_MS = 30_000;

/** The member's newest transactions: each opens to its story, and can go along with the answer. */
export function MemberRows({ roomId, memberId }: { roomId: string; memberId: string }) {
  const t = useT();
  const [rowId, setRowId] = useState<string | null>(null);
  const { data } = useQuery({
    queryKey: ['member', memberId, 'newest'],
    queryFn: () => client('POST /api/console/members/:id/statement', { params: { id: memberId }, body: {} }),
    refetchInterval: ASK_AGAIN_MS,
  });
  const entries = data?.entries.slice(0, SHOWN) ?? [];
  if (entries.length === 0) return null;
  return (
    <section>
      <h3>{t('story.rows')}</h3>
      <ul className="chat-rows">
        {entries.map(({ id, type, amount, status, at }) => (
          <li key={id}>
            <span className="grow">
              <Anchor component="button" type="button" onClick={() => setRowId(id)}>
                <span>{`${wordOf('type', type)} `}</span>
                <b translate="no" className="num">
                  {bahtText(amount)}
                </b>
              </Anchor>
              <small className="chat-row-time muted num">{dateTimeText(at)}</small>
            </span>
            <State state={status} />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('story.attach')}
              onClick={() => attachRow(roomId, id)}
            >
              <Paperclip size={17} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <StoryModal memberId={memberId} rowId={rowId} onClose={() => setRowId(null)} />
    </section>
  );
}
