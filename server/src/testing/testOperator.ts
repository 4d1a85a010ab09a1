import { randomInt, randomUUID } from 'node:crypto';
import { REQUESTED_WITH } from '@krapao/contract/client';
import type { BuiltInRole, Permission } from '@krapao/contract/permissions';
import { withDevice } from '../calls/caller.ts';
import { operatorCookieName } from '../calls/operatorCookie.ts';
import { admitOperator } from '../console/logInOperator.ts';
import { hashPassword } from '../modules/auth/password.ts';
import type { TestServer } from './testServer.ts';

export interface TestOperator {
  id: bigint;
  username: string;
  password: string;
  /** The Cookie header of the open session. */
  cookie: string;
  /** One call of the console, with an Idempotency-Key of its own; a body that is no form is sent as JSON. */
  call(key: string, body?: unknown): Promise<{ status: number; body: never }>;
}

const PASSWORD = 'correct horse battery 9';
const HERE = '127.0.0.1';
let passwordHash: Promise<string> | undefined;

/** A node; one of another process has no context. */
type Node = Pick<TestServer, 'owner' | 'url'> & Partial<Pick<TestServer, 'context'>>;

/**
 * Adds an operator of a built-in role, or of a custom one with these permissions, with an open session: as after a log-in,
 * which takes place only at a node of another process.
 */
export async function makeOperator(
  server: Node,
  role: BuiltInRole | readonly Permission[],
): Promise<TestOperator> {
  passwordHash ??= hashPassword(PASSWORD);
  const word = typeof role === 'string' ? role : 'custom';
  const username = `${word}${randomInt(1_000_000)}`;
  const { id } = await server.owner
    .insertInto('operator')
    .values({
      username,
      name: `Operator ${word}`,
      role: word,
      custom_role_id: typeof role === 'string' ? null : await makeRole(server, username, role),
      password_hash: await passwordHash,
      must_change_password: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const cookie = server.context
    ? await openSession(server.context, id)
    : (await logInOverHttp(server.url, { username, password: PASSWORD })).cookie;
  return {
    id,
    username,
    password: PASSWORD,
    cookie,
    call: (key, body) => callConsole(server.url, cookie, key, body, { 'Idempotency-Key': randomUUID() }),
  };
}

/** @returns the Cookie header of a new session */
async function openSession({ db, config }: TestServer['context'], id: bigint): Promise<string> {
  const caller = withDevice({ device: null, address: HERE });
  const token = await db
    .transaction()
    .execute((trx) => admitOperator(trx, { id }, { ip: HERE, caller, isWithCode: false }));
  return `${operatorCookieName(config)}=${token}`;
}

async function makeRole(server: Pick<TestServer, 'owner'>, name: string, permissions: readonly Permission[]) {
  const { id } = await server.owner
    .insertInto('custom_role')
    .values({ name, permissions: [...permissions] })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Claims a request that waits for a second operator, and approves or refuses it. */
export async function decideApproval(operator: TestOperator, id: string, verb: 'approve' | 'reject') {
  await operator.call(`POST /api/console/queues/approvals/${id}/claim`);
  return operator.call(`POST /api/console/approvals/${id}/${verb}`, { reason: 'looked at it' });
}

/**
 * Logs in over HTTP; `ip` when the server trusts a proxy, `cookie` of a device. @returns the answer and the Cookie
 * header of the new session
 */
export async function logInOverHttp(
  url: string,
  { username, password, code }: { username: string; password: string; code?: string | undefined },
  { ip, cookie }: { ip?: string; cookie?: string } = {},
) {
  const response = await fetch(`${url}/api/console/login`, {
    method: 'POST',
    headers: {
      'X-Requested-With': REQUESTED_WITH,
      'Content-Type': 'application/json',
      ...(ip !== undefined && { 'X-Forwarded-For': ip }),
      ...(cookie !== undefined && { Cookie: cookie }),
    },
    body: JSON.stringify({ username, password, code }),
  });
  const setCookie = response.headers.getSetCookie();
  return {
    status: response.status,
    body: (await response.json()) as never,
    setCookie,
    cookie: (setCookie[0] ?? '').split(';')[0] ?? '',
  };
}

/** One call of the console with a Cookie header. */
export async function callConsole(
  url: string,
  cookie: string,
  key: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: never }> {
  const [method = '', path = ''] = key.split(' ');
  const isForm = body instanceof FormData;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      'X-Requested-With': REQUESTED_WITH,
      Cookie: cookie,
      ...headers,
      ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as never };
}
