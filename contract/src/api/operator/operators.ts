import { family, Type } from '../../endpoint.ts';
import { GRANTABLE } from '../../permissions.ts';
import { SKILLS, type Skill } from '../../skills.ts';
import { Done, Text, Time } from '../common.ts';
import { Reason } from './common.ts';
import { RoleKey } from './roles.ts';
import { Waits } from './waits.ts';

const Role = Type.Union([
  Type.Literal('support'),
  Type.Literal('cashier'),
  Type.Literal('manager'),
  Type.Literal('administrator'),
  Type.Object(
    { id: Type.String(), name: Type.String(), permissions: Type.Array(Type.Enum([...GRANTABLE])) },
    { description: 'a custom role' },
  ),
]);

/** The logged-in operator, and what they must set up before any other action. */
export const OperatorSelf = Type.Object({
  id: Type.String(),
  username: Type.String(),
  name: Type.String(),
  role: Role,
  hasTwoFactor: Type.Boolean(),
  mustSetUp: Type.Array(Type.Union([Type.Literal('password'), Type.Literal('twoFactor')])),
  recoveryCodesLeft: Type.Integer(),
  isGoingLive: Type.Boolean({
    description: 'a production site before the first money of a member: the way there is the first page',
  }),
});

const Skills = Type.Array(Type.Unsafe<Skill>({ enum: [...SKILLS] }), { maxItems: 10, uniqueItems: true });

const OperatorRow = Type.Object({
  id: Type.String(),
  username: Type.String(),
  name: Type.String(),
  role: Role,
  isActive: Type.Boolean(),
  hasTwoFactor: Type.Boolean(),
  createdAt: Time,
  lastSeenAt: Type.Union([Time, Type.Null()]),
  skills: Skills,
});

const WaitsOrNull = Type.Union([Waits, Type.Null()], {
  description: 'the change that a second operator must approve first; null when it is done',
});
const Code = Type.String({ minLength: 6, maxLength: 40, description: '6 digits, or a recovery code' });
const Id = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,18}$' }) });

/** The operator's own session and, for administrators, the other operators. */
export const operatorCalls = family({
  'POST /api/console/login': {
    summary: 'Opens a session in an httpOnly cookie; with two-factor, the call includes the code',
    auth: 'none',
    body: Type.Object({ username: Text(40), password: Text(256), code: Type.Optional(Code) }),
    response: OperatorSelf,
    errors: [
      'OPERATOR_CREDENTIAL',
      'OPERATOR_CODE_REQUIRED',
      'OPERATOR_CODE_INVALID',
      'OPERATOR_LOCKED',
      'OPERATOR_NETWORK',
    ],
    mutates: true,
  },
  'POST /api/console/logout': {
    summary: 'Ends the current session',
    auth: 'operator',
    response: Done,
    mutates: true,
  },
  'GET /api/console/me': {
    summary: 'The logged-in operator',
    auth: 'operator',
    response: OperatorSelf,
  },
  'POST /api/console/me/password': {
    summary: 'Changes the own password and ends the other sessions',
    auth: 'operator',
    body: Type.Object({ oldPassword: Text(256), newPassword: Text(256) }),
    response: Done,
    errors: ['OPERATOR_CREDENTIAL', 'OPERATOR_PASSWORD_WEAK', 'OPERATOR_LOCKED'],
    mutates: true,
  },
  'POST /api/console/me/two-factor': {
    summary:
      'Starts the two-factor setup: answers a new secret, which becomes valid when a code of it is confirmed',
    auth: 'operator',
    response: Type.Object({ secret: Type.String(), address: Type.String(), qr: Type.String() }),
    errors: ['ALREADY_DECIDED'],
    mutates: true,
  },
  'POST /api/console/me/two-factor/confirm': {
    summary:
      'Confirms the new secret with a code of it; answers the recovery codes, which are shown only once',
    auth: 'operator',
    body: Type.Object({ code: Code }),
    response: Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
    errors: ['OPERATOR_CODE_INVALID', 'OPERATOR_LOCKED'],
    mutates: true,
  },
  'POST /api/console/me/code': {
    summary:
      'Confirms a two-factor code again. Calls that move money or change rights require this after 10 minutes',
    auth: 'operator',
    body: Type.Object({ code: Code }),
    response: Done,
    errors: ['OPERATOR_CODE_INVALID', 'OPERATOR_LOCKED'],
    mutates: true,
  },
  'GET /api/console/operators': {
    summary: 'All operators',
    auth: 'operator',
    permission: 'operator.manage',
    response: Type.Object({
      operators: Type.Array(OperatorRow),
      isBeingSetUp: Type.Boolean({
        description: 'no money of a member has arrived: one administrator decides alone',
      }),
    }),
  },
  'POST /api/console/operators': {
    summary:
      'Adds an operator; needs two operators. Answers an initial password, shown only once, which must be changed at the first login',
    auth: 'operator',
    permission: 'operator.manage',
    asksCodeAgain: true,
    body: Type.Object({
      username: Type.String({ pattern: '^[a-z0-9][a-z0-9._-]{1,39}$' }),
      name: Text(60),
      role: RoleKey,
      reason: Reason,
    }),
    response: Type.Object({ password: Type.String(), waits: WaitsOrNull }),
    errors: ['NO_DATA', 'OPERATOR_EXISTS', 'APPROVAL_WAITING'],
    mutates: true,
  },
  'POST /api/console/sessions/end-all': {
    summary:
      'Ends the sessions of all members and of all operators but the caller; answers how many there were',
    auth: 'operator',
    permission: 'operator.manage',
    asksCodeAgain: true,
    body: Type.Object({ reason: Reason }),
    response: Type.Object({ members: Type.Integer(), operators: Type.Integer() }),
    mutates: true,
  },
  'PUT /api/console/operators/:id': {
    summary:
      'Changes the name, the role or the permission to log in. Another role, or no permission, ends the sessions. Granting a right needs two operators',
    auth: 'operator',
    permission: 'operator.manage',
    asksCodeAgain: true,
    params: Id,
    body: Type.Object({ name: Text(60), role: RoleKey, isActive: Type.Boolean(), reason: Reason }),
    response: Type.Object({ waits: WaitsOrNull }),
    errors: ['NO_DATA', 'OPERATOR_LAST_ADMINISTRATOR', 'APPROVAL_WAITING'],
    mutates: true,
  },
  'PUT /api/console/operators/:id/skills': {
    summary: 'Sets what the operator is good at; chats can be handed to a skill. It gives no right',
    auth: 'operator',
    permission: 'operator.manage',
    params: Id,
    body: Type.Object({ skills: Skills }),
    response: Done,
    errors: ['NO_DATA'],
    mutates: true,
  },
  'POST /api/console/operators/:id/reset': {
    summary:
      'Sets a new initial password, removes two-factor and ends the sessions; for an operator who may approve this needs two operators',
    auth: 'operator',
    permission: 'operator.manage',
    asksCodeAgain: true,
    params: Id,
    body: Type.Object({ reason: Reason }),
    response: Type.Object({ password: Type.String(), waits: WaitsOrNull }),
    errors: ['NO_DATA', 'APPROVAL_WAITING'],
    mutates: true,
  },
});
