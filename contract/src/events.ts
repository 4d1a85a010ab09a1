import type { ChatMessage } from './api/chat.ts';
import type { ErrorCode } from './errors.ts';

/** What the client says of itself when it connects: a member, a guest, or an operator by a ticket of the console. */
export interface SocketAuth {
  token?: string;
  guestId?: string;
  guestToken?: string;
  operatorTicket?: string;
}

/** How a room was joined: its newest position, so that the client sees what it missed; or why not. */
export type JoinAnswer = { code: 'OK'; position: number } | { code: ErrorCode };

/** CHT-02: what the client emits on the realtime socket. */
export interface ClientEvents {
  join(room: string, answer?: (result: JoinAnswer) => void): void;
}

/** One side has read the conversation of a room up to a position. */
export interface ReadEvent {
  room: string;
  by: 'customer' | 'operator';
  position: number;
}

/** A conversation as the operators' inbox lists it. */
export interface ChatRoomSummary {
  id: string;
  /** The name that `join` takes. */
  room: string;
  memberId: string | null;
  guestId: string | null;
  /** The member's name; empty for a guest. */
  name: string;
  phoneNumber: string | null;
  status: 'open' | 'closed';
  /** The operator who answers, null while it waits for one. */
  assignedTo: string | null;
  language: 'th' | 'la' | 'en';
  /** Customer's messages that no operator has read. */
  unread: number;
  /** What a person said last; answers of the site by itself are none. */
  lastMessage: ChatMessage | null;
  lastMessageAt: string | null;
  /** The customer's answer after the last closing, 1 to 5. */
  rating: number | null;
}

/** CHT-02: what the server emits on the realtime socket. `room` and `removed` go to operators alone. */
export interface ServerEvents {
  messaging(message: ChatMessage): void;
  read(event: ReadEvent): void;
  room(summary: ChatRoomSummary): void;
  /** A guest's room went into a member's. */
  removed(roomId: string): void;
}
