import type { ChatContent, ChatSender } from '../chatContent.ts';
import { family, Type } from '../endpoint.ts';
import { CHAT } from '../limits.ts';
import { Text, Time } from './common.ts';
import { STORY_ID } from './story.ts';

const MessageType = Type.Union([
  Type.Literal('text'),
  Type.Literal('buttons'),
  Type.Literal('media'),
  Type.Literal('quick_replies'),
  Type.Literal('generic'),
  Type.Literal('postback'),
]);

const Nullable = Type.Union([Type.String(), Type.Null()]);

/** CHT-09. The payload's shape follows the message type (chatContent.ts). */
export const ChatMessageSchema = Type.Object({
  _id: Type.String(),
  clientId: Type.Union([Type.String(), Type.Null()], {
    description: 'the id that the sender chose; it identifies the echo',
  }),
  position: Type.Integer({ description: 'numbers the messages of the conversation from 1, without gaps' }),
  sender: Type.Unsafe<ChatSender>(Type.String({ description: 'customer, operator or system' })),
  message: Type.Unsafe<ChatContent>(Type.Object({ message_type: MessageType, payload: Type.Unknown() })),
  isRead: Type.Boolean({ description: 'true when the other side has read it' }),
  createdAt: Time,
  session_id: Type.String({ description: 'changes after a long silence (CHT-07)' }),
  userId: Nullable,
  guestId: Nullable,
  username: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  deviceToken: Type.Optional(Type.String()),
});

export type ChatMessage = Type.Static<typeof ChatMessageSchema>;

/** The caller's identity. Null and the empty text mean none: a member has no guestId, a guest no userId. */
const Claimed = (maxLength: number) => Type.Union([Text(maxLength, 0), Type.Null()]);

/** The caller: the bearer token's member, otherwise the guest whose token the server signed. */
const Identity = {
  userId: Type.Optional(Claimed(40)),
  guestId: Type.Optional(Claimed(64)),
  guestToken: Type.Optional(Claimed(100)),
};

/** A text, perhaps with a row of the member's statement. */
export const TextPayload = Type.Object({
  text: Text(CHAT.textMax),
  rowId: Type.Optional(
    Type.String({ pattern: STORY_ID, description: 'an entry or a slip of the conversation’s member' }),
  ),
});

/** What a customer may send. The server checks the exact lengths. */
const CustomerContent = Type.Union([
  Type.Object({
    message_type: Type.Literal('text'),
    payload: TextPayload,
  }),
  Type.Object({
    message_type: Type.Literal('media'),
    payload: Type.Object({ message: Type.Optional(Text(CHAT.textMax, 0)), filePath: Text(100) }),
  }),
  Type.Object({
    message_type: Type.Literal('postback'),
    payload: Type.Object({ title: Text(200), payload: Text(500) }),
  }),
]);

export type CustomerContent = Type.Static<typeof CustomerContent>;

const UploadResponse = Type.Object({ path: Type.String() });

export const chatCalls = family({
  'GET /api/chat/config': {
    summary:
      'The prefix of room names (CHT-01), the identity of a visitor, and the member’s number of unread messages',
    auth: 'none',
    // A visitor gets a new identity with each answer.
    mutates: true,
    response: Type.Object({
      PREFIX: Type.String(),
      guest: Type.Union([Type.Object({ guestId: Type.String(), guestToken: Type.String() }), Type.Null()], {
        description: 'a new guest for a call without a token',
      }),
      userId: Nullable,
      unread: Type.Integer(),
      lastMessageAt: Type.Union([Time, Type.Null()]),
      isOpen: Type.Boolean({ description: 'true within the opening hours' }),
      opensAt: Type.Union([Time, Type.Null()]),
      answersWithinMinutes: Type.Union([Type.Integer(), Type.Null()], {
        description: 'the promise for the first answer of a person; null: none',
      }),
    }),
  },
  'POST /api/chat/send-message': {
    summary:
      'Sends a message and answers its created time (CHT-04). Repeating a clientId does not send it again',
    auth: 'none',
    body: Type.Object({
      ...Identity,
      clientId: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9-]{8,64}$' })),
      message: CustomerContent,
    }),
    response: Time,
    errors: ['UNAUTHORIZED', 'NO_USER', 'NO_DATA', 'REQUEST_LIMIT', 'IDEMPOTENCY_MISMATCH'],
  },
  'POST /api/chat/history': {
    summary: 'A page of messages, newest first (CHT-03)',
    auth: 'none',
    body: Type.Object({
      ...Identity,
      limit: Type.Integer({ minimum: 1, maximum: 10 * CHAT.historyPage }),
      skip: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
    }),
    response: Type.Array(ChatMessageSchema),
    errors: ['UNAUTHORIZED', 'NO_USER', 'NO_DATA', 'REQUEST_LIMIT'],
  },
  'POST /api/chat/upload-image': {
    summary:
      'Uploads an image, at most 10 MB (CHT-06). A guest sends the fields guestId and guestToken before the file',
    auth: 'none',
    files: ['file'],
    response: UploadResponse,
    errors: ['UNAUTHORIZED', 'NO_USER', 'NO_DATA', 'REQUEST_LIMIT', 'FILE_NOT_SUPPORTED'],
  },
  'POST /api/chat/upload-video': {
    summary:
      'Uploads a video, at most 20 MB (CHT-06). A guest sends the fields guestId and guestToken before the file',
    auth: 'none',
    files: ['file'],
    response: UploadResponse,
    errors: ['UNAUTHORIZED', 'NO_USER', 'NO_DATA', 'REQUEST_LIMIT', 'FILE_NOT_SUPPORTED'],
  },
  'PUT /api/chat/read-customer/': {
    summary: 'Marks the conversation as read by the customer (CHT-08)',
    auth: 'none',
    body: Type.Object(Identity),
    response: Type.Object({ code: Type.Literal('OK') }),
    errors: ['UNAUTHORIZED', 'NO_USER', 'NO_DATA'],
  },
  'POST /api/chat/adopt-guest': {
    summary: 'Moves a guest’s messages into the conversation of the member who has logged in',
    auth: 'member',
    openToExcluded: true,
    body: Type.Object({ guestId: Text(64), guestToken: Text(100) }),
    response: Type.Object({ code: Type.Literal('OK') }),
    errors: ['NO_USER', 'NO_DATA'],
  },
});
