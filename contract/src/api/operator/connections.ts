import {
  CAPABILITIES,
  type Capability,
  DRIVER_WARNINGS,
  type DriverWarning,
  TROUBLES,
  type Trouble,
} from '../../connections.ts';
import { family, Type } from '../../endpoint.ts';
import { orNull, Text, Time } from '../common.ts';
import { Reason } from './common.ts';
import { Waits } from './waits.ts';

const CapabilityName = Type.Unsafe<Capability>(Type.Union(CAPABILITIES.map((name) => Type.Literal(name))));
const TroubleName = Type.Unsafe<Trouble>(Type.Union(TROUBLES.map((name) => Type.Literal(name))));
const Warning = Type.Unsafe<DriverWarning>(Type.Union(DRIVER_WARNINGS.map((name) => Type.Literal(name))));
const DriverName = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,39}$' });
const Config = Type.Record(Type.String(), Type.Unknown(), {
  description: 'public settings, by the schema `config` of the driver',
});
const Secrets = Type.Record(Type.String(), orNull(Type.String({ maxLength: 4_000 })), {
  description: 'keys to store, by the schema `secrets` of the driver; null removes one. Never read back',
});

const Health = Type.Object({
  state: Type.Union(
    [
      Type.Literal('off'),
      Type.Literal('unused'),
      Type.Literal('ok'),
      Type.Literal('failing'),
      Type.Literal('unopened'),
    ],
    {
      description:
        '`failing`: the newest call had trouble. `unopened`: its stored secrets or settings cannot be read',
    },
  ),
  lastSuccessAt: orNull(Time),
  lastTrouble: orNull(Type.Object({ at: Time, reason: TroubleName })),
  calls: Type.Integer({ description: 'of the last hour' }),
  failures: Type.Integer({ description: 'of the last hour' }),
  medianMs: orNull(Type.Integer({ description: 'of the last hour' })),
  quotaLeft: orNull(Type.Integer({ description: 'paid calls left, as the maker said last' })),
  compared: Type.Integer({
    description: 'of the last 7 days: calls whose answer was compared with the deciding one',
  }),
  agreed: Type.Integer({ description: 'of these, how many said the same' }),
});

const Connection = Type.Object({
  id: Type.String(),
  capability: CapabilityName,
  driver: Type.String(),
  title: Type.String({ description: "the maker's name" }),
  name: Type.String(),
  priority: Type.Integer({ description: 'the lowest is asked first' }),
  isActive: Type.Boolean(),
  isShadow: Type.Boolean({ description: 'asked beside the others to compare; decides nothing' }),
  isFixed: Type.Boolean({
    description: 'comes from the environment or the sandbox and cannot be edited here',
  }),
  canTest: Type.Boolean({ description: 'whether its maker has a harmless call' }),
  config: Config,
  secretsSet: Type.Array(Type.String(), { description: 'which secrets are stored' }),
  receivesAt: orNull(
    Type.String({ description: 'path of this site where its maker delivers notices; null if it takes none' }),
  ),
  version: Type.Integer(),
  changedAt: orNull(Time),
  changedBy: orNull(Type.String()),
  offeredAs: orNull(
    Type.Array(Type.String(), {
      description: 'titles under which members are offered a payment gateway now; null for other services',
    }),
  ),
  health: Health,
  waits: orNull(Waits),
});

const Addition = Type.Object({
  id: Type.String({ description: 'the id that it will have' }),
  capability: CapabilityName,
  driver: Type.String(),
  title: Type.String({ description: "the maker's name" }),
  name: Type.String(),
  waits: Waits,
});

const Driver = Type.Object({
  capability: CapabilityName,
  driver: DriverName,
  title: Type.String(),
  config: Type.Unknown({ description: 'JSON Schema' }),
  secrets: Type.Unknown({ description: 'JSON Schema' }),
  documentation: Type.String({ description: "address of the maker's documentation" }),
  warnings: Type.Array(Warning),
});

const Call = Type.Object({
  at: Time,
  operation: Type.String(),
  trouble: orNull(TroubleName),
  tookMs: Type.Integer(),
});
const Change = Type.Object({
  at: Time,
  by: Type.String(),
  action: Type.String(),
  reason: orNull(Type.String()),
});

const DeliveryReading = Type.Union([
  Type.Literal('proved'),
  Type.Literal('hint'),
  Type.Literal('ignored'),
  Type.Literal('refused'),
]);
const DeliveryOutcome = Type.Union(
  [
    Type.Literal('TAKEN'),
    Type.Literal('KNOWN'),
    Type.Literal('ASKING'),
    Type.Literal('FOREIGN'),
    Type.Literal('PARTLY'),
    Type.Literal('NOTHING'),
    Type.Literal('IGNORED'),
    Type.Literal('BAD_SIGNATURE'),
    Type.Literal('BAD_BODY'),
    Type.Literal('BAD_ADDRESS'),
    Type.Literal('FAILED'),
  ],
  { description: 'what came of it; `FOREIGN`: it tells of nothing of ours; `FAILED`: our defect' },
);
const Delivered = Type.Object({
  id: Type.String(),
  at: Time,
  lastAt: Time,
  times: Type.Integer({ description: 'how often the same body came' }),
  address: Type.String(),
  reading: DeliveryReading,
  outcome: DeliveryOutcome,
  reference: orNull(Type.String({ description: 'the order that it tells of, as the maker names it' })),
  isCut: Type.Boolean({ description: 'not all of it was kept, so that it cannot be taken again' }),
});
const DeliveryId = Type.Object({
  id: Type.String({ pattern: '^[0-9a-f-]{36}$' }),
  delivery: Type.String({ pattern: '^[0-9]{1,18}$' }),
});

const Id = Type.Object({ id: Type.String({ pattern: '^[0-9a-z-]{1,40}$' }) });
const Name = Text(60);
const Priority = Type.Integer({ minimum: 1, maximum: 1_000 });
const WaitsOrNull = Type.Union([Waits, Type.Null()], {
  description: 'the change that a second operator must approve first; null when it is done',
});
const GUARDED = {
  auth: 'operator',
  permission: 'connection.manage',
  asksCodeAgain: true,
  mutates: true,
} as const;

/** The real counterparts of the site. A change needs two operators and is in force on all nodes within a second. */
export const connectionCalls = family({
  'GET /api/console/connections': {
    summary: 'All connections, in the order in which they are asked, with their health',
    auth: 'operator',
    permission: 'connection.manage',
    response: Type.Object({
      connections: Type.Array(Connection),
      additions: Type.Array(Addition, { description: 'new ones that wait for a second operator' }),
    }),
  },
  'GET /api/console/connections/drivers': {
    summary: 'What a connection can be made of',
    auth: 'operator',
    permission: 'connection.manage',
    response: Type.Object({ drivers: Type.Array(Driver) }),
  },
  'GET /api/console/connections/:id/history': {
    summary: 'The last 50 calls of a connection on all nodes, and its last 50 changes, newest first',
    auth: 'operator',
    permission: 'connection.manage',
    params: Id,
    response: Type.Object({ calls: Type.Array(Call), changes: Type.Array(Change) }),
  },
  'POST /api/console/connections': {
    summary: 'Adds a connection, switched off',
    ...GUARDED,
    body: Type.Object({
      capability: CapabilityName,
      driver: DriverName,
      name: Name,
      priority: Priority,
      isShadow: Type.Optional(Type.Boolean()),
      config: Config,
      secrets: Secrets,
      reason: Reason,
    }),
    response: Type.Object({ id: Type.String(), waits: WaitsOrNull }),
    errors: ['CONNECTION_INVALID', 'APPROVAL_WAITING'],
  },
  'PUT /api/console/connections/:id': {
    summary: 'Changes a connection, or switches it on or off. Secrets that are not named stay',
    ...GUARDED,
    params: Id,
    body: Type.Object({
      name: Name,
      priority: Priority,
      isActive: Type.Boolean(),
      isShadow: Type.Boolean(),
      config: Config,
      secrets: Secrets,
      version: Type.Integer({ minimum: 1, maximum: 2_147_483_646 }),
      reason: Reason,
    }),
    response: Type.Object({ waits: WaitsOrNull }),
    errors: ['NO_DATA', 'CONNECTION_INVALID', 'CHANGED_MEANWHILE', 'APPROVAL_WAITING'],
  },
  'DELETE /api/console/connections/:id': {
    summary: 'Removes a connection and its secrets',
    ...GUARDED,
    params: Id,
    body: Type.Object({ reason: Reason }),
    response: Type.Object({ waits: WaitsOrNull }),
    errors: ['NO_DATA', 'APPROVAL_WAITING', 'CONNECTION_INVALID'],
  },
  'POST /api/console/connections/:id/test': {
    summary: 'Makes one harmless call with the stored settings, such as a question for the quota',
    auth: 'operator',
    permission: 'connection.manage',
    mutates: true,
    params: Id,
    response: Type.Object({
      ok: Type.Boolean(),
      tookMs: Type.Integer(),
      trouble: orNull(TroubleName),
      detail: Type.String({ description: "the maker's words, such as its error code; never a secret" }),
    }),
    errors: ['NO_DATA', 'REQUEST_LIMIT'],
  },
  'GET /api/console/connections/:id/deliveries': {
    summary: 'The last 50 deliveries to a connection, newest first; they are kept for 30 days',
    auth: 'operator',
    permission: 'connection.manage',
    params: Id,
    response: Type.Object({ deliveries: Type.Array(Delivered) }),
  },
  'GET /api/console/connections/:id/deliveries/:delivery': {
    summary: 'A delivery as it came; written to the audit log. Headers with keys are left out',
    auth: 'operator',
    permission: 'connection.manage',
    params: DeliveryId,
    response: Type.Object({
      ...Delivered.properties,
      headers: Type.Record(Type.String(), Type.String()),
      query: Type.Record(Type.String(), Type.String()),
      body: Type.String({ description: 'as UTF-8' }),
    }),
    errors: ['NO_DATA'],
  },
  'POST /api/console/connections/:id/deliveries/:delivery/take': {
    summary: 'Takes a delivery again, as if it came now with the time of its arrival',
    ...GUARDED,
    params: DeliveryId,
    body: Type.Object({ reason: Reason }),
    response: Type.Object({ reading: DeliveryReading, outcome: DeliveryOutcome }),
    errors: ['NO_DATA'],
  },
});
