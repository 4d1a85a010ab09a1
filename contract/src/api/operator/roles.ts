import { family, Type } from '../../endpoint.ts';
import { GRANTABLE } from '../../permissions.ts';
import { Done } from '../common.ts';
import { NumberId, Reason } from './common.ts';
import { Waits } from './waits.ts';

/** A role in a request: the name of a built-in one, or the id of a custom one. */
export const RoleKey = Type.String({
  pattern: '^(?:support|cashier|manager|administrator|[1-9][0-9]{0,17})$',
  description: 'the name of a built-in role, or the id of a custom one',
});

const RoleTerms = {
  name: Type.String({ minLength: 1, maxLength: 40, pattern: '^\\S(?:.*\\S)?$' }),
  permissions: Type.Array(Type.Enum([...GRANTABLE]), {
    minItems: 1,
    maxItems: GRANTABLE.length,
    uniqueItems: true,
  }),
};

/** Roles that administrators make beside the built-in ones. */
export const roleCalls = family({
  'GET /api/console/roles': {
    summary: 'The custom roles, and how many operators have each',
    auth: 'operator',
    permission: 'operator.manage',
    response: Type.Object({
      roles: Type.Array(Type.Object({ id: Type.String(), ...RoleTerms, operators: Type.Integer() })),
    }),
  },
  'POST /api/console/roles': {
    summary: 'Makes a role. It gives nobody anything until an operator gets it',
    auth: 'operator',
    permission: 'operator.manage',
    asksCodeAgain: true,
    body: Type.Object({ ...RoleTerms, reason: Reason }),
    response: Type.Object({ id: Type.String() }),
    errors: ['ROLE_EXISTS'],
    mutates: true,
  },
  'PUT /api/console/roles/:id': {
    summary:
      'Changes a role. Other permissions end the sessions of the operators who have it; a permission more needs two operators',
    auth: 'operator',
    permission: 'operator.manage',
    asksCodeAgain: true,
    params: NumberId,
    body: Type.Object({ ...RoleTerms, reason: Reason }),
    response: Type.Object({ waits: Type.Union([Waits, Type.Null()]) }),
    errors: ['NO_DATA', 'ROLE_EXISTS', 'APPROVAL_WAITING'],
    mutates: true,
  },
  'DELETE /api/console/roles/:id': {
    summary: 'Removes a role that no operator has',
    auth: 'operator',
    permission: 'operator.manage',
    asksCodeAgain: true,
    params: NumberId,
    body: Type.Object({ reason: Reason }),
    response: Done,
    errors: ['NO_DATA', 'ROLE_IN_USE'],
    mutates: true,
  },
});
