import { BOT_PERSON } from '@krapao/contract/chatBot';
import type {
  ChatButton,
  ChatContent,
  GenericContent,
  MediaContent,
  TextContent,
} from '@krapao/contract/chatContent';
import { Media } from '@krapao/ui/chat/Media.tsx';
import { Paperclip, RotateCw } from 'lucide-react';
import { useT } from '../../i18n/i18n.ts';
import { mediaUrl } from '../../lib/mediaUrl.ts';
import { linkParts, safeLink } from './linkParts.ts';
import { RowCard } from './RowCard.tsx';

interface Answering {
  onAnswer: (title: string, payload: string) => void;
}

interface MessageContentProps extends Answering {
  content: ChatContent;
  isLast: boolean;
  /** Asks for a new address of a file that could not be loaded. */
  onRenew: () => Promise<void>;
}

/** CHT-09: the content of a message by its type. Texts are rendered as plain text, never as markup. */
export function MessageContent({ content, isLast, onAnswer, onRenew }: MessageContentProps) {
  const t = useT();
  switch (content.message_type) {
    case 'text':
      return <Words {...content.payload} />;
    case 'postback':
      return <Words text={content.payload.title} />;
    case 'media':
      return <File media={content.payload} onRenew={onRenew} />;
    case 'buttons':
      return (
        <div className="chat-bubble chat-bubble-card">
          <Linked text={content.payload.text} />
          <Buttons buttons={content.payload.buttons} onAnswer={onAnswer} />
        </div>
      );
    case 'quick_replies':
      return (
        <>
          <Words text={content.payload.text} isPlain={content.payload.isAutomatic} />
          {isLast && (
            <div className="chat-replies">
              {content.payload.quick_replies.map(({ title, payload }) => (
                <button
                  key={payload}
                  type="button"
                  className="chip chat-reply"
                  onClick={() => onAnswer(title, payload)}
                >
                  {payload === BOT_PERSON ? t('chat.toPerson') : title}
                </button>
              ))}
            </div>
          )}
        </>
      );
    case 'generic':
      return <Cards elements={content.payload.elements} onAnswer={onAnswer} />;
  }
}

/** A text, with the row of the statement attached to it as a card. */
export function Words({ text, rowId, isPlain }: TextContent['payload'] & { isPlain?: true | undefined }) {
  if (rowId === undefined)
    return (
      <p className="chat-bubble">
        {/* A bot makes no links: members trust what stands in our chat. */}
        {isPlain ? text : <Linked text={text} />}
      </p>
    );
  return (
    <div className="chat-bubble">
      <Linked text={text} />
      <RowCard rowId={rowId} />
    </div>
  );
}

function Linked({ text }: { text: string }) {
  return linkParts(text).map((part, index) =>
    part.href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <a key={index} href={part.href} target="_blank" rel="noopener noreferrer">
        {part.text}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <span key={index}>{part.text}</span>
    ),
  );
}

function Buttons({ buttons, onAnswer }: Answering & { buttons: readonly ChatButton[] }) {
  return (
    <div className="chat-buttons">
      {buttons.map((button) => {
        const href = button.type === 'web_url' ? safeLink(button.url) : null;
        if (button.type === 'postback')
          return (
            <button
              key={button.title}
              type="button"
              className="button button-secondary button-small"
              onClick={() => onAnswer(button.title, button.payload)}
            >
              {button.title}
            </button>
          );
        return href === null ? null : (
          <a
            key={button.title}
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className="button button-secondary button-small"
          >
            {button.title}
          </a>
        );
      })}
    </div>
  );
}

function Cards({ elements, onAnswer }: Answering & Pick<GenericContent['payload'], 'elements'>) {
  return (
    <ul className="chat-cards">
      {elements.map(({ title, subtitle, image_url, buttons }) => (
        <li key={title} className="chat-bubble chat-bubble-card">
          {image_url && safeLink(image_url) && <img src={mediaUrl(image_url)} alt="" />}
          <p className="font-semi">{title}</p>
          {subtitle && <p className="text-small text-ink-2">{subtitle}</p>}
          {buttons && <Buttons buttons={buttons} onAnswer={onAnswer} />}
        </li>
      ))}
    </ul>
  );
}

function File({ media, onRenew }: { media: MediaContent['payload']; onRenew: () => Promise<void> }) {
  const t = useT();
  const { message, fileType, url } = media;
  const address = mediaUrl(url);
  const link = { href: address, target: '_blank', rel: 'noopener noreferrer' };
  return (
    <div className="chat-bubble chat-bubble-media">
      <Media
        media={media}
        address={address}
        name={message || t(`chat.${fileType}`)}
        picture={(image) => <a {...link}>{image}</a>}
        file={
          <a {...link} className="link px-3">
            <Paperclip size={18} aria-hidden="true" />
            <span>{t('chat.file')}</span>
          </a>
        }
        renew={onRenew}
        failed={(retry) => (
          <button type="button" className="chat-media-failed" onClick={retry}>
            <RotateCw size={20} aria-hidden="true" />
            <span>{t('chat.mediaFailed')}</span>
          </button>
        )}
      />
      {message && (
        <p className="chat-caption">
          <Linked text={message} />
        </p>
      )}
    </div>
  );
}
