import { FilePreview } from '@krapao/ui/chat/FilePreview.tsx';
import type { Outgoing } from '@krapao/ui/chat/messageLog.ts';
import { Button, Loader, Progress, VisuallyHidden } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import type { OperatorWords } from './conversations.ts';

interface Props {
  outgoing: Outgoing<OperatorWords>;
  onRetry: () => void;
  onCancel: () => void;
}

/** A message on its way, with how far it has come and what can be done about it. */
export function OutgoingBubble({ outgoing: { content, file, delivery, problem }, onRetry, onCancel }: Props) {
  const t = useT();
  const { text } = content.payload;
  const percent = Math.round((file?.progress ?? 0) * 100);
  return (
    <div className="chat-message chat-ours" data-delivery={delivery}>
      {file && (
        <div className="chat-bubble chat-media">
          <FilePreview file={file} alt={file.blob.name} />
          {delivery === 'uploading_file' && (
            <Progress value={percent} aria-label={t('chat.uploadOf', { name: file.blob.name })} />
          )}
        </div>
      )}
      {text !== '' && <p className="chat-bubble">{text}</p>}
      {content.message_type === 'quick_replies' && (
        <p className="chat-meta muted">
          {content.payload.quick_replies.map(({ title }) => title).join(' · ')}
        </p>
      )}
      {delivery === 'failed' ? (
        <p className="chat-meta chat-failed" role="alert">
          <span>{problem ?? t('chat.sentLater')}</span>
          <Button variant="subtle" size="compact-sm" onClick={onRetry}>
            {t('app.retry')}
          </Button>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={onCancel}>
            {t('chat.discard')}
          </Button>
        </p>
      ) : delivery === 'uploading_file' ? (
        <p className="chat-meta muted num">
          {/* The log announces its texts. The bar tells the percent to who asks for it. */}
          <VisuallyHidden>{t('chat.uploadOf', { name: file?.blob.name ?? '' })}</VisuallyHidden>
          <span aria-hidden="true">{t('chat.uploading', { percent })}</span>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={onCancel}>
            {t('chat.discard')}
          </Button>
        </p>
      ) : (
        <p className="chat-meta muted">
          <Loader size={12} aria-hidden="true" />
          <span>{` ${t('chat.sending')}`}</span>
        </p>
      )}
    </div>
  );
}
