import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { useEffect } from 'react';
import { IconButton } from '../../components/IconButton.tsx';
import { useT } from '../../i18n/i18n.ts';
import { serverNow } from '../../lib/serverClock.ts';
import { ChatHost } from './ChatHost.tsx';
import { openChat, setChat, useChatState } from './chatState.ts';
import { chatConfigQuery, chatSwitchQuery } from './chatSwitchQuery.ts';

/** A conversation whose last message is younger than this counts as active. */
const ALIVE_MS = 12 * 3_600_000;

/** The chat button on every screen of a member, with a badge for unread messages. */
export default function ChatButton() {
  const t = useT();
  const { data: chat } = useQuery(chatSwitchQuery);
  const isEnabled = chat?.enableChatWidget === true;
  const { data: config } = useQuery({ ...chatConfigQuery, enabled: isEnabled });
  const { unread } = useChatState();

  useEffect(() => {
    if (!config) return;
    setChat({ unread: config.unread });
    // Only members with an active conversation need the socket now. For the others the badge updates when the page is
    // shown again.
    const lastMessage = config.lastMessageAt === null ? 0 : new Date(config.lastMessageAt).getTime();
    if (serverNow() - lastMessage < ALIVE_MS)
      import('./useChat.ts').then(
        ({ sharedChat }) => sharedChat(),
        () => undefined,
      );
  }, [config]);

  if (!isEnabled) return null;
  return (
    <>
      <IconButton
        label={unread > 0 ? t('chat.openUnread', { count: unread }) : t('chat.open')}
        aria-haspopup="dialog"
        onClick={openChat}
      >
        <MessageCircle size={22} aria-hidden="true" />
        {unread > 0 && (
          <span
            className="absolute top-2 right-2 size-2.5 rounded-full border-2 border-bg bg-verm"
            aria-hidden="true"
          />
        )}
      </IconButton>
      <ChatHost />
    </>
  );
}
