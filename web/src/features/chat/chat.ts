import type { CustomerContent } from '@krapao/contract/api/chat';
import { CHAT } from '@krapao/contract/limits';
import { type Conversation, openConversation } from '@krapao/ui/chat/conversation.ts';
import type { Written } from '@krapao/ui/chat/messageLog.ts';
import { type ChatSocket, openSocket } from '@krapao/ui/chat/socket.ts';
import { uploadFetch } from '@krapao/ui/uploadFetch.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { apiBase, client } from '../../lib/api.ts';
import { getToken } from '../../lib/session.ts';
import { identifiedCalls } from './callAsMe.ts';

type CustomerWords = Extract<Written, CustomerContent>;

/** The conversation of one identity. */
export interface Chat extends Conversation<CustomerWords> {
  /** The unsent text, kept while the panel is closed. */
  draft: string;
  /** The row of the statement that the next text is about. */
  rowId: string | null;
  /** Tells the team that we type. */
  typing(): void;
}

export function openChat(): Chat {
  let socket: ChatSocket | undefined;
  let isClosed = false;
  const { identity, asMe } = identifiedCalls(() => {
    if (socket) connect();
  });
  const conversation = openConversation<CustomerWords>({
    ours: 'customer',
    page: CHAT.historyPage,
    sendDelayMs: CHAT.sendDelayMs,
    problemOf: errorMessage,
    history: (limit, skip) =>
      asMe(({ claim }) => client('POST /api/chat/history', { body: { ...claim, limit, skip } })),
    markRead: () => asMe(({ claim }) => client('PUT /api/chat/read-customer/', { body: claim })),
    post: (clientId, message) =>
      asMe(({ claim }) => client('POST /api/chat/send-message', { body: { ...claim, clientId, message } })),
    upload: async ({ kind, blob }, { onProgress, signal }) => {
      const { path } = await asMe(({ guest }) => {
        const form = new FormData();
        for (const [name, value] of Object.entries(guest)) form.append(name, value);
        form.append('file', blob);
        return client(`POST /api/chat/upload-${kind}`, { form, signal, fetch: uploadFetch(onProgress) });
      });
      return path;
    },
  });

  function connect(): void {
    socket?.close();
    const me = identity();
    if (!me || isClosed) return;
    socket = openSocket(
      apiBase || window.location.origin,
      () => ({ ...me.guest, ...(getToken() === null ? {} : { token: getToken() ?? '' }) }),
      {
        // The specification's messages have no position; the history gives them one.
        messaging: (message) =>
          message.position === undefined ? void conversation.refresh() : conversation.hear(message),
        read: ({ by, position }) => conversation.hearRead(by, position),
        typing: ({ by }) => conversation.hearTyping(by),
        onJoined: (_room, position) => conversation.joined(position),
        onLost: conversation.lost,
        // The call fails with the reason, and leads to the login page or to a new guest.
        onRefused: () => void conversation.refresh(),
      },
    );
    socket.join(me.room);
  }
  // The badge must also count messages that were missed while the panel was closed.
  const onVisible = () => {
    if (document.visibilityState === 'visible') void conversation.refresh();
  };
  document.addEventListener('visibilitychange', onVisible);

  return {
    ...conversation,
    draft: '',
    rowId: null,
    typing: () => {
      const me = identity();
      if (me) socket?.typing(me.room);
    },
    load: async () => {
      await conversation.load();
      if (!socket && conversation.view().log.isLoaded) connect();
    },
    close: () => {
      isClosed = true;
      socket?.close();
      conversation.close();
      document.removeEventListener('visibilitychange', onVisible);
    },
  };
}
