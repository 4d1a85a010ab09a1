import { FilePreview } from '@krapao/ui/chat/FilePreview.tsx';
import type { Outgoing, OutgoingFile } from '@krapao/ui/chat/messageLog.ts';
import { CircleAlert, Clock, X } from 'lucide-react';
import { IconButton } from '../../components/IconButton.tsx';
import { useT } from '../../i18n/i18n.ts';
import { Words } from './MessageContent.tsx';

interface OutgoingBubbleProps {
  outgoing: Outgoing;
  onRetry: () => void;
  onCancel: () => void;
}

/** CHT-04: a message that is being sent, with its delivery state and its actions. */
export function OutgoingBubble({ outgoing, onRetry, onCancel }: OutgoingBubbleProps) {
  const t = useT();
  const { content, file, delivery, problem } = outgoing;
  const words = content.message_type === 'postback' ? content.payload.title : content.payload.text;
  return (
    <div className="chat-message chat-mine" data-delivery={delivery}>
      {file ? (
        <FileBubble file={file} caption={words} isUploading={delivery === 'uploading_file'} />
      ) : (
        <Words text={words} {...(content.message_type === 'text' && { rowId: content.payload.rowId })} />
      )}
      {delivery === 'failed' ? (
        <div className="chat-meta chat-failed">
          <button type="button" onClick={onRetry}>
            <CircleAlert aria-hidden="true" />
            <span>{problem ? t('chat.failedBecause', { problem }) : t('chat.notSent')}</span>
          </button>
          <IconButton label={t('chat.discard')} onClick={onCancel}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </div>
      ) : delivery === 'uploading_file' ? (
        <div className="chat-meta">
          {/* The log announces its texts. The bar tells the percent to who asks for it. */}
          <span className="sr-only">{t('chat.uploadOf', { name: file?.blob.name ?? '' })}</span>
          <span className="num" aria-hidden="true">
            {t('chat.uploading', { percent: Math.round((file?.progress ?? 0) * 100) })}
          </span>
          <button type="button" className="chat-cancel" onClick={onCancel}>
            {t('chat.cancel')}
          </button>
        </div>
      ) : (
        <p className="chat-meta">
          {delivery === 'sending' && <Clock aria-hidden="true" />}
          <span>{t(delivery === 'sending' ? 'chat.sending' : 'chat.sent')}</span>
        </p>
      )}
    </div>
  );
}

function FileBubble({
  file,
  caption,
  isUploading,
}: {
  file: OutgoingFile;
  caption: string;
  isUploading: boolean;
}) {
  const t = useT();
  const percent = Math.round(file.progress * 100);
  return (
    <div className="chat-bubble chat-bubble-media">
      <FilePreview file={file} alt={file.blob.name} />
      {isUploading && (
        <div
          className="chat-progress"
          role="progressbar"
          aria-label={t('chat.uploadOf', { name: file.blob.name })}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ width: `${percent}%` }} />
        </div>
      )}
      {caption && <p className="chat-caption">{caption}</p>}
    </div>
  );
}
