import { family, Type } from '../../endpoint.ts';
import { type Counted, QUEUE_NAMES, type QueueName } from '../../queues.ts';
import { Done, orNull, Time } from '../common.ts';
import { ApprovalKind } from './waits.ts';

/** The operators' queues. One operator at a time works on an item. */
export const Queue = Type.Unsafe<QueueName>(Type.Union(QUEUE_NAMES.map((name) => Type.Literal(name))));

const Item = Type.Object({ queue: Queue, item: Type.String({ pattern: '^[0-9a-f-]{1,40}$' }) });

const perQueue = <Value>(value: Type.TSchema) =>
  Type.Unsafe<Partial<Record<Counted, Value>>>(
    Type.Partial(Type.Object(Object.fromEntries([...QUEUE_NAMES, 'chats'].map((name) => [name, value])))),
  );

const PerQueue = perQueue<number>(Type.Integer());

export const queueCalls = family({
  'GET /api/console/queues': {
    summary:
      'Number of waiting and of overdue items in each queue that the operator may decide, since when the oldest waits, the promises in minutes, the operators at work, and the changes that take effect soon',
    auth: 'operator',
    response: Type.Object({
      counts: PerQueue,
      asSecond: Type.Integer({
        description: 'of the requests in `approvals` those that the operator can decide as the second one',
      }),
      overdue: PerQueue,
      oldest: perQueue<string>(Time),
      promises: PerQueue,
      operators: Type.Array(
        Type.Object({
          id: Type.String(),
          name: Type.String(),
          isMe: Type.Boolean(),
          queue: Type.Union([Queue, Type.Null()], {
            description: 'id of the claimed item; null without one',
          }),
        }),
      ),
      soon: Type.Array(
        Type.Object({
          id: Type.String(),
          kind: ApprovalKind,
          subject: Type.String(),
          name: Type.Union([Type.String(), Type.Null()], {
            description: 'what people call the subject, where its id tells them nothing',
          }),
          askerName: Type.String(),
          takesEffectAt: Time,
        }),
        { description: 'changes that take effect by themselves, because nobody else can approve them' },
      ),
      silentFeeds: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), silentSince: Time }), {
        description: 'bank feeds that are switched on and not heard for too long',
      }),
      failingWebhooks: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
        description: 'receivers of events that take nothing, or lack some',
      }),
      overdueShifts: Type.Array(
        Type.Object({ id: Type.String(), operatorName: Type.String(), openedAt: Time }),
        {
          description: 'shifts that somebody forgot to close; only for who may close them',
        },
      ),
      restsUntil: Type.Union([Time, Type.Null()], {
        description: 'no deposit account takes deposits, and this is when the first one is back',
      }),
    }),
  },
  'GET /api/console/queues/:queue/:item': {
    summary:
      'Whether an item of a queue waits, waits for a second operator or is over, and who ended it when and why',
    auth: 'operator',
    params: Item,
    response: Type.Object({
      state: Type.Union([Type.Literal('WAITING'), Type.Literal('ASKED'), Type.Literal('OVER')]),
      end: orNull(
        Type.Object({
          at: Time,
          operatorName: orNull(Type.String(), 'null where no operator ended it'),
          reason: orNull(Type.String()),
        }),
        'null until it is over',
      ),
    }),
    errors: ['OPERATOR_FORBIDDEN', 'NO_DATA'],
  },
  'POST /api/console/queues/:queue/:item/claim': {
    summary: 'Claims an item, or renews the claim: for two minutes nobody else can decide it',
    auth: 'operator',
    params: Item,
    response: Done,
    errors: ['QUEUE_TAKEN', 'OPERATOR_FORBIDDEN', 'NO_DATA', 'ALREADY_DECIDED'],
    mutates: true,
  },
  'POST /api/console/queues/:queue/:item/release': {
    summary: 'Releases the claim on an item',
    auth: 'operator',
    params: Item,
    response: Done,
    mutates: true,
  },
});
