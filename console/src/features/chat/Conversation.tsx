import { Badge, Button, Modal } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Forward, Hand } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Key } from '../../components/Key.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useSelf } from '../../lib/self.ts';
import { useAction } from '../../lib/useAction.ts';
import { useKeys } from '../../lib/useKeys.ts';
import { Composer } from './Composer.tsx';
import { type Desk, keys, nameOf, type RoomDetail } from './chat.ts';
import { HandOverDialog } from './HandOverDialog.tsx';
import { MessageLog } from './MessageLog.tsx';
import { fetchNewest } from './messages.ts';
import { notEchoed, useOutgoing } from './outgoing.ts';
import { RoomMonogram } from './RoomMonogram.tsx';

/** The message counts as read after it was visible for this long. */
const READ_AFTER_MS = 1_000;

interface Props {
  detail: RoomDetail;
  desk: Desk | undefined;
  askEvery: number | false;
}

/** One conversation: customer, assigned operator, messages and the field for an answer. */
export function Conversation({ detail: { room }, desk, askEvery }: Props) {
  const t = useT();
  const { self } = useSelf();
  const queries = useQueryClient();
  const params = { id: room.id };
  const [dialog, setDialog] = useState<'handOver' | 'close' | 'takeOver'>();
  const [isAtEnd, setIsAtEnd] = useState(false);
  const { outgoing, send, retry, forget } = useOutgoing(room.id);
  const messages = useQuery({
    queryKey: keys.messages(room.id),
    queryFn: () => fetchNewest(queries, room.id),
    refetchInterval: askEvery,
  });

  const owner = desk?.operators.find(({ id }) => id === room.assignedTo)?.name ?? '';
  const isOpen = room.status === 'open';
  const isMine = isOpen && room.assignedTo === self?.id;
  const isTaken = isOpen && room.assignedTo !== null && !isMine;
  const onDone = () => setDialog(undefined);
  const take = useAction(() => client('POST /api/console/chat/rooms/:id/take', { params }));
  const handOver = useAction(
    (body: { to: string | null; reason?: string }) =>
      client('POST /api/console/chat/rooms/:id/hand-over', { params, body }),
    { done: t('chat.handedOver'), onDone },
  );
  const close = useAction(() => client('POST /api/console/chat/rooms/:id/close', { params }), {
    done: t('chat.closed'),
    onDone,
  });
  const canTake = isOpen && room.assignedTo === null;
  useKeys([['T', () => canTake && !take.isPending && take.mutate(undefined)]]);

  // Viewing a colleague's conversation does not mark it as read.
  const newest = messages.data?.at(-1)?.position;
  const isUnread = room.unread > 0 && isAtEnd && !isTaken;
  useEffect(() => {
    if (!isUnread || newest === undefined) return;
    const read = () => {
      if (document.visibilityState !== 'visible') return;
      void client('PUT /api/console/chat/rooms/:id/read', { params: { id: room.id } })
        .then(() => {
          void queries.invalidateQueries({ queryKey: keys.rooms });
          void queries.invalidateQueries({ queryKey: keys.room(room.id) });
          void queries.invalidateQueries({ queryKey: ['queues'] });
        })
        .catch(() => undefined);
    };
    const timer = setTimeout(read, READ_AFTER_MS);
    document.addEventListener('visibilitychange', read);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, [isUnread, newest, room.id, queries]);

  return (
    <section className="pane chat-conversation" aria-label={nameOf(room)}>
      <header className="pane-head">
        <RoomMonogram room={room} />
        <span className="grow">
          <b className="chat-clip">{nameOf(room)}</b>
          <small className="muted">
            {t(`language.${room.language}`)} ·{' '}
            {!isOpen
              ? t('chat.state.closed')
              : isMine
                ? t('chat.state.mine')
                : isTaken
                  ? t('chat.state.taken', { name: owner })
                  : t('chat.state.free')}
          </small>
        </span>
        {canTake && (
          <Button
            variant="default"
            leftSection={<Hand size={17} aria-hidden="true" />}
            rightSection={<Key>T</Key>}
            loading={take.isPending}
            onClick={() => take.mutate(undefined)}
          >
            {t('chat.take')}
          </Button>
        )}
        {isOpen && (
          <Button
            variant="default"
            leftSection={<Forward size={17} aria-hidden="true" />}
            onClick={() => setDialog('handOver')}
          >
            {t('chat.handOver')}
          </Button>
        )}
        {isOpen && !isTaken && (
          <Button
            variant="default"
            leftSection={<Check size={17} aria-hidden="true" />}
            onClick={() => setDialog('close')}
          >
            {t('chat.close')}
          </Button>
        )}
        {!isOpen && <Badge color="gray">{t('chat.state.closed')}</Badge>}
      </header>
      <QueryState query={messages}>
        {(said) => (
          <MessageLog
            roomId={room.id}
            messages={said}
            outgoing={notEchoed(outgoing, said)}
            onRetry={retry}
            onForget={forget}
            onEnd={setIsAtEnd}
            onMediaFailed={() => void messages.refetch()}
          />
        )}
      </QueryState>
      {isTaken ? (
        <footer className="pane-foot chat-taken" role="status">
          <span className="grow">{t('chat.takenBy', { name: owner })}</span>
          <Button variant="default" onClick={() => setDialog('takeOver')}>
            {t('chat.takeOver')}
          </Button>
        </footer>
      ) : (
        <Composer
          roomId={room.id}
          language={room.language}
          answers={desk?.answers ?? []}
          placeholder={t(isOpen ? 'chat.write' : 'chat.writeReopens')}
          onSend={send}
        />
      )}
      {dialog === 'handOver' && desk && (
        <HandOverDialog
          operators={desk.operators.filter(({ id, mayAnswer }) => mayAnswer && id !== room.assignedTo)}
          mayGiveBack={room.assignedTo !== null}
          isBusy={handOver.isPending}
          onClose={onDone}
          onConfirm={(body) => handOver.mutate(body)}
        />
      )}
      {dialog === 'takeOver' && self && (
        <ReasonDialog
          title={t('chat.takeOver')}
          hint={t('chat.takeOverHint', { name: owner })}
          action={t('chat.takeOver')}
          isHarmless
          isBusy={handOver.isPending}
          onClose={onDone}
          onConfirm={(reason) => handOver.mutate({ to: self.id, reason })}
        />
      )}
      <Modal opened={dialog === 'close'} onClose={onDone} title={t('chat.close')}>
        <p>{t('chat.closeHint')}</p>
        <Button fullWidth data-autofocus loading={close.isPending} onClick={() => close.mutate(undefined)}>
          {t('chat.close')}
        </Button>
      </Modal>
    </section>
  );
}
