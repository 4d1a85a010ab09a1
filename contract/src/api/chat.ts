import { family, Type } from '../endpoint.ts';
import { CHAT } from '../limits.ts';
import { Text, Time } from './common.ts';

const MessageType = Type.Union([
  Type.Literal('text'),
  Type.Literal('buttons'),
  Type.Literal('media'),
  Type.Literal('quick_replies'),
  Type.Literal('generic'),
  Type.Literal('postback'),
]);

/** CHT-09. The payload's shape follows the message type. */
export const ChatMessageSchema = Type.Object({
  sender: Type.String({ description: 'customer, or another party' }),
  message: Type.Object({ message_type: MessageType, payload: Type.Unknown() }),
  createdAt: Time,
  session_id: Type.String(),
  userId: Type.Union([Type.String(), Type.Null()]),
  guestId: Type.Union([Type.String(), Type.Null()]),
  username: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  deviceToken: Type.Optional(Type.String()),
});

export type ChatMessage = Type.Static<typeof ChatMessageSchema>;

const Identity = {
  userId: Type.Optional(Text(40)),
  guestId: Type.Optional(Text(64)),
};

const UploadResponse = Type.Object({ path: Type.String() });

export const chatCalls = family({
  'GET /api/chat/config': {
    summary: 'The prefix of room names (CHT-01)',
    auth: 'none',
    response: Type.Object({ PREFIX: Type.String() }),
  },
  'POST /api/chat/send-message': {
    summary: 'Sends a message; answers its created time (CHT-04)',
    auth: 'none',
    body: Type.Object({
      ...Identity,
      message: Type.Object({ message_type: MessageType, payload: Type.Unknown() }),
    }),
    response: Time,
  },
  'POST /api/chat/history': {
    summary: 'Messages, newest page first (CHT-03)',
    auth: 'none',
    body: Type.Object({
      ...Identity,
      limit: Type.Integer({ minimum: 1, maximum: 10 * CHAT.historyPage }),
      skip: Type.Integer({ minimum: 0 }),
    }),
    response: Type.Array(ChatMessageSchema),
  },
  'POST /api/chat/upload-image': {
    summary: 'Uploads an image, at most 10 MB (CHT-06)',
    auth: 'none',
    files: ['file'],
    response: UploadResponse,
  },
  'POST /api/chat/upload-video': {
    summary: 'Uploads a video, at most 20 MB (CHT-06)',
    auth: 'none',
    files: ['file'],
    response: UploadResponse,
  },
  'PUT /api/chat/read-customer/': {
    summary: 'Marks the conversation as read (CHT-08)',
    auth: 'none',
    body: Type.Object(Identity),
    response: Type.Object({ code: Type.Literal('OK') }),
  },
});
