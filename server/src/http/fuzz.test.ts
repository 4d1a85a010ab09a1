import { contract } from '@krapao/contract/api/index';
import { CONSOLE_ERROR_STATUS } from '@krapao/contract/consoleErrors';
import type { Endpoint } from '@krapao/contract/endpoint';
import { isErrorCode } from '@krapao/contract/errors';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../ledger/verify.ts';
import { HISTORIES_TIMEOUT_MS, histories, SEED } from '../testing/budget.ts';
import { fund, moneyOf } from '../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { BROKEN_JSON, fittingValue, type JsonSchema, wrongValue } from '../testing/schemaInput.ts';
import { makeMember, type TestMember } from '../testing/testMember.ts';
import { makeOperator } from '../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

/** The number of calls of each kind per endpoint. */
const RUNS = histories(2, 16);
const AT_ONCE = 4;
/** A call that takes longer hangs: no external service is slow here. */
const DEADLINE_MS = 60_000;

/** The OpenAPI document does not describe the parts of an upload. */
const UPLOADS = new Set(
  Object.entries<Endpoint>(contract)
    .filter(([, { files }]) => files !== undefined)
    .map(([key]) => key),
);

interface Operation {
  method: string;
  path: string;
  params: readonly { name: string; schema: JsonSchema }[];
  body: JsonSchema | undefined;
  isUpload: boolean;
}

interface Attempt {
  operation: Operation;
  path: string;
  contentType?: string | undefined;
  body?: string | FormData | undefined;
  headers?: Record<string, string> | undefined;
}

type Document = Record<
  string,
  Record<
    string,
    {
      parameters?: { name: string; in: string; schema: JsonSchema }[];
      requestBody?: { content: Record<string, { schema?: JsonSchema }> };
    }
  >
>;

let server: TestServer;
let member: TestMember;
let rich: TestMember;
let operations: Operation[];
let calls = 0;
let token = '';

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_TRUSTED_PROXIES: '1' });
  member = await makeMember(server);
  rich = await makeMember(server);
  await fund(server.db, rich.id, 1_234_56n);
  const { paths } = (await (await fetch(`${server.url}/docs/json`)).json()) as { paths: Document };
  operations = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
        method: method.toUpperCase(),
        path,
        params: parameters.filter((parameter) => parameter.in === 'path'),
        body: requestBody?.content['application/json']?.schema,
        isUpload: UPLOADS.has(`${method.toUpperCase()} ${path}`),
      })),
    );
});
afterAll(() => server.stop());

let renewal: Promise<void> | undefined;

/**
 * Opens a new session, because some calls end the session that they use. Lanes that miss it at the same time share one
 * log-in.
 */
function renewToken(): Promise<void> {
  renewal ??= logInAgain().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

/** A call may have frozen the account, which then takes no log-in from here. */
async function logInAgain(): Promise<void> {
  await server.owner
    .updateTable('member')
    .set({ frozen_at: null, frozen_by: null })
    .where('id', '=', member.id)
    .execute();
  const { phoneNumber: username, password } = member;
  ({ token } = await server.client()('POST /api/login', { body: { username, password } }));
}

const FREEZE = '/api/account/freeze';

const bearer = (of: string) => ({ Authorization: `Bearer ${of}` });
const addressOf = (call: number) => `198.18.${(call >> 8) & 255}.${call & 255}`;

async function send(
  { operation, path, contentType, body, headers }: Attempt,
  credentials: Record<string, string>,
) {
  calls += 1;
  const response = await fetch(server.url + path, {
    method: operation.method,
    headers: {
      'X-Requested-With': 'wallet-user',
      // Without this, limits per address would soon refuse every call.
      'X-Forwarded-For': addressOf(calls),
      ...credentials,
      ...(contentType !== undefined && { 'Content-Type': contentType }),
      ...headers,
    },
    ...(body !== undefined && { body }),
    redirect: 'manual',
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    text: await response.text(),
  };
}

const INSIDE =
  /\n\s+at |\.ts:\d+|node_modules|\/server\/src|relation "|syntax error|violates|pg_|duplicate key/;

/** Expects an answer of the contract, or a refusal in its envelope with a catalogue code; never a server fault. */
function expectHonest(attempt: Attempt, { status, type, text }: Awaited<ReturnType<typeof send>>): void {
  const { operation, path, body } = attempt;
  const sent = typeof body === 'string' ? body.slice(0, 300) : '';
  const about = `${operation.method} ${path} ${sent}\nanswered ${status} ${text.slice(0, 300)}`;
  expect(status, about).toBeLessThan(500);
  if (status < 400) return;
  expect(type, about).toContain('application/json');
  const answer = JSON.parse(text) as Record<string, unknown>;
  expect(isErrorCode(answer.code) || String(answer.code) in CONSOLE_ERROR_STATUS, about).toBe(true);
  expect(typeof answer.message, about).toBe('string');
  const parts = ['code', 'message', answer.code === 'STEP_UP_REQUIRED' ? 'stepUp' : 'detail'];
  expect(
    Object.keys(answer).filter((key) => !parts.includes(key)),
    about,
  ).toEqual([]);
  expect(INSIDE.test(text), about).toBe(false);
}

/** The address with parameters that match, almost match or break their schema. */
function pathsOf({ path, params }: Operation): fc.Arbitrary<string> {
  const raw = fc.constantFrom(
    '%',
    '%zz',
    '%00',
    '%ED%A0%80',
    '%E0%A4%A',
    '..%2f..',
    '%F0%9F%92%B0',
    'x'.repeat(300),
  );
  const one = ({ name, schema }: Operation['params'][number]) =>
    fc.oneof(
      { weight: 3, arbitrary: fittingValue(schema, name).map((value) => encode(String(value))) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map(encode) },
      { weight: 1, arbitrary: raw },
    );
  return fc
    .tuple(...params.map(one))
    .map((values) =>
      params.reduce((text, { name }, at) => text.replace(`{${name}}`, () => values[at] ?? ''), path),
    );
}

const isConsole = ({ path }: Operation) => path.startsWith('/api/console');
const encode = (text: string) => encodeURIComponent(text.toWellFormed()) || '%20';

const CONTENT_TYPES = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/jsonx',
  'x',
];

function bodiesOf(operation: Operation): fc.Arbitrary<Pick<Attempt, 'contentType' | 'body'>> {
  const json = (value: unknown) => ({
    contentType: 'application/json',
    body: JSON.stringify(value) ?? 'null',
  });
  const broken = fc.constantFrom(...BROKEN_JSON).map((body) => ({ contentType: 'application/json', body }));
  const elsewise = fc
    .tuple(fc.constantFrom(...CONTENT_TYPES), fc.string({ unit: 'binary', maxLength: 200 }))
    .map(([contentType, text]) => ({ contentType, body: text.toWellFormed() }));
  if (operation.isUpload) return fc.oneof(uploads, elsewise, broken);
  if (operation.body === undefined)
    return fc.oneof(
      { weight: 4, arbitrary: fc.constant({}) },
      ...(operation.method === 'GET' ? [] : [elsewise]),
    );
  return fc.oneof(
    { weight: 4, arbitrary: fittingValue(operation.body).map(json) },
    { weight: 6, arbitrary: wrongValue(operation.body).map(json) },
    { weight: 1, arbitrary: broken },
    { weight: 1, arbitrary: elsewise },
  );
}

/** Multipart bodies with odd names, types, contents and numbers of parts. */
const uploads: fc.Arbitrary<Pick<Attempt, 'contentType' | 'body'>> = fc
  .array(
    fc.record({
      name: fc.constantFrom('file', 'file', 'file', 'picture', '', '__proto__', 'ไฟล์'),
      fileName: fc.constantFrom('slip.png', '../../x.png', 'สลิป.jpg', '', 'a\u0000.png', 'x'.repeat(300)),
      type: fc.constantFrom('image/png', 'image/svg+xml', 'text/html', 'application/octet-stream', ''),
      bytes: fc.uint8Array({ maxLength: 2_000 }),
    }),
    { maxLength: 6 },
  )
  .map((parts) => {
    const form = new FormData();
    for (const { name, fileName, type, bytes } of parts)
      form.append(name, new Blob([new Uint8Array(bytes)], { type }), fileName);
    return { body: form };
  });

const headersOf = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('', '"k"', 'x'.repeat(65), 'a b', 'é', 'same-key', '../x')
      .map((key) => ({ 'Idempotency-Key': key })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('', 'lo', '*', 'x'.repeat(3_000), 'th;q=abc,,', '../en')
      .map((language) => ({ 'Accept-Language': language })),
  },
);

function attemptsOf(operation: Operation): fc.Arbitrary<Attempt> {
  return fc
    .record({ path: pathsOf(operation), sent: bodiesOf(operation), headers: headersOf })
    .map(({ path, sent, headers }) => ({ operation, path, headers, ...sent }));
}

/** Runs the work for each operation, several in parallel. Each has its own seed, which a failure prints. */
async function forEachOperation(
  which: (operation: Operation) => boolean,
  work: (operation: Operation, seed: number) => Promise<void>,
): Promise<void> {
  const rest = operations.filter(which).map((operation, index) => ({ operation, seed: SEED + index }));
  const lane = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) {
      const { operation, seed } = next;
      await work(operation, seed).catch((error: unknown) => {
        const about = `${operation.method} ${operation.path}, seed ${seed}`;
        throw new Error(`${about}\n${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

test('API-05 the document names every endpoint with its fields', () => {
  const named = operations.map(({ method, path }) => `${method} ${path}`);
  expect(named.length).toBeGreaterThan(55);
  for (const some of ['POST /api/wallet/transfer', 'GET /api/wallet', 'POST /api/account/forgotpwd'])
    expect(named).toContain(some);
  const transfer = operations.find(({ path }) => path === '/api/wallet/transfer');
  expect(Object.keys(transfer?.body?.properties ?? {})).toEqual(['from', 'to', 'amount']);
});

test(
  'API-05 with a token every endpoint answers whatever it is sent, in time and in the envelope',
  async () => {
    const attack = (isMeant: (operation: Operation) => boolean) =>
      forEachOperation(isMeant, (operation, seed) =>
        fc.assert(
          fc.asyncProperty(attemptsOf(operation), async (attempt) => {
            const answer = await send(attempt, bearer(token));
            expectHonest(attempt, answer);
            if (answer.status === 401) await renewToken();
          }),
          { numRuns: 3 * RUNS, seed, endOnFailure: true },
        ),
      );
    await renewToken();
    await attack((operation) => !isConsole(operation) && operation.path !== FREEZE);
    // A frozen account refuses what the others ask at the same time.
    await attack(({ path }) => path === FREEZE);
  },
  HISTORIES_TIMEOUT_MS,
);

test(
  'API-05 an operator of the least rights, too, gets an answer to everything',
  async () => {
    const { cookie } = await makeOperator(server, 'support');
    await forEachOperation(isConsole, (operation, seed) =>
      fc.assert(
        fc.asyncProperty(attemptsOf(operation), async (attempt) => {
          expectHonest(attempt, await send(attempt, { Cookie: cookie }));
        }),
        { numRuns: RUNS, seed, endOnFailure: true },
      ),
    );
  },
  HISTORIES_TIMEOUT_MS,
);

test(
  'API-05 without a token, or with one of no worth, every endpoint does too',
  async () => {
    const tokens = fc.constantFrom(undefined, '', 'x', 'A'.repeat(43), 'a'.repeat(5_000), "' or 1=1", '%00');
    await forEachOperation(
      () => true,
      (operation, seed) =>
        fc.assert(
          fc.asyncProperty(attemptsOf(operation), tokens, async (attempt, worthless) => {
            expectHonest(attempt, await send(attempt, worthless === undefined ? {} : bearer(worthless)));
          }),
          { numRuns: RUNS, seed, endOnFailure: true },
        ),
    );
  },
  HISTORIES_TIMEOUT_MS,
);

test('API-05 a method that an address does not have is NOT_FOUND in the envelope', async () => {
  await renewToken();
  const addresses = new Set(operations.map(({ path }) => path.replace(/\{\w+\}/g, 'x')));
  const has = (method: string, address: string) =>
    operations.some(
      (one) =>
        one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(address),
    );
  for (const path of addresses)
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
      if (has(method, path)) continue;
      const operation: Operation = { method, path, params: [], body: undefined, isUpload: false };
      const answer = await send({ operation, path }, bearer(token));
      expect([method, path, answer.status, JSON.parse(answer.text).code]).toEqual([
        method,
        path,
        404,
        'NOT_FOUND',
      ]);
    }
});

test('API-05 after all of it nobody has another satang, and the ledger replays', async () => {
  expect(calls).toBeGreaterThan(1_000);
  expect(await moneyOf(server.db, member.id)).toEqual({ wallet: 0n, held: 0n, inTransfer: 0n });
  expect(await moneyOf(server.db, rich.id)).toEqual({ wallet: 1_234_56n, held: 0n, inTransfer: 0n });
  expect(await verify(server.owner)).toEqual([]);
});
