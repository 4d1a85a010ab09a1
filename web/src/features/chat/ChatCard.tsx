import { useQuery } from '@tanstack/react-query';
import { ChevronRight, MessageCircle } from 'lucide-react';
import { useT } from '../../i18n/i18n.ts';
import { openChat, useChatState } from './chatState.ts';
import { chatConfigQuery, chatSwitchQuery } from './chatSwitchQuery.ts';
import { OpeningState } from './OpeningState.tsx';

/** The entry to the chat on the contact pages, when the server has the chat switched on (CON-01). */
export function ChatCard() {
  const t = useT();
  const { data: chat } = useQuery(chatSwitchQuery);
  const isEnabled = chat?.enableChatWidget === true;
  const { data: config } = useQuery({ ...chatConfigQuery, enabled: isEnabled });
  const { unread } = useChatState();
  if (!isEnabled) return null;
  return (
    <button
      type="button"
      className="card mt-4 flex items-center gap-4 p-4"
      aria-haspopup="dialog"
      onClick={openChat}
    >
      <span className="medallion medallion-gold">
        <MessageCircle size={24} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semi">{t('chat.card')}</span>
        <span className="flex items-center gap-2 text-small text-ink-2">
          {config && <OpeningState isOpen={config.isOpen} opensAt={config.opensAt} />}
        </span>
      </span>
      {unread > 0 && (
        <span className="badge badge-error">
          <span>{unread}</span>
          <span className="sr-only">{t('chat.unread')}</span>
        </span>
      )}
      <ChevronRight size={20} className="text-ink-3" aria-hidden="true" />
    </button>
  );
}
