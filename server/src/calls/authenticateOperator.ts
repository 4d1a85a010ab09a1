import { UNATTENDED_HEADER } from '@krapao/contract/client';
import type { Endpoint } from '@krapao/contract/endpoint';
import { isAllowed, type Role } from '@krapao/contract/permissions';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { AppError } from '../appError.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/connect.ts';
import { roleOf } from '../operatorRole.ts';
import { operatorToken } from './operatorCookie.ts';
import { tokenHash } from './sessionToken.ts';
import { type SetUpStep, stepsToSetUp } from './stepsToSetUp.ts';

/** The operator behind a call of the console. */
export interface Operator {
  id: bigint;
  name: string;
  role: Role;
  /** SHA-256 of the session's token. */
  tokenHash: Buffer;
  /** Steps that the operator must finish before any other action is allowed. */
  mustSetUp: readonly SetUpStep[];
}

/** How long a two-factor code is valid for calls that move money or change permissions. */
const CODE_MINUTES = 10;
/** Calls that are allowed before the setup is finished: those on the operator's own account. */
const SELF = /^\/api\/console\/(?:me|logout)(?:\/|$)/;

/**
 * Finds the operator of a call, checks the permission and extends the session, unless an unattended screen made the
 * call automatically. Every call asks the database, so a lost role or an ended session counts at once on all nodes.
 * @throws AppError OPERATOR_UNAUTHORIZED without a valid session, OPERATOR_SETUP_REQUIRED, OPERATOR_FORBIDDEN,
 * OPERATOR_CODE_AGAIN if the call needs a code and the last one is too old
 */
export async function authenticateOperator(
  db: Db,
  request: FastifyRequest,
  {
    endpoint: { permission, asksCodeAgain },
    config,
    isUnattended = request.headers[UNATTENDED_HEADER.toLowerCase()] !== undefined,
  }: {
    endpoint: Pick<Endpoint, 'permission' | 'asksCodeAgain'>;
    config: Pick<Config, 'mode' | 'publicUrl'>;
    isUnattended?: boolean;
  },
): Promise<Operator> {
  const hash = tokenHash(operatorToken(request, config));
  if (hash === null) throw new AppError('OPERATOR_UNAUTHORIZED', 'Nobody is logged in.');
  const found = await db
    .selectFrom('operator_session')
    .innerJoin('operator', 'operator.id', 'operator_session.operator_id')
    .where('operator_session.token_hash', '=', hash)
    .where('operator.is_active', '=', true)
    .where('operator_session.expires_at', '>', sql<Date>`site.now()`)
    .where(sql<boolean>`last_seen_at + make_interval(mins => idle_minutes) > site.now()`)
    .select([
      'operator.id',
      'operator.name',
      roleOf().as('role'),
      'operator.must_change_password',
      sql<boolean>`operator.totp_secret is not null`.as('has_two_factor'),
      sql<boolean>`last_seen_at < site.now() - interval '30 seconds'`.as('is_due'),
      sql<boolean>`coalesce(code_given_at > site.now() - make_interval(mins => ${CODE_MINUTES}::int), false)`.as(
        'has_fresh_code',
      ),
    ])
    .executeTakeFirst();
  if (found === undefined) throw new AppError('OPERATOR_UNAUTHORIZED', 'The session has ended.');
  const operator: Operator = {
    id: found.id,
    name: found.name,
    role: found.role,
    tokenHash: hash,
    mustSetUp: stepsToSetUp(
      { mustChangePassword: found.must_change_password, hasTwoFactor: found.has_two_factor },
      config.mode,
    ),
  };
  const { pathname } = new URL(request.url, 'http://localhost');
  if (operator.mustSetUp.length > 0 && !SELF.test(pathname)) {
    throw new AppError('OPERATOR_SETUP_REQUIRED', operator.mustSetUp.join(', '));
  }
  if (permission !== undefined && !isAllowed(operator.role, permission)) {
    throw new AppError('OPERATOR_FORBIDDEN', [permission].flat().join(', '));
  }
  if (asksCodeAgain && found.has_two_factor && !found.has_fresh_code) {
    throw new AppError('OPERATOR_CODE_AGAIN');
  }
  if (found.is_due && !isUnattended) {
    await db
      .updateTable('operator_session')
      .set({ last_seen_at: sql`site.now()` })
      .where('token_hash', '=', hash)
      .execute();
  }
  return operator;
}
