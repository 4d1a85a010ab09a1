import { family, Type } from '../../endpoint.ts';
import { Time } from '../common.ts';
import { Moment } from './common.ts';

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

const FILTER = {
  operator: Type.Optional(Type.String({ minLength: 1, maxLength: 60, description: 'id or user name' })),
  memberId: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$' })),
  action: Type.Optional(Filter),
  text: Type.Optional(Filter),
  from: Type.Optional(Moment),
  to: Type.Optional(Moment),
  before: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,18}$', description: 'id of the last entry of the previous page' }),
  ),
};

/** All actions of operators, newest first. Read-only. */
export const auditCalls = family({
  'POST /api/console/audit': {
    summary: 'The audit log: the actions of operators that match the filter, newest first',
    auth: 'operator',
    permission: 'audit.read',
    body: Type.Object({ ...FILTER, limit: Type.Integer({ minimum: 1, maximum: 100 }) }),
    response: Type.Object({ entries: Type.Array(AuditEntry), hasMore: Type.Boolean() }),
  },
  'POST /api/console/audit/file': {
    summary:
      'A part of these actions as a CSV file: put the parts together until `next` is null, which is the `before` of the next one. The audit log has a line for each part',
    auth: 'operator',
    permission: 'audit.read',
    body: Type.Object(FILTER),
    response: Type.Object({ content: Type.String(), next: Type.Union([Type.String(), Type.Null()]) }),
    mutates: true,
  },
});
