import { family, Type } from '../endpoint.ts';
import type { NotificationCategory, NotificationChannel, NotificationPlace } from '../notifications.ts';
import { NOTIFICATION_CATEGORIES, NOTIFICATION_CHANNELS } from '../notifications.ts';
import { Done, Time } from './common.ts';

const Id = Type.String({ pattern: '^[0-9]{1,18}$' });
const Category = Type.Unsafe<NotificationCategory>({ type: 'string', enum: [...NOTIFICATION_CATEGORIES] });
const Channel = Type.Unsafe<NotificationChannel>({ type: 'string', enum: [...NOTIFICATION_CHANNELS] });

const Notification = Type.Object({
  _id: Type.String(),
  category: Category,
  title: Type.String({ description: 'in the language of the call' }),
  body: Type.String({ description: 'in the language of the call' }),
  opens: Type.Unsafe<NotificationPlace>({ type: 'string' }),
  row: Type.Optional(Type.String({ description: 'the row whose story it opens' })),
  createdAt: Time,
  isRead: Type.Boolean(),
});

/** What goes out through a channel, by category. The list in the app always holds everything. */
const Choices = Type.Object({
  channel: Channel,
  security: Type.Boolean(),
  money: Type.Boolean(),
  support: Type.Boolean(),
});

/** Base64url without padding, as browsers give their keys. */
const Base64Url = (length: number) => Type.String({ pattern: `^[A-Za-z0-9_-]{${length}}$` });

/** Notifications of members; beyond the specification. */
export const notificationCalls = family({
  'GET /api/notifications': {
    summary: 'A page of the member’s notifications, newest first',
    auth: 'member',
    openToExcluded: true,
    query: Type.Object({
      before: Type.Optional(
        Type.String({ pattern: '^[0-9]{1,18}$', description: 'the _id of the last one of the page before' }),
      ),
    }),
    response: Type.Object({ notifications: Type.Array(Notification), hasMore: Type.Boolean() }),
  },
  'GET /api/notifications/unread': {
    summary: 'How many notifications the member has not read; at most 99 are counted',
    auth: 'member',
    openToExcluded: true,
    response: Type.Object({ unread: Type.Integer() }),
  },
  'PUT /api/notifications/read': {
    summary: 'Marks notifications as read on every device, up to the one that was seen last',
    auth: 'member',
    openToExcluded: true,
    body: Type.Object({ upTo: Id }),
    response: Done,
  },
  'GET /api/notifications/settings': {
    summary: 'What is sent to the member, and whether this session’s browser gets web push',
    auth: 'member',
    openToExcluded: true,
    response: Type.Object({
      choices: Type.Array(Choices, {
        description: 'push, and the other channels that the member has linked',
      }),
      hidesAmounts: Type.Boolean({ description: 'whether what is sent names no amounts' }),
      publicKey: Type.String({ description: 'the site’s key for PushManager.subscribe, base64url' }),
      tellsLogins: Type.Union([Type.Boolean(), Type.Null()], {
        description: 'whether each log-in is told; null: the site does not',
      }),
      isOffered: Type.Boolean({ description: 'whether the member was asked once about web push' }),
      isSubscribed: Type.Boolean({ description: 'whether this session’s browser gets web push' }),
    }),
  },
  'PUT /api/notifications/settings': {
    summary: 'Switches categories of a channel, and amounts; what is absent stays',
    auth: 'member',
    openToExcluded: true,
    body: Type.Object({
      choices: Type.Optional(Choices),
      hidesAmounts: Type.Optional(Type.Boolean()),
      tellsLogins: Type.Optional(Type.Boolean()),
      isOffered: Type.Optional(Type.Literal(true)),
    }),
    response: Done,
  },
  'PUT /api/notifications/push': {
    summary: 'Sends web push to this session’s browser, in the language of the call, until the session ends',
    auth: 'member',
    body: Type.Object({
      endpoint: Type.String({ maxLength: 2048, description: 'of a known push service' }),
      p256dh: Base64Url(87),
      auth: Base64Url(22),
    }),
    response: Done,
  },
  'DELETE /api/notifications/push': {
    summary: 'Ends web push to this session’s browser',
    auth: 'member',
    openToExcluded: true,
    response: Done,
  },
});
