import type { ChatMessage } from './api/chat.ts';

/** CHT-02: what the client emits on the realtime socket. */
export interface ClientEvents {
  join(room: string): void;
}

/** CHT-02: what the server emits on the realtime socket. */
export interface ServerEvents {
  messaging(message: ChatMessage): void;
}
