import { family, Type } from '../../endpoint.ts';
import { Time } from '../common.ts';

const AuditEntry = Type.Object({
  id: Type.String(),
  at: Time,
  operator: Type.Object({
    id: Type.String(),
    name: Type.String({ description: 'the current name' }),
    username: Type.String({ description: 'the login name, which never changes' }),
  }),
  action: Type.String(),
  subject: Type.String({ description: 'kind:id' }),
  memberId: Type.Union([Type.String(), Type.Null()]),
  before: Type.Unknown(),
  after: Type.Unknown(),
  reason: Type.Union([Type.String(), Type.Null()]),
  address: Type.String(),
});

const Filter = Type.String({ maxLength: 80 });

/** All actions of operators, newest first. Read-only. */
export const auditCalls = family({
  'POST /api/console/audit': {
    summary: 'The audit log: the actions of operators that match the filter, newest first',
    auth: 'operator',
    permission: 'audit.read',
    body: Type.Object({
      operatorId: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$' })),
      memberId: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$' })),
      action: Type.Optional(Filter),
      text: Type.Optional(Filter),
      from: Type.Optional(Time),
      to: Type.Optional(Time),
      before: Type.Optional(
        Type.String({ pattern: '^[0-9]{1,18}$', description: 'id of the last entry of the previous page' }),
      ),
      limit: Type.Integer({ minimum: 1, maximum: 100 }),
    }),
    response: Type.Object({ entries: Type.Array(AuditEntry), hasMore: Type.Boolean() }),
  },
});
