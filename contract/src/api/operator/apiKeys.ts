import { API_SCOPE_NAMES, type ApiScope } from '../../apiScopes.ts';
import { family, Type } from '../../endpoint.ts';
import { Done, orNull, Text, Time } from '../common.ts';
import { Reason, UuidId } from './common.ts';
import { Waits } from './waits.ts';

const Scope = Type.Unsafe<ApiScope>(Type.Union(API_SCOPE_NAMES.map((name) => Type.Literal(name))));

const Terms = {
  name: Text(60),
  scopes: Type.Array(Scope, { minItems: 1, maxItems: API_SCOPE_NAMES.length }),
  networks: Type.Array(Type.String({ maxLength: 50 }), {
    maxItems: 50,
    description: 'addresses or networks in CIDR form from which it works; empty: from everywhere',
  }),
  expiresAt: Time,
};

const Key = Type.Object({
  id: Type.String(),
  ...Terms,
  startsWith: Type.String({ description: 'the beginning of the key' }),
  state: Type.Union([Type.Literal('ACTIVE'), Type.Literal('EXPIRED'), Type.Literal('REVOKED')]),
  createdAt: Time,
  createdBy: Type.String(),
  lastUsedAt: orNull(Type.String({ format: 'date-time', description: 'to the minute' })),
});

const GUARDED = {
  auth: 'operator',
  permission: 'connection.manage',
  asksCodeAgain: true,
  mutates: true,
} as const;

/** Keys with which systems outside read. A new one needs two operators; one operator revokes. */
export const apiKeyCalls = family({
  'GET /api/console/api-keys': {
    summary: 'All keys for reading; the keys themselves are stored nowhere',
    auth: 'operator',
    permission: 'connection.manage',
    response: Type.Object({
      keys: Type.Array(Key),
      additions: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), waits: Waits }), {
        description: 'new ones that wait for a second operator',
      }),
    }),
  },
  'POST /api/console/api-keys': {
    summary: 'Makes a key for reading',
    ...GUARDED,
    body: Type.Object({ ...Terms, reason: Reason }),
    response: Type.Object({
      id: Type.String(),
      key: Type.String({ description: 'shown this once' }),
      waits: Type.Union([Waits, Type.Null()], {
        description: 'a second operator must approve it before it works; null when it works',
      }),
    }),
    errors: ['CONNECTION_INVALID', 'APPROVAL_WAITING'],
  },
  'DELETE /api/console/api-keys/:id': {
    summary: 'Revokes a key: it stops working at once',
    ...GUARDED,
    params: UuidId,
    body: Type.Object({ reason: Reason }),
    response: Done,
    errors: ['NO_DATA'],
  },
});
