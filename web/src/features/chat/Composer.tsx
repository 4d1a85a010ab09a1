import { CHAT } from '@krapao/contract/limits';
import { Paperclip, Send, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../components/IconButton.tsx';
import { toast } from '../../components/toast.ts';
import { useT } from '../../i18n/i18n.ts';
import { ATTACHMENT_ACCEPT, attachmentKind } from './attachment.ts';
import type { Chat } from './chat.ts';

/** From here on the characters are counted. */
const COUNTED_FROM = CHAT.textMax - 200;

interface Attachment {
  blob: File;
  kind: 'image' | 'video';
  url: string;
}

/** Where messages are written: a text, a picture or a video with a caption (CHT-05, CHT-06). */
export function Composer({ chat, focus }: { chat: Chat; focus: boolean }) {
  const t = useT();
  const [text, setText] = useState(chat.draft);
  const [attachment, setAttachment] = useState<Attachment | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const isBlank = text.trim() === '' && !attachment;

  useEffect(() => {
    if (focus) field.current?.focus();
  }, [focus]);

  function write(next: string): void {
    chat.draft = next;
    setText(next);
  }
  function choose(file: File | undefined): void {
    if (!file) return;
    const kind = attachmentKind(file);
    if (kind === 'unsupported' || kind === 'tooLarge') {
      toast.error(() => t(`chat.${kind}`));
      return;
    }
    discard();
    setAttachment({ blob: file, kind, url: URL.createObjectURL(file) });
    field.current?.focus();
  }
  function discard(): void {
    if (attachment) URL.revokeObjectURL(attachment.url);
    setAttachment(null);
  }
  function send(): void {
    if (isBlank) return;
    chat.send({ message_type: 'text', payload: { text: text.trim() } }, attachment ?? undefined);
    write('');
    discard();
    field.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // While a syllable is being composed, Enter chooses it.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      className="chat-composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {attachment && (
        <div className="chat-attachment">
          {attachment.kind === 'image' ? (
            <img src={attachment.url} alt="" />
          ) : (
            <video src={attachment.url} muted playsInline preload="metadata" aria-label={t('chat.video')} />
          )}
          <span className="min-w-0 flex-1 text-small wrap-anywhere">{attachment.blob.name}</span>
          <IconButton label={t('chat.removeFile')} onClick={discard}>
            <X size={20} aria-hidden="true" />
          </IconButton>
        </div>
      )}
      <div className="chat-line">
        <input
          ref={chooser}
          type="file"
          accept={ATTACHMENT_ACCEPT}
          className="sr-only"
          tabIndex={-1}
          aria-label={t('chat.attach')}
          onChange={(event) => {
            choose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <IconButton className="chat-attach" label={t('chat.attach')} onClick={() => chooser.current?.click()}>
          <Paperclip size={22} aria-hidden="true" />
        </IconButton>
        <div className="chat-field">
          <textarea
            ref={field}
            rows={1}
            value={text}
            maxLength={CHAT.textMax}
            placeholder={t('chat.placeholder')}
            aria-label={t('chat.placeholder')}
            enterKeyHint="send"
            onChange={(event) => write(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={(event) => {
              const [file] = event.clipboardData.files;
              if (!file) return;
              event.preventDefault();
              choose(file);
            }}
          />
          {text.length >= COUNTED_FROM && (
            <span className="chat-count num">
              {text.length}/{CHAT.textMax}
            </span>
          )}
        </div>
        <button type="submit" className="chat-send" aria-label={t('chat.send')} disabled={isBlank}>
          <Send size={20} aria-hidden="true" />
        </button>
      </div>
    </form>
  );
}
