import { family, Type } from '../../endpoint.ts';
import type { ChatRoomSummary } from '../../events.ts';
import { CHAT } from '../../limits.ts';
import { ChatMessageSchema } from '../chat.ts';
import { Baht, Done, Text, Time } from '../common.ts';
import { MemberFacts, NumberId, Reason } from './common.ts';

const Nullable = Type.Union([Type.String(), Type.Null()]);

/** `waiting`: open, and either unassigned or with messages that no operator has read. */
const ChatQueue = Type.Union([
  Type.Literal('waiting'),
  Type.Literal('mine'),
  Type.Literal('all'),
  Type.Literal('closed'),
]);

const Language = Type.Union([Type.Literal('th'), Type.Literal('la'), Type.Literal('en')]);

/** A conversation as the inbox lists it; the socket's event `room` carries the same (events.ts). */
const Room = Type.Unsafe<ChatRoomSummary>(
  Type.Object({
    id: Type.String(),
    room: Type.String({ description: 'the name that the socket’s `join` takes' }),
    memberId: Nullable,
    guestId: Nullable,
    name: Type.String({ description: 'empty for a guest' }),
    phoneNumber: Nullable,
    status: Type.Union([Type.Literal('open'), Type.Literal('closed')]),
    assignedTo: Nullable,
    language: Language,
    unread: Type.Integer(),
    lastMessage: Type.Union([ChatMessageSchema, Type.Null()]),
    lastMessageAt: Type.Union([Time, Type.Null()]),
    rating: Type.Union([Type.Integer(), Type.Null()]),
  }),
);

const inThreeLanguages = (maxLength: number) =>
  Type.Object({ th: Text(maxLength), la: Text(maxLength), en: Text(maxLength) });

const AnswerTerms = { title: inThreeLanguages(40), text: inThreeLanguages(CHAT.textMax) };
const Answer = Type.Object({ id: Type.String(), ...AnswerTerms });

const Note = Type.Object({
  id: Type.String(),
  operatorName: Type.String(),
  text: Type.String(),
  createdAt: Time,
});

/** What an operator may send. */
const OperatorMessage = Type.Union([
  Type.Object({
    message_type: Type.Literal('text'),
    payload: Type.Object({ text: Text(CHAT.textMax) }),
  }),
  Type.Object({
    message_type: Type.Literal('quick_replies'),
    payload: Type.Object({
      text: Text(CHAT.textMax),
      quick_replies: Type.Array(Type.Object({ title: Text(40), payload: Text(40) }), {
        minItems: 1,
        maxItems: 8,
      }),
    }),
  }),
  Type.Object({
    message_type: Type.Literal('media'),
    payload: Type.Object({ message: Type.Optional(Text(CHAT.textMax, 0)), filePath: Text(100) }),
  }),
]);

const CLIENT_ID = '^[A-Za-z0-9-]{8,64}$';
const Upload = Type.Object({ path: Type.String() });

/** The chat inbox of operators. */
export const operatorChatCalls = family({
  'GET /api/console/chat/desk': {
    summary: 'What the inbox needs once: operators to hand over to, and canned answers',
    auth: 'operator',
    permission: 'chat.answer',
    response: Type.Object({
      operators: Type.Array(
        Type.Object({
          id: Type.String(),
          name: Type.String(),
          mayAnswer: Type.Boolean({ description: 'may be handed a conversation' }),
        }),
      ),
      answers: Type.Array(Answer),
    }),
  },
  'POST /api/console/chat/ticket': {
    summary:
      'A ticket for the realtime socket, for a minute, and the room where the inbox is told of changes',
    auth: 'operator',
    permission: 'chat.answer',
    response: Type.Object({ ticket: Type.String(), inbox: Type.String() }),
    mutates: true,
  },
  'POST /api/console/chat/rooms': {
    summary:
      'A page of conversations of a queue, the newest message first, of those that wait the longest waiting; search by telephone, name or id',
    auth: 'operator',
    permission: 'chat.answer',
    body: Type.Object({
      queue: ChatQueue,
      search: Type.Optional(Text(80, 0)),
      limit: Type.Integer({ minimum: 1, maximum: 100 }),
      skip: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    }),
    response: Type.Object({
      rooms: Type.Array(Room),
      counts: Type.Object({
        waiting: Type.Integer(),
        mine: Type.Integer(),
        all: Type.Integer(),
        closed: Type.Integer(),
      }),
    }),
  },
  'GET /api/console/chat/rooms/:id': {
    summary:
      'One conversation: the member’s facts in short, what is known of a guest, notes, how it was rated',
    auth: 'operator',
    permission: 'chat.answer',
    params: NumberId,
    response: Type.Object({
      room: Room,
      createdAt: Time,
      messages: Type.Integer({ description: 'how many were written' }),
      member: Type.Union([
        Type.Object({
          ...MemberFacts.properties,
          total: Type.Number({ description: 'baht: wallet, in transfer and in games' }),
          bonus: Type.Union([Type.Object({ name: Type.String() }), Type.Null()]),
          slip: Type.Union([
            Type.Object({
              id: Type.String(),
              picture: Type.String(),
              amount: Type.Union([Baht, Type.Null()]),
              status: Type.String(),
              isWaiting: Type.Boolean({ description: 'for an operator' }),
              uploadedAt: Time,
            }),
            Type.Null(),
          ]),
        }),
        Type.Null(),
      ]),
      notes: Type.Array(Note),
      closings: Type.Array(
        Type.Object({
          operatorName: Type.String(),
          closedAt: Time,
          rating: Type.Union([Type.Integer(), Type.Null()]),
        }),
      ),
    }),
    errors: ['NO_DATA'],
  },
  'POST /api/console/chat/rooms/:id/history': {
    summary: 'A page of messages, newest first',
    auth: 'operator',
    permission: 'chat.answer',
    params: NumberId,
    body: Type.Object({
      limit: Type.Integer({ minimum: 1, maximum: 100 }),
      skip: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
    }),
    response: Type.Array(ChatMessageSchema),
    errors: ['NO_DATA'],
  },
  'POST /api/console/chat/rooms/:id/messages': {
    summary:
      'Sends a message; a conversation that was nobody’s is then the sender’s. The same clientId sends once',
    auth: 'operator',
    permission: 'chat.answer',
    params: NumberId,
    body: Type.Object({ clientId: Type.String({ pattern: CLIENT_ID }), message: OperatorMessage }),
    response: ChatMessageSchema,
    errors: ['NO_DATA', 'QUEUE_TAKEN', 'IDEMPOTENCY_MISMATCH'],
    mutates: true,
  },
  'POST /api/console/chat/rooms/:id/upload-image': {
    summary: 'Uploads an image that will be sent, at most 10 MB',
    auth: 'operator',
    permission: 'chat.answer',
    params: NumberId,
    files: ['file'],
    response: Upload,
    errors: ['NO_DATA', 'FILE_NOT_SUPPORTED'],
    mutates: true,
  },
  'POST /api/console/chat/rooms/:id/upload-video': {
    summary: 'Uploads a video that will be sent, at most 20 MB',
    auth: 'operator',
    permission: 'chat.answer',
    params: NumberId,
    files: ['file'],
    response: Upload,
    errors: ['NO_DATA', 'FILE_NOT_SUPPORTED'],
    mutates: true,
  },
  'PUT /api/console/chat/rooms/:id/read': {
    summary: 'Marks the conversation as read by operators',
    auth: 'operator',
    permission: 'chat.answer',
    params: NumberId,
    response: Done,
    mutates: true,
  },
  'POST /api/console/chat/rooms/:id/take': {
    summary: 'Assigns a conversation that is nobody’s to the operator',
    auth: 'operator',
    permission: 'chat.answer',
    params: NumberId,
    response: Done,
    errors: ['NO_DATA', 'QUEUE_TAKEN'],
    mutates: true,
  },
  'POST /api/console/chat/rooms/:id/hand-over': {
    summary: 'Gives a conversation to an operator, the caller too, or with null back to the queue',
    auth: 'operator',
    permission: 'chat.answer',
    params: NumberId,
    body: Type.Object({
      to: Type.Union([Type.String({ pattern: '^[0-9]{1,18}$' }), Type.Null()]),
      reason: Type.Optional(Reason),
    }),
    response: Done,
    errors: ['NO_DATA'],
    mutates: true,
  },
  'POST /api/console/chat/rooms/:id/close': {
    summary: 'Closes a conversation and asks the customer how it was',
    auth: 'operator',
    permission: 'chat.answer',
    params: NumberId,
    response: Done,
    errors: ['NO_DATA', 'QUEUE_TAKEN', 'ALREADY_DECIDED'],
    mutates: true,
  },
  'POST /api/console/chat/rooms/:id/notes': {
    summary: 'Adds an internal note, which the customer never sees',
    auth: 'operator',
    permission: 'chat.answer',
    params: NumberId,
    body: Type.Object({ text: Text(2000) }),
    response: Done,
    errors: ['NO_DATA'],
    mutates: true,
  },
  'POST /api/console/chat/answers': {
    summary: 'Adds a canned answer',
    auth: 'operator',
    permission: 'content.edit',
    body: Type.Object(AnswerTerms),
    response: Answer,
    mutates: true,
  },
  'PUT /api/console/chat/answers/order': {
    summary: 'Puts all canned answers into an order',
    auth: 'operator',
    permission: 'content.edit',
    body: Type.Object({
      items: Type.Array(Type.String({ pattern: '^[0-9]{1,18}$' }), { maxItems: 1000, uniqueItems: true }),
    }),
    response: Done,
    errors: ['CHANGED_MEANWHILE'],
    mutates: true,
  },
  'PUT /api/console/chat/answers/:id': {
    summary: 'Changes a canned answer',
    auth: 'operator',
    permission: 'content.edit',
    params: NumberId,
    body: Type.Object(AnswerTerms),
    response: Answer,
    errors: ['NO_DATA'],
    mutates: true,
  },
  'DELETE /api/console/chat/answers/:id': {
    summary: 'Takes a canned answer away',
    auth: 'operator',
    permission: 'content.edit',
    params: NumberId,
    response: Done,
    errors: ['NO_DATA'],
    mutates: true,
  },
});
