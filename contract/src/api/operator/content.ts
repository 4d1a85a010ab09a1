import {
  CONTENT_KINDS,
  ORDERED_KINDS,
  SETTING_PERMISSIONS,
  TABLE_PERMISSIONS,
} from '../../contentPermissions.ts';
import { family, Type } from '../../endpoint.ts';
import { Baht, RequestedBaht, Time } from '../common.ts';
import { Reason } from './common.ts';
import { Cause, Waits } from './waits.ts';

const TABLE = [
  ...Object.entries(SETTING_PERMISSIONS).map(([key, permission]) => `setting/${key} ${permission}`),
  ...Object.entries(TABLE_PERMISSIONS).map(([kind, permission]) => `${kind} ${permission}`),
].join(', ');

const Kind = Type.Enum([...CONTENT_KINDS], { description: `which permission edits what: ${TABLE}` });
const Item = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,40}$',
  description: 'a setting’s key, a code or an id; `new` for what is not there yet; `current` for the wheel',
});
const Address = Type.Object({ kind: Kind, item: Item });

const OrNull = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Union([type, Type.Null()]);
const Texts = Type.Object({ th: Type.String(), la: Type.String(), en: Type.String() });
const Version = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });
const Value = Type.Unknown({
  description: 'the document; its amounts and shares are in the unit that their names say (Satang, Bps)',
});

const Problem = Type.Object({
  field: Type.String({ description: 'JSON pointer into the document' }),
  rule: Type.String(),
  limit: Type.Optional(Type.Number()),
});

const Row = Type.Object({
  kind: Kind,
  item: Type.String(),
  name: OrNull(Texts),
  hint: Type.String({ description: 'what tells it from others: a place, an account number' }),
  isActive: OrNull(Type.Boolean()),
  version: Version,
  changedAt: OrNull(Time),
  changedBy: OrNull(Type.String()),
  hasDraft: Type.Boolean(),
});

const Document = Type.Object({
  kind: Kind,
  item: Type.String(),
  schema: Type.Unknown({ description: 'JSON Schema of the document' }),
  fixed: Type.Array(Type.String(), { description: 'fields that never change once it is there' }),
  value: Value,
  version: Version,
  changedAt: OrNull(Time),
  changedBy: OrNull(Type.String()),
  draft: OrNull(
    Type.Object({
      value: Value,
      revision: Type.Integer(),
      isOutdated: Type.Boolean({ description: 'another version was published since it began' }),
      at: Time,
      by: Type.String(),
    }),
  ),
  problems: Type.Array(Problem, { description: 'why the draft cannot be published' }),
  waits: Type.Union([Waits, Type.Null()], { description: 'what a second person decides first' }),
});

const Confirmation = Type.Optional(
  Type.String({
    maxLength: 200,
    description: 'the site’s name, typed, where the site is switched on or off',
  }),
);

const SecondReason = Type.Optional(
  Type.Unsafe<string>({ ...Reason, description: 'for the second person, where one is needed' }),
);

const SHARED = { auth: 'operator', params: Address, mutates: true } as const;

/**
 * All content that operators edit. The required permission depends on the content (contentPermissions.ts); without it
 * the call answers OPERATOR_FORBIDDEN.
 */
export const operatorContentCalls = family({
  'GET /api/console/content': {
    summary: 'Everything that this operator may edit, in its order, with who changed it last',
    auth: 'operator',
    response: Type.Object({ items: Type.Array(Row) }),
  },
  'GET /api/console/content/:kind/:item': {
    summary: 'One document with its schema, its newest version and the draft that there is',
    auth: 'operator',
    params: Address,
    response: Document,
    errors: ['NO_DATA'],
  },
  'PUT /api/console/content/:kind/:item/draft': {
    summary: 'Saves the draft; it may still be unfit to be published',
    ...SHARED,
    body: Type.Object({
      value: Value,
      version: Version,
      revision: Type.Integer({
        minimum: 0,
        maximum: 2_147_483_646,
        description: 'of the draft that it replaces, 0 where there was none',
      }),
    }),
    response: Document,
    errors: ['NO_DATA', 'CHANGED_MEANWHILE'],
  },
  'POST /api/console/content/:kind/:item/discard': {
    summary: 'Throws the draft away',
    ...SHARED,
    response: Document,
    errors: ['NO_DATA'],
  },
  'POST /api/console/content/:kind/:item/publish': {
    summary: 'Makes the draft the newest version, which members see within a second, or asks a second person',
    ...SHARED,
    asksCodeAgain: true,
    body: Type.Object({ revision: Version, confirmation: Confirmation, reason: SecondReason }),
    response: Document,
    errors: ['NO_DATA', 'CHANGED_MEANWHILE', 'APPROVAL_WAITING'],
  },
  'POST /api/console/content/:kind/:item/versions': {
    summary: 'The history, newest first, each with what stood before',
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
          at: OrNull(Time),
          by: OrNull(Type.String()),
          value: Value,
          before: Type.Unknown({ description: 'null for the first' }),
        }),
      ),
      hasMore: Type.Boolean(),
    }),
    errors: ['NO_DATA'],
  },
  'POST /api/console/content/:kind/:item/restore': {
    summary: 'Undoes: an older version becomes the newest, or a second person is asked',
    ...SHARED,
    asksCodeAgain: true,
    body: Type.Object({
      version: Version,
      current: Version,
      confirmation: Confirmation,
      reason: SecondReason,
    }),
    response: Document,
    errors: ['NO_DATA', 'CHANGED_MEANWHILE', 'APPROVAL_WAITING'],
  },
  'POST /api/console/content/:kind/:item/example': {
    summary: 'What a document comes to, worked out by the rules that hold for members; nothing is stored',
    auth: 'operator',
    params: Address,
    body: Type.Object({ value: Value, baht: RequestedBaht }),
    response: Type.Object({
      problems: Type.Array(Problem),
      lines: Type.Array(Type.Object({ name: Type.String(), baht: Baht })),
      odds: Type.Array(Type.Object({ code: Type.String(), percent: Type.Number() })),
      worstCase: OrNull(
        Type.Number({ description: 'baht: the most that one member can get; null where it gives nothing' }),
      ),
      second: Type.Union([Cause, Type.Null()], {
        description: 'why publishing this takes a second person; null where it does not',
      }),
    }),
    errors: ['NO_DATA', 'INVALID_AMOUNT'],
  },
  'PUT /api/console/content/:kind/order': {
    summary: 'Puts all things of a kind into an order',
    auth: 'operator',
    params: Type.Object({ kind: Type.Enum([...ORDERED_KINDS]) }),
    body: Type.Object({ items: Type.Array(Item, { maxItems: 1000, uniqueItems: true }) }),
    response: Type.Object({ items: Type.Array(Row) }),
    errors: ['CHANGED_MEANWHILE'],
    mutates: true,
  },
  'POST /api/console/content/picture': {
    summary: 'Uploads a picture for a banner or a QR, at most 5 MB; it is drawn anew',
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
    summary: 'Uploads a film for the how-to page (WebM or MP4, at most 30 MB) or its captions (WebVTT)',
    auth: 'operator',
    permission: 'content.edit',
    files: ['file'],
    response: Type.Object({ address: Type.String({ description: 'ends with .webm, .mp4 or .vtt' }) }),
    errors: ['FILE_NOT_SUPPORTED'],
    mutates: true,
  },
});
