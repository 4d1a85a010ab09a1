import { useConversation } from '@krapao/ui/chat/useConversation.ts';
import { LANGUAGE_NAMES } from '@krapao/ui/languageNames.ts';
import { ActionIcon, Badge, Button, Modal } from '@mantine/core';
import { Check, Forward, Hand, UserRound } from 'lucide-react';
import { useState } from 'react';
import { Key } from '../../components/Key.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { useT } from '../../i18n/i18n.ts';
import { KEY_OF } from '../../lib/keyOf.ts';
import type { Self } from '../../lib/self.ts';
import { BackButton } from './BackButton.tsx';
import { Composer } from './Composer.tsx';
import { type Desk, nameOf, type RoomDetail } from './chat.ts';
import { conversationOf } from './conversations.ts';
import { HandOverDialog } from './HandOverDialog.tsx';
import { MessageLog } from './MessageLog.tsx';
import { RoomMonogram } from './RoomMonogram.tsx';
import { type Standing, standingOf } from './standing.ts';
import { useRoomWork } from './useRoomWork.ts';

type Room = RoomDetail['room'];
type Work = ReturnType<typeof useRoomWork>;

interface Props {
  room: Room;
  desk: Desk | undefined;
  self: Self;
  /** The operator wants to write as soon as it is there. */
  startsWriting: boolean;
  /** Tells the customer that we type. */
  onTyping: () => void;
  /** To the list, on a narrow screen. */
  onBack: () => void;
  /** To the member, on a narrow screen. */
  onMember: () => void;
}

/** One conversation: customer, assigned operator, messages and the field for an answer. */
export function Conversation({ room, desk, self, startsWriting, onTyping, onBack, onMember }: Props) {
  const t = useT();
  const [conversation] = useState(() => conversationOf(room, self.id));
  const view = useConversation(conversation);
  const standing = standingOf(room, self.id, desk?.operators ?? []);
  const work = useRoomWork(room, standing);
  return (
    <section className="pane chat-conversation" aria-label={nameOf(room)}>
      <Head room={room} standing={standing} work={work} onBack={onBack} onMember={onMember} />
      <QueryState
        query={{
          data: view.log.isLoaded ? view : undefined,
          error: view.failure as Error | null,
          refetch: conversation.load,
        }}
      >
        {(loaded) => <MessageLog conversation={conversation} view={loaded} isReader={standing.mayWrite} />}
      </QueryState>
      {standing.mayWrite ? (
        <Composer
          roomId={room.id}
          language={room.language}
          answers={desk?.answers ?? []}
          startsWriting={startsWriting}
          placeholder={t(standing.state === 'closed' ? 'chat.writeReopens' : 'chat.write')}
          onSend={conversation.send}
          onTyping={onTyping}
        />
      ) : (
        <footer className="pane-foot chat-taken" role="status">
          <span className="grow">{t('chat.takenBy', { name: standing.owner })}</span>
          <Button variant="default" onClick={() => work.ask('takeOver')}>
            {t('chat.takeOver')}
          </Button>
        </footer>
      )}
      <Dialogs standing={standing} work={work} self={self} mayGiveBack={room.assignedTo !== null} />
    </section>
  );
}

interface HeadProps extends Pick<Props, 'onBack' | 'onMember'> {
  room: Room;
  standing: Standing;
  work: Work;
}

function Head({ room, standing, work, onBack, onMember }: HeadProps) {
  const t = useT();
  const { state, owner, mayTake, mayHandOver, mayClose } = standing;
  return (
    <header className="pane-head">
      <BackButton label={t('chat.toList')} onPress={onBack} />
      <RoomMonogram room={room} />
      <span className="grow">
        <b translate="no" className="chat-clip">
          {nameOf(room)}
        </b>
        <small className="muted">
          <span translate="no">{`${LANGUAGE_NAMES[room.language]} · `}</span>
          <span>{t(`chat.state.${state}`, { name: owner })}</span>
        </small>
      </span>
      {mayTake && (
        <Button
          variant="default"
          leftSection={<Hand size={17} aria-hidden="true" />}
          rightSection={<Key>{KEY_OF.take}</Key>}
          loading={work.take.isPending}
          onClick={() => work.take.mutate(undefined)}
        >
          {t('chat.take')}
        </Button>
      )}
      {mayHandOver && (
        <Button
          variant="default"
          leftSection={<Forward size={17} aria-hidden="true" />}
          onClick={() => work.ask('handOver')}
        >
          {t('chat.handOver')}
        </Button>
      )}
      {mayClose && (
        <Button
          variant="default"
          leftSection={<Check size={17} aria-hidden="true" />}
          onClick={() => work.ask('close')}
        >
          {t('chat.close')}
        </Button>
      )}
      <ActionIcon
        className="chat-narrow chat-to-member"
        variant="default"
        size={48}
        aria-label={t(room.guestId === null ? 'chat.member' : 'chat.guestTitle')}
        onClick={onMember}
      >
        <UserRound size={20} />
      </ActionIcon>
      {state === 'closed' && <Badge color="gray">{t('chat.state.closed')}</Badge>}
    </header>
  );
}

interface DialogsProps {
  standing: Standing;
  work: Work;
  self: Self;
  mayGiveBack: boolean;
}

function Dialogs({ standing, work, self, mayGiveBack }: DialogsProps) {
  const t = useT();
  const { dialog, dismiss, handOver, close } = work;
  return (
    <>
      {dialog === 'handOver' && (
        <HandOverDialog
          operators={standing.colleagues}
          mayGiveBack={mayGiveBack}
          isBusy={handOver.isPending}
          onClose={dismiss}
          onConfirm={(body) => handOver.mutate(body)}
        />
      )}
      {dialog === 'takeOver' && (
        <ReasonDialog
          title={t('chat.takeOver')}
          hint={t('chat.takeOverHint', { name: standing.owner })}
          action={t('chat.takeOver')}
          isHarmless
          isBusy={handOver.isPending}
          onClose={dismiss}
          onConfirm={(reason) => handOver.mutate({ to: self.id, reason })}
        />
      )}
      <Modal opened={dialog === 'close'} onClose={dismiss} title={t('chat.close')}>
        <p>{t('chat.closeHint')}</p>
        <Button fullWidth data-autofocus loading={close.isPending} onClick={() => close.mutate(undefined)}>
          {t('chat.close')}
        </Button>
      </Modal>
    </>
  );
}
