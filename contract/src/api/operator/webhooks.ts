import { WEBHOOK_TROUBLES, type WebhookTrouble } from '../../connections.ts';
import { family, Type } from '../../endpoint.ts';
import { Done, orNull, Text, Time } from '../common.ts';
import { EVENT_TYPE_NAMES, type EventTypeName } from '../eventTypes.ts';
import { Reason, UuidId } from './common.ts';
import { Waits } from './waits.ts';

const EventType = Type.Unsafe<EventTypeName>(Type.Union(EVENT_TYPE_NAMES.map((name) => Type.Literal(name))));
const TroubleName = Type.Unsafe<WebhookTrouble>(
  Type.Union(WEBHOOK_TROUBLES.map((name) => Type.Literal(name))),
);
const EventId = Type.String({ pattern: '^[0-9]{1,18}$' });

const Terms = {
  name: Text(60),
  url: Type.String({ minLength: 9, maxLength: 2_000, description: 'an https address' }),
  types: Type.Array(EventType, {
    maxItems: 100,
    description: 'empty: all types that tell of members, also later ones',
  }),
};
const Secret = Type.String({ description: '`whsec_…`; shown this once' });
const WaitsOrNull = Type.Union([Waits, Type.Null()], {
  description: 'the change that a second operator must approve first; null when it is done',
});

const Outcome = {
  httpStatus: orNull(Type.Integer({ description: 'null: there was no answer' })),
  trouble: orNull(TroubleName),
  answer: Type.String({ description: "the beginning of the receiver's answer, without secrets" }),
  tookMs: Type.Integer(),
};

const Webhook = Type.Object({
  id: Type.String(),
  ...Terms,
  state: Type.Union([Type.Literal('ACTIVE'), Type.Literal('OFF'), Type.Literal('GONE')], {
    description: '`GONE`: the receiver answered 410',
  }),
  failingSince: orNull(Type.String({ format: 'date-time', description: 'nothing was taken since then' })),
  blocked: Type.Integer({ description: 'members whose next event was given up; their later ones wait' }),
  waiting: Type.Integer({ description: 'members with events to be sent; the site itself counts as one' }),
  secrets: Type.Integer({ description: '2: the one before signs too' }),
  lastDeliveredAt: orNull(Time),
  version: Type.Integer(),
  changedAt: Time,
  changedBy: Type.String(),
  waits: orNull(Waits),
});

const Delivery = Type.Object({
  event: Type.String({ description: 'the id of the event' }),
  type: orNull(Type.String({ description: 'null: the event is older than what is kept' })),
  memberId: orNull(Type.String({ description: 'null: it tells of the site itself' })),
  state: Type.Union(
    [Type.Literal('DELIVERED'), Type.Literal('FAILED'), Type.Literal('GIVEN_UP'), Type.Literal('LEFT_OUT')],
    { description: '`FAILED`: it is tried again, unless an operator sent it once more' },
  ),
  tries: Type.Integer(),
  ...Outcome,
  lastAt: Time,
});

const GUARDED = {
  auth: 'operator',
  permission: 'connection.manage',
  asksCodeAgain: true,
  mutates: true,
} as const;
const Because = Type.Object({ reason: Reason });
const OfDelivery = Type.Object({ ...UuidId.properties, event: EventId });
const Members = Type.Object({
  members: Type.Integer({ description: 'whose events are sent; the site itself counts as one' }),
});

/** Receivers of events. Adding, changing and removing one needs two operators. */
export const webhookCalls = family({
  'GET /api/console/webhooks': {
    summary: 'All receivers of events, and what became of what was sent',
    auth: 'operator',
    permission: 'connection.manage',
    response: Type.Object({
      webhooks: Type.Array(Webhook),
      additions: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), waits: Waits }), {
        description: 'new ones that wait for a second operator',
      }),
    }),
  },
  'POST /api/console/webhooks': {
    summary: 'Adds a receiver of events from now on',
    ...GUARDED,
    body: Type.Object({ ...Terms, reason: Reason }),
    response: Type.Object({ id: Type.String(), secret: Secret, waits: WaitsOrNull }),
    errors: ['CONNECTION_INVALID', 'APPROVAL_WAITING'],
  },
  'PUT /api/console/webhooks/:id': {
    summary: 'Changes a receiver, or switches it on or off. Switched on, it goes on where it stopped',
    ...GUARDED,
    params: UuidId,
    body: Type.Object({
      ...Terms,
      isActive: Type.Boolean(),
      version: Type.Integer({ minimum: 1, maximum: 2_147_483_646 }),
      reason: Reason,
    }),
    response: Type.Object({ waits: WaitsOrNull }),
    errors: ['NO_DATA', 'CONNECTION_INVALID', 'CHANGED_MEANWHILE', 'APPROVAL_WAITING'],
  },
  'DELETE /api/console/webhooks/:id': {
    summary: 'Removes a receiver; what was not delivered is not sent',
    ...GUARDED,
    params: UuidId,
    body: Because,
    response: Type.Object({ waits: WaitsOrNull }),
    errors: ['NO_DATA', 'APPROVAL_WAITING'],
  },
  'POST /api/console/webhooks/:id/secret': {
    summary: 'Makes a new secret; both sign until the old one is ended',
    ...GUARDED,
    params: UuidId,
    body: Because,
    response: Type.Object({ secret: Secret, waits: WaitsOrNull }),
    errors: ['NO_DATA', 'APPROVAL_WAITING'],
  },
  'DELETE /api/console/webhooks/:id/secret': {
    summary: 'Ends the old secret: only the new one signs',
    ...GUARDED,
    params: UuidId,
    body: Because,
    response: Done,
    errors: ['NO_DATA', 'APPROVAL_WAITING'],
  },
  'GET /api/console/webhooks/:id/deliveries': {
    summary: 'The last 50 events that were sent, newest try first; those that were given up are first of all',
    auth: 'operator',
    permission: 'connection.manage',
    params: UuidId,
    response: Type.Object({ deliveries: Type.Array(Delivery) }),
  },
  'GET /api/console/webhooks/:id/deliveries/:event': {
    summary: 'An event as it was sent, with its last answer',
    auth: 'operator',
    permission: 'connection.manage',
    params: OfDelivery,
    response: Type.Object({ ...Delivery.properties, body: orNull(Type.String()) }),
    errors: ['NO_DATA'],
  },
  'POST /api/console/webhooks/:id/deliveries/:event/resend': {
    summary: 'Sends an event once more; of one that was given up its tries begin again',
    ...GUARDED,
    params: OfDelivery,
    body: Because,
    response: Done,
    errors: ['NO_DATA'],
  },
  'POST /api/console/webhooks/:id/deliveries/:event/leave-out': {
    summary: "Leaves out an event that was given up, so that the member's later ones go on",
    ...GUARDED,
    params: OfDelivery,
    body: Because,
    response: Done,
    errors: ['NO_DATA'],
  },
  'POST /api/console/webhooks/:id/retry': {
    summary: 'Tries again now what failed and what was given up',
    ...GUARDED,
    params: UuidId,
    body: Because,
    response: Members,
    errors: ['NO_DATA'],
  },
  'POST /api/console/webhooks/:id/replay': {
    summary: 'Sends all events again from an id or a time on',
    ...GUARDED,
    params: UuidId,
    body: Type.Object({ from: Type.Union([EventId, Time]), reason: Reason }),
    response: Members,
    errors: ['NO_DATA'],
  },
  'POST /api/console/webhooks/:id/test': {
    summary: 'Sends an event of type `test`, which tells of nothing, and waits for the answer',
    auth: 'operator',
    permission: 'connection.manage',
    mutates: true,
    params: UuidId,
    response: Type.Object({ ok: Type.Boolean(), ...Outcome }),
    errors: ['NO_DATA', 'REQUEST_LIMIT'],
  },
});
