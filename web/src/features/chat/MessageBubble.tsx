import type { ChatMessage } from '@krapao/contract/api/chat';
import { Bot, Check, CheckCheck } from 'lucide-react';
import { useT } from '../../i18n/i18n.ts';
import { MessageContent } from './MessageContent.tsx';
import { messageTime } from './messageTime.ts';

interface MessageBubbleProps {
  message: ChatMessage;
  /** True for the newest message: only its quick replies can be used. */
  isLast: boolean;
  onAnswer: (title: string, payload: string) => void;
  onRenew: () => Promise<void>;
}

/** A message that the server has stored. */
export function MessageBubble({ message, isLast, onAnswer, onRenew }: MessageBubbleProps) {
  const t = useT();
  const isMine = message.sender === 'customer';
  return (
    <div className={`chat-message ${isMine ? 'chat-mine' : ''}`}>
      {!isMine && message.name ? (
        <span translate="no" className="sr-only">
          {message.name}
        </span>
      ) : (
        <span className="sr-only">{t(isMine ? 'chat.you' : 'chat.title')}</span>
      )}
      <MessageContent content={message.message} isLast={isLast} onAnswer={onAnswer} onRenew={onRenew} />
      <p className="chat-meta">
        <span className="num">{messageTime(message.createdAt)}</span>
        {isAutomatic(message) && (
          <span className="chat-automatic">
            <Bot aria-hidden="true" />
            <span>{` ${t('chat.automatic')}`}</span>
          </span>
        )}
        {!isMine && message.name && <span translate="no" className="clip">{`· ${message.name}`}</span>}
        {isMine && (message.isRead ? <CheckCheck aria-hidden="true" /> : <Check aria-hidden="true" />)}
        {isMine && <span>{t(message.isRead ? 'chat.read' : 'chat.sent')}</span>}
      </p>
    </div>
  );
}

function isAutomatic({ message }: ChatMessage): boolean {
  return message.message_type === 'quick_replies' && message.payload.isAutomatic === true;
}
