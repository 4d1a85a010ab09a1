import { CHAT } from '@krapao/contract/limits';
import { rowReference } from '@krapao/contract/rowReference';
import { ATTACHMENT_ACCEPT } from '@krapao/ui/chat/attachment.ts';
import { FilePreview } from '@krapao/ui/chat/FilePreview.tsx';
import { useComposer } from '@krapao/ui/chat/useComposer.ts';
import { Paperclip, ReceiptText, Send, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../../components/IconButton.tsx';
import { toast } from '../../components/toast.ts';
import { useT } from '../../i18n/i18n.ts';
import { openStory } from '../../lib/openStory.ts';
import type { Chat } from './chat.ts';

/** The character counter appears from this length. */
const COUNTED_FROM = CHAT.textMax - 200;

/** The form that writes messages. */
export function Composer({ chat, focus }: { chat: Chat; focus: boolean }) {
  const t = useT();
  const chooser = useRef<HTMLInputElement>(null);
  const [rowId, setRowId] = useState(chat.rowId);
  const attachRow = (id: string | null) => {
    chat.rowId = id;
    setRowId(id);
  };
  const { text, write, attachment, detach, canSend, send, field, onKeyDown, onPaste, onChoose } = useComposer(
    {
      draft: chat.draft,
      keepDraft: (next) => {
        chat.draft = next;
      },
      onRefused: (why) => toast.error(() => t(`chat.${why}`)),
      onSend: (words, file) => {
        const payload = { text: words, ...(rowId !== null && file === null && { rowId }) };
        chat.send({ message_type: 'text', payload }, file);
        if (file === null) attachRow(null);
      },
    },
  );

  useEffect(() => {
    if (focus) field.current?.focus();
  }, [focus, field]);

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
          <FilePreview file={attachment} alt={attachment.kind === 'video' ? t('chat.video') : ''} />
          <span translate="no" className="min-w-0 flex-1 text-small wrap-anywhere">
            {attachment.blob.name}
          </span>
          <IconButton label={t('chat.removeFile')} onClick={detach}>
            <X size={20} aria-hidden="true" />
          </IconButton>
        </div>
      )}
      {rowId !== null && (
        <div className="chat-attachment">
          <ReceiptText size={20} aria-hidden="true" />
          <button type="button" className="link min-w-0 flex-1 text-small" onClick={() => openStory(rowId)}>
            {t('chat.row', { reference: rowReference(rowId) })}
          </button>
          <IconButton label={t('chat.removeRow')} onClick={() => attachRow(null)}>
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
          onChange={onChoose}
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
            onChange={(event) => {
              write(event.target.value);
              if (event.target.value.trim() !== '') chat.typing();
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
          {text.length >= COUNTED_FROM && (
            <span className="chat-count num">{`${text.length}/${CHAT.textMax}`}</span>
          )}
        </div>
        <button type="submit" className="chat-send" aria-label={t('chat.send')} disabled={!canSend}>
          <Send size={20} aria-hidden="true" />
        </button>
      </div>
    </form>
  );
}
