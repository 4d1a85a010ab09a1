import {
  CONTENT_KINDS,
  ORDERED_KINDS,
  SETTING_PERMISSIONS,
  TABLE_PERMISSIONS,
} from '../../contentPermissions.ts';
import { family, Type } from '../../endpoint.ts';
import { Baht, Done, orNull, RequestedBaht, Time } from '../common.ts';
import { Reason } from './common.ts';
import { DayFigures, Simulation, SimulationResult } from './simulation.ts';
import { Cause, Waits } from './waits.ts';

const TABLE = [
  ...Object.entries(SETTING_PERMISSIONS).map(([key, permission]) => `setting/${key} ${permission}`),
  ...Object.entries(TABLE_PERMISSIONS).map(([kind, permission]) => `${kind} ${permission}`),
].join(', ');

const Kind = Type.Enum([...CONTENT_KINDS], { description: `the permission for each kind: ${TABLE}` });
const Item = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,40}$',
  description: 'the key of a setting, a code or an id; `new` for a new document; `current` for the wheel',
});
const Address = Type.Object({ kind: Kind, item: Item });

const Texts = Type.Object({ th: Type.String(), la: Type.String(), en: Type.String() });
const Version = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });
const Value = Type.Unknown({
  description: 'the document; the names of its fields give the unit of amounts and shares (Satang, Bps)',
});

const Problem = Type.Object({
  field: Type.String({ description: 'JSON pointer into the document' }),
  rule: Type.String(),
  limit: Type.Optional(Type.Number()),
});

const Row = Type.Object({
  kind: Kind,
  item: Type.String(),
  name: orNull(Texts),
  hint: Type.String({ description: 'distinguishes the document from others: a place, an account number' }),
  isActive: orNull(Type.Boolean()),
  version: Version,
  changedAt: orNull(Time),
  changedBy: orNull(Type.String()),
  hasDraft: Type.Boolean(),
});

const Document = Type.Object({
  kind: Kind,
  item: Type.String(),
  schema: Type.Unknown({ description: 'JSON Schema of the document' }),
  fixed: Type.Array(Type.String(), { description: 'fields that cannot change after the first version' }),
  value: Value,
  version: Version,
  changedAt: orNull(Time),
  changedBy: orNull(Type.String()),
  draft: orNull(
    Type.Object({
      value: Value,
      revision: Type.Integer(),
      isOutdated: Type.Boolean({
        description: 'true when another version was published after the draft was started',
      }),
      at: Time,
      by: Type.String(),
    }),
  ),
  problems: Type.Array(Problem, { description: 'why the draft cannot be published' }),
  waits: Type.Union([Waits, Type.Null()], {
    description: 'the change that a second operator must approve first',
  }),
});

const Confirmation = Type.Optional(
  Type.String({
    maxLength: 200,
    description: 'the name of the site, typed; required to switch the site on or off',
  }),
);

const SecondReason = Type.Optional(
  Type.Unsafe<string>({ ...Reason, description: 'for the second operator, when one is needed' }),
);

const WithoutSimulation = Type.Optional(
  Type.Unsafe<string>({
    ...Reason,
    description: 'why a bonus or wheel is published without a simulation of its terms',
  }),
);

const SHARED = { auth: 'operator', params: Address, mutates: true } as const;

/**
 * All content that operators edit. The required permission depends on the content (contentPermissions.ts); without it
 * the call answers OPERATOR_FORBIDDEN.
 */
export const operatorContentCalls = family({
  'GET /api/console/content': {
    summary: 'All documents that this operator may edit, in order, with the last editor of each',
    auth: 'operator',
    response: Type.Object({ items: Type.Array(Row) }),
  },
  'GET /api/console/content/:kind/:item': {
    summary: 'One document with its schema, its newest version and its draft, if any',
    auth: 'operator',
    params: Address,
    response: Document,
    errors: ['NO_DATA'],
  },
  'PUT /api/console/content/:kind/:item/draft': {
    summary: 'Saves the draft; an invalid draft can be saved, but not published',
    ...SHARED,
    body: Type.Object({
      value: Value,
      version: Version,
      revision: Type.Integer({
        minimum: 0,
        maximum: 2_147_483_646,
        description: 'version of the draft that it replaces, 0 without one',
      }),
    }),
    response: Document,
    errors: ['NO_DATA', 'CHANGED_MEANWHILE'],
  },
  'POST /api/console/content/:kind/:item/discard': {
    summary: 'Deletes the draft',
    ...SHARED,
    response: Document,
    errors: ['NO_DATA'],
  },
  'POST /api/console/content/:kind/:item/publish': {
    summary:
      'Publishes the draft, or requests a second operator’s approval. Members see the new version within a second',
    ...SHARED,
    asksCodeAgain: true,
    body: Type.Object({
      revision: Version,
      confirmation: Confirmation,
      reason: SecondReason,
      withoutSimulation: WithoutSimulation,
    }),
    response: Document,
    errors: ['NO_DATA', 'CHANGED_MEANWHILE', 'APPROVAL_WAITING'],
  },
  'POST /api/console/content/:kind/:item/versions': {
    summary: 'The versions, newest first, each with the previous document',
    auth: 'operator',
    params: Address,
    body: Type.Object({
      before: Type.Optional(Version),
      limit: Type.Integer({ minimum: 1, maximum: 50 }),
    }),
    response: Type.Object({
      versions: Type.Array(
        Type.Object({
          version: Version,
          at: orNull(Time),
          by: orNull(Type.String()),
          value: Value,
          before: Type.Unknown({ description: 'null for the first version' }),
        }),
      ),
      hasMore: Type.Boolean(),
    }),
    errors: ['NO_DATA'],
  },
  'POST /api/console/content/:kind/:item/restore': {
    summary: 'Publishes an older version again, or requests a second operator’s approval',
    ...SHARED,
    asksCodeAgain: true,
    body: Type.Object({
      version: Version,
      current: Version,
      confirmation: Confirmation,
      reason: SecondReason,
      withoutSimulation: WithoutSimulation,
    }),
    response: Document,
    errors: ['NO_DATA', 'CHANGED_MEANWHILE', 'APPROVAL_WAITING'],
  },
  'POST /api/console/content/:kind/:item/simulate': {
    summary:
      'Tries a bonus or a wheel on the members of the last 30 days, in the background; publishes nothing',
    ...SHARED,
    body: Type.Object({
      value: Value,
      seed: Type.Optional(
        Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$', description: 'of an earlier simulation' }),
      ),
    }),
    response: Type.Object({ simulation: orNull(Simulation) }),
    errors: ['NO_DATA'],
  },
  'POST /api/console/content/:kind/:item/simulation': {
    summary: 'The newest simulation of the terms of this document, whatever its texts',
    auth: 'operator',
    params: Address,
    body: Type.Object({ value: Value }),
    response: Type.Object({ simulation: orNull(Simulation) }),
  },
  'POST /api/console/content/:kind/:item/cancelSimulation': {
    summary: 'Ends a simulation that is on its way',
    ...SHARED,
    body: Type.Object({ id: Type.String({ format: 'uuid' }) }),
    response: Done,
    errors: ['NO_DATA'],
  },
  'GET /api/console/content/:kind/:item/comparison': {
    summary: 'The simulation of the published bonus or wheel beside what happened since, day by day',
    auth: 'operator',
    params: Address,
    response: Type.Object({
      since: orNull(Time),
      simulated: orNull(SimulationResult),
      days: Type.Array(
        Type.Object({ day: Type.String({ description: 'YYYY-MM-DD in Bangkok' }), ...DayFigures }),
      ),
      claims: Type.Integer(),
      cost: Type.Number({ description: 'baht' }),
      aheadPercent: orNull(Type.Number({ description: 'of the claims that have ended' })),
    }),
  },
  'POST /api/console/content/:kind/:item/example': {
    summary: 'Calculates the effects of a document by the rules for members; stores nothing',
    auth: 'operator',
    params: Address,
    body: Type.Object({ value: Value, baht: RequestedBaht }),
    response: Type.Object({
      problems: Type.Array(Problem),
      lines: Type.Array(Type.Object({ name: Type.String(), baht: Baht })),
      odds: Type.Array(Type.Object({ code: Type.String(), percent: Type.Number() })),
      worstCase: orNull(
        Type.Number({
          description: 'baht: the maximum that one member can receive; null when it gives no money',
        }),
      ),
      second: Type.Union([Cause, Type.Null()], {
        description: 'why publishing needs a second operator; null when it does not',
      }),
      needsSimulation: Type.Boolean({
        description: 'true when publishing needs a simulation of these terms, or a reason',
      }),
    }),
    errors: ['NO_DATA', 'INVALID_AMOUNT'],
  },
  'PUT /api/console/content/:kind/order': {
    summary: 'Sets the order of all documents of a kind',
    auth: 'operator',
    params: Type.Object({ kind: Type.Enum([...ORDERED_KINDS]) }),
    body: Type.Object({ items: Type.Array(Item, { maxItems: 1000, uniqueItems: true }) }),
    response: Type.Object({ items: Type.Array(Row) }),
    errors: ['CHANGED_MEANWHILE'],
    mutates: true,
  },
  'POST /api/console/content/picture': {
    summary: 'Uploads a picture for a banner or a QR, at most 5 MB; the server re-encodes it',
    auth: 'operator',
    permission: 'content.edit',
    files: ['file'],
    response: Type.Object({
      image: Type.String({ description: 'address of the picture' }),
      width: Type.Integer(),
      height: Type.Integer(),
    }),
    errors: ['FILE_NOT_SUPPORTED'],
    mutates: true,
  },
  'POST /api/console/content/film': {
    summary: 'Uploads a video for the how-to page (WebM or MP4, at most 30 MB) or its captions (WebVTT)',
    auth: 'operator',
    permission: 'content.edit',
    files: ['file'],
    response: Type.Object({ address: Type.String({ description: 'ends with .webm, .mp4 or .vtt' }) }),
    errors: ['FILE_NOT_SUPPORTED'],
    mutates: true,
  },
});
