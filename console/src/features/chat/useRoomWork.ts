import type { ChatRoomSummary } from '@krapao/contract/events';
import { useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { KEY_OF } from '../../lib/keyOf.ts';
import { useAction } from '../../lib/useAction.ts';
import { useActions } from '../../lib/useActions.ts';
import type { HandedOver } from './chat.ts';
import type { Standing } from './standing.ts';

/** What an operator does with a conversation, and which dialog asks about it. */
export function useRoomWork(
  { id }: Pick<ChatRoomSummary, 'id'>,
  { mayTake, mayHandOver, mayClose }: Standing,
) {
  const t = useT();
  const params = { id };
  const [dialog, setDialog] = useState<'handOver' | 'close' | 'takeOver'>();
  const onDone = () => setDialog(undefined);
  const take = useAction(() => client('POST /api/console/chat/rooms/:id/take', { params }));
  const handOver = useAction(
    (body: HandedOver) => client('POST /api/console/chat/rooms/:id/hand-over', { params, body }),
    {
      done: ({ isKept }) => t(isKept === false ? 'chat.handedToAll' : 'chat.handedOver'),
      onDone,
    },
  );
  const close = useAction(() => client('POST /api/console/chat/rooms/:id/close', { params }), {
    done: t('chat.closed'),
    onDone,
  });
  useActions([
    {
      name: t('chat.take'),
      key: KEY_OF.take,
      isOff: !mayTake || take.isPending,
      perform: () => take.mutate(undefined),
    },
    { name: t('chat.handOver'), isOff: !mayHandOver, perform: () => setDialog('handOver') },
    { name: t('chat.close'), isOff: !mayClose, perform: () => setDialog('close') },
  ]);
  return { dialog, ask: setDialog, dismiss: onDone, take, handOver, close };
}
