import type { ChatButton, ChatContent, MediaContent } from '@krapao/contract/chatContent';
import { rowReference } from '@krapao/contract/rowReference';
import { Media } from '@krapao/ui/chat/Media.tsx';
import { bahtText } from '@krapao/ui/money.ts';
import { Button, Modal, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Paperclip, ReceiptText, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { State } from '../../components/State.tsx';
import { StoryModal } from '../../components/StoryModal.tsx';
import { useT } from '../../i18n/i18n.ts';
import { wordOf } from '../../lib/memberWords.ts';
import { storyQuery } from '../../lib/storyQuery.ts';

/** The content of a message, by its type; the customer's buttons are shown but cannot be pressed. */
export function MessageContent({
  content,
  memberId,
  onRenew,
}: {
  content: ChatContent;
  /** Null for a guest. */
  memberId: string | null;
  onRenew: () => Promise<void>;
}) {
  switch (content.message_type) {
    case 'text':
      return (
        <>
          <p className="chat-bubble">{content.payload.text}</p>
          {content.payload.rowId !== undefined && memberId !== null && (
            <AttachedRow memberId={memberId} rowId={content.payload.rowId} />
          )}
        </>
      );
    case 'postback':
      return <p className="chat-bubble chat-pressed">{content.payload.title}</p>;
    case 'media':
      return <File media={content.payload} onRenew={onRenew} />;
    case 'buttons':
      return (
        <>
          <p className="chat-bubble">{content.payload.text}</p>
          <Choices titles={titlesOf(content.payload.buttons)} />
        </>
      );
    case 'quick_replies':
      return (
        <>
          <p className="chat-bubble">{content.payload.text}</p>
          <Choices titles={content.payload.quick_replies.map(({ title }) => title)} />
        </>
      );
    case 'generic':
      return content.payload.elements.map(({ title, subtitle, buttons }) => (
        <div key={title} className="chat-bubble">
          <b>{title}</b>
          {subtitle && <p>{subtitle}</p>}
          <Choices titles={titlesOf(buttons ?? [])} />
        </div>
      ));
  }
}

function AttachedRow({ memberId, rowId }: { memberId: string; rowId: string }) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery(storyQuery(memberId, rowId));
  return (
    <>
      <UnstyledButton className="chat-row-card" onClick={() => setIsOpen(true)}>
        <ReceiptText size={17} aria-hidden="true" />
        <span className="grow">
          <small>{t('story.row', { reference: rowReference(rowId) })}</small>
          {data && (
            <span>
              <span>{`${wordOf('type', data.entry.statementType)} `}</span>
              <b translate="no" className="num">
                {bahtText(data.entry.amount)}
              </b>
            </span>
          )}
        </span>
        {data && <State state={data.entry.status} />}
      </UnstyledButton>
      <StoryModal memberId={memberId} rowId={isOpen ? rowId : null} onClose={() => setIsOpen(false)} />
    </>
  );
}

function titlesOf(buttons: readonly ChatButton[]): string[] {
  return buttons.map(({ title }) => title);
}

function Choices({ titles }: { titles: readonly string[] }) {
  return (
    <ul className="chat-choices">
      {titles.map((title) => (
        <li key={title}>{title}</li>
      ))}
    </ul>
  );
}

function File({ media, onRenew }: { media: MediaContent['payload']; onRenew: () => Promise<void> }) {
  const t = useT();
  const { url, fileType, message } = media;
  const [isLarge, setIsLarge] = useState(false);
  const name = message || t(`chat.${fileType}`);
  return (
    <div className="chat-bubble chat-media">
      <Media
        media={media}
        address={url}
        name={name}
        picture={(image) => (
          <UnstyledButton aria-label={t('chat.enlarge', { name })} onClick={() => setIsLarge(true)}>
            {image}
          </UnstyledButton>
        )}
        file={
          <a href={url} target="_blank" rel="noopener noreferrer">
            <Paperclip size={17} aria-hidden="true" />
            <span>{` ${t('chat.file')}`}</span>
          </a>
        }
        renew={onRenew}
        failed={(retry) => (
          <Button variant="subtle" leftSection={<RotateCw size={17} aria-hidden="true" />} onClick={retry}>
            {t('chat.mediaFailed')}
          </Button>
        )}
      />
      {message && <p>{message}</p>}
      <Modal opened={isLarge} onClose={() => setIsLarge(false)} size="auto" title={name}>
        <a href={url} target="_blank" rel="noopener noreferrer" aria-label={t('chat.openOriginal')}>
          <img className="chat-large" src={url} alt={name} />
        </a>
      </Modal>
    </div>
  );
}
