import type { ChatMessage } from './api/chat.ts';
import type { ErrorCode } from './errors.ts';
import type { Skill } from './skills.ts';

/** The client's identity when it connects: a member, a guest, or an operator with a ticket from the console. */
export interface SocketAuth {
  token?: string;
  guestId?: string;
  guestToken?: string;
  operatorTicket?: string;
}

/**
 * The result of joining a room: its newest position, so that the client can load what it missed, or the reason for a
 * refusal.
 */
export type JoinAnswer = { code: 'OK'; position: number } | { code: ErrorCode };

/** CHT-02: events from the client on the realtime socket. */
export interface ClientEvents {
  join(room: string, answer?: (result: JoinAnswer) => void): void;
  /** The sender types in a room that they have joined; anything else is let go in silence. */
  typing(room: string): void;
}

/** A side types in a room. It is stored nowhere, and ends by itself after CHAT.typingShownMs. */
export interface TypingEvent {
  room: string;
  by: 'customer' | 'operator';
}

/** One side has read the conversation of a room up to a position. */
export interface ReadEvent {
  room: string;
  by: 'customer' | 'operator';
  position: number;
}

/** A conversation in the operators' inbox. */
export interface ChatRoomSummary {
  id: string;
  /** The name to use with `join`. */
  room: string;
  memberId: string | null;
  guestId: string | null;
  /** The member's name; empty for a guest. */
  name: string;
  status: 'open' | 'closed';
  /** The assigned operator; null while the conversation is unassigned. */
  assignedTo: string | null;
  language: 'th' | 'la' | 'en';
  /** Customer's messages that no operator has read. */
  unread: number;
  /** The last message from a person; automatic answers do not count. */
  lastMessage: ChatMessage | null;
  lastMessageAt: string | null;
  /** The customer's rating after the last closing, 1 to 5. */
  rating: number | null;
  /** The skill that it waits for; null: everybody's. */
  skill: Skill | null;
  /** The bot has it, and no person is asked for. */
  isWithBot: boolean;
  /** Since when the customer waits for the first answer of a person; null if nobody waits. */
  askedAt: string | null;
}

/** CHT-02: events from the server on the realtime socket. Only operators get `room` and `removed`. */
export interface ServerEvents {
  messaging(message: ChatMessage): void;
  read(event: ReadEvent): void;
  typing(event: TypingEvent): void;
  room(summary: ChatRoomSummary): void;
  /** A guest's room was merged into a member's. */
  removed(roomId: string): void;
}
