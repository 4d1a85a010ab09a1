import { PLACEHOLDERS, type Placeholder } from '../../chatPlaceholders.ts';
import { family, Type } from '../../endpoint.ts';
import type { ChatRoomSummary } from '../../events.ts';
import { CHAT } from '../../limits.ts';
import { SKILLS, type Skill } from '../../skills.ts';
import { ChatMessageSchema, TextPayload } from '../chat.ts';
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

const SkillName = Type.Unsafe<Skill>({ enum: [...SKILLS] });

/** A conversation as the inbox lists it; the socket's event `room` carries the same (events.ts). */
const Room = Type.Unsafe<ChatRoomSummary>(
  Type.Object({
    id: Type.String(),
    room: Type.String({ description: 'the room name for the socket’s `join`' }),
    memberId: Nullable,
    guestId: Nullable,
    name: Type.String({ description: 'empty for a guest' }),
    status: Type.Union([Type.Literal('open'), Type.Literal('closed')]),
    assignedTo: Nullable,
    language: Language,
    unread: Type.Integer(),
    lastMessage: Type.Union([ChatMessageSchema, Type.Null()]),
    lastMessageAt: Type.Union([Time, Type.Null()]),
    rating: Type.Union([Type.Integer(), Type.Null()]),
    skill: Type.Union([SkillName, Type.Null()], {
      description: 'the skill that it waits for; null: everybody’s',
    }),
    isWithBot: Type.Boolean({ description: 'the bot has it, and no person is asked for' }),
    askedAt: Type.Union([Time, Type.Null()], {
      description: 'since when the customer waits for the first answer of a person; null if nobody waits',
    }),
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
    payload: TextPayload,
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
    summary: 'The static data of the inbox: operators who can receive conversations, and canned answers',
    auth: 'operator',
    permission: 'chat.answer',
    response: Type.Object({
      operators: Type.Array(
        Type.Object({
          id: Type.String(),
          name: Type.String(),
          mayAnswer: Type.Boolean({ description: 'true when the operator can receive a conversation' }),
          isPresent: Type.Boolean({ description: 'true while their console is open' }),
          skills: Type.Array(SkillName),
        }),
      ),
      answers: Type.Array(Answer),
    }),
  },
  'POST /api/console/chat/ticket': {
    summary:
      'A ticket for the realtime socket, valid for one minute, and the room that receives the events of the inbox',
    auth: 'operator',
    permission: 'chat.answer',
    response: Type.Object({ ticket: Type.String(), inbox: Type.String() }),
    mutates: true,
  },
  'POST /api/console/chat/rooms': {
    summary:
      'A page of conversations of a queue: the newest message first, but waiting ones by the longest wait; search by telephone, name or id',
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
    summary: 'One conversation: a summary of the member, known facts about a guest, notes, and the rating',
    auth: 'operator',
    permission: 'chat.answer',
    params: NumberId,
    response: Type.Object({
      room: Room,
      createdAt: Time,
      messages: Type.Integer({ description: 'number of messages' }),
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
              note: Type.Union([Type.String(), Type.Null()], {
                description: 'why it failed, as the member reads it',
              }),
              isWaiting: Type.Boolean({ description: 'true while it waits for an operator' }),
              isIncoming: Type.Boolean({ description: 'true while its transfer waits for an owner' }),
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
      'Sends a message; an unassigned conversation is assigned to the sender. Repeating a clientId does not send it again',
    auth: 'operator',
    permission: 'chat.answer',
    params: NumberId,
    body: Type.Object({ clientId: Type.String({ pattern: CLIENT_ID }), message: OperatorMessage }),
    response: ChatMessageSchema,
    errors: ['NO_DATA', 'QUEUE_TAKEN', 'IDEMPOTENCY_MISMATCH'],
    mutates: true,
  },
  'POST /api/console/chat/rooms/:id/upload-image': {
    summary: 'Uploads an image for a message, at most 10 MB',
    auth: 'operator',
    permission: 'chat.answer',
    params: NumberId,
    files: ['file'],
    response: Upload,
    errors: ['NO_DATA', 'FILE_NOT_SUPPORTED'],
    mutates: true,
  },
  'POST /api/console/chat/rooms/:id/upload-video': {
    summary: 'Uploads a video for a message, at most 20 MB',
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
    summary: 'Assigns an unassigned conversation to the caller',
    auth: 'operator',
    permission: 'chat.answer',
    params: NumberId,
    response: Done,
    errors: ['NO_DATA', 'QUEUE_TAKEN'],
    mutates: true,
  },
  'POST /api/console/chat/rooms/:id/hand-over': {
    summary:
      'Assigns a conversation to an operator, who may be the caller; null returns it to the queue, and with a skill to those of the queue who have it and are present',
    auth: 'operator',
    permission: 'chat.answer',
    params: NumberId,
    body: Type.Object({
      to: Type.Union([Type.String({ pattern: '^[0-9]{1,18}$' }), Type.Null()]),
      skill: Type.Optional(SkillName),
      reason: Type.Optional(Reason),
    }),
    response: Type.Object({
      code: Type.Literal('OK'),
      isKept: Type.Union([Type.Boolean(), Type.Null()], {
        description: 'of a skill: true when those who have it see it first, false when everybody does',
      }),
    }),
    errors: ['NO_DATA'],
    mutates: true,
  },
  'POST /api/console/chat/rooms/:id/close': {
    summary: 'Closes a conversation and asks the customer for a rating',
    auth: 'operator',
    permission: 'chat.answer',
    params: NumberId,
    response: Done,
    errors: ['NO_DATA', 'QUEUE_TAKEN', 'ALREADY_DECIDED'],
    mutates: true,
  },
  'POST /api/console/chat/rooms/:id/notes': {
    summary: 'Adds an internal note, which is never shown to the customer',
    auth: 'operator',
    permission: 'chat.answer',
    params: NumberId,
    body: Type.Object({ text: Text(2000) }),
    response: Done,
    errors: ['NO_DATA'],
    mutates: true,
  },
  'GET /api/console/chat/rooms/:id/placeholders': {
    summary:
      'What fills the placeholders of canned answers in this conversation, in the customer’s language; null for what they do not have',
    auth: 'operator',
    permission: 'chat.answer',
    params: NumberId,
    response: Type.Object(
      Object.fromEntries(PLACEHOLDERS.map((name) => [name, Nullable])) as Record<
        Placeholder,
        typeof Nullable
      >,
    ),
    errors: ['NO_DATA'],
  },
  'POST /api/console/chat/answers': {
    summary: 'Adds a canned answer; its text may hold the placeholders of a fixed list, in braces',
    auth: 'operator',
    permission: 'content.edit',
    body: Type.Object(AnswerTerms),
    response: Answer,
    errors: ['PLACEHOLDER_UNKNOWN'],
    mutates: true,
  },
  'PUT /api/console/chat/answers/order': {
    summary: 'Sets the order of all canned answers',
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
    errors: ['NO_DATA', 'PLACEHOLDER_UNKNOWN'],
    mutates: true,
  },
  'DELETE /api/console/chat/answers/:id': {
    summary: 'Deletes a canned answer',
    auth: 'operator',
    permission: 'content.edit',
    params: NumberId,
    response: Done,
    errors: ['NO_DATA'],
    mutates: true,
  },
});
