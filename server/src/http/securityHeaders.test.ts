import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { rawCall } from '../testing/rawCall.ts';
import { makeMember, type TestMember } from '../testing/testMember.ts';
import { callConsole, logInOverHttp, makeOperator } from '../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let member: TestMember;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, {
    PUBLIC_URL: 'https://wallet.example',
    KRAPAO_LOGIN_FORM_ORIGINS: 'https://sport.example,https://login.sport.example',
  });
  member = await makeMember(server);
});
afterAll(() => server.stop());

const ANSWERS = [
  '/healthz',
  '/api/lookup/info',
  '/api/wallet',
  '/api/nothing',
  '/media/contact-qr.svg',
  '/media/none.svg',
  '/docs',
];

/** Sends one raw HTTP request and returns the raw answer. */
async function onTheWire(line: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.end(`${line}\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

test.each(ANSWERS)('ASVS 3.4 %s carries every header of a site on https', async (path) => {
  const { headers } = await rawCall(server.url, `GET ${path}`);
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  // Art without personal data may be used by apps on other hosts.
  const isArt = path === '/media/contact-qr.svg';
  expect(headers.get('cross-origin-resource-policy')).toBe(isArt ? 'cross-origin' : 'same-origin');
  expect(headers.get('x-powered-by')).toBeNull();
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/sandbox|object-src 'none'|default-src 'none'/);
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/);
});

test('ASVS 3.4 the console’s stream carries the headers of calls', async () => {
  const operator = await makeOperator(server, 'support');
  const { headers, body } = await fetch(`${server.url}/api/console/live`, {
    headers: { Cookie: operator.cookie },
  });
  await body?.cancel();
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
});

test('ASVS 3.4.3 3.4.6 the policy of our pages: our own files, no frames, no base, no plugins', async () => {
  const { headers } = await rawCall(server.url, 'GET /media/');
  const policy = (headers.get('content-security-policy') ?? '').split(';');
  for (const directive of [
    "default-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'upgrade-insecure-requests',
  ])
    expect(policy).toContain(directive);
});

test('ASVS 3.4.3 an answer of a call that is opened as a page may do nothing', async () => {
  const { headers } = await rawCall(server.url, 'GET /api/lookup/info');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
});

test('ASVS 4.1.1 answers name their type and their letters', async () => {
  for (const path of ['/api/lookup/info', '/api/nothing', '/docs']) {
    const { headers } = await rawCall(server.url, `GET ${path}`);
    expect([path, headers.get('content-type')?.toLowerCase()]).toEqual([
      path,
      expect.stringMatching(/^(application\/json|text\/html)(; charset=utf-8)$/),
    ]);
  }
});

test('ASVS 13.4 no listing, no version control, no sources, no TRACE', async () => {
  for (const path of ['/media/', '/media/banners/', '/assets/', '/api/']) {
    const { body } = await rawCall(server.url, `GET ${path}`);
    expect(JSON.stringify(body), path).not.toMatch(/Index of|banner-daily/);
  }
  for (const path of [
    '/.git/config',
    '/package.json',
    '/server/src/main.ts',
    '/media/..%2f..%2fpackage.json',
  ]) {
    const { body } = await rawCall(server.url, `GET ${path}`);
    expect(JSON.stringify(body), path).not.toMatch(/repositoryformatversion|workspaces|startServer/);
  }
  expect(await onTheWire('TRACE /api/wallet HTTP/1.1')).toMatch(/^HTTP\/1\.1 (404|405)/);
});

test('ASVS 4.2.1 a message with two lengths is refused', async () => {
  const answer = await onTheWire(
    'POST /api/login HTTP/1.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\nContent-Length: 7',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400/);
});

test('ASVS 14.3.2 what belongs to a member is not stored by a browser', async () => {
  for (const path of ['/api/wallet', '/api/account/profile'])
    expect(
      (await rawCall(server.url, `GET ${path}`, { token: member.token })).headers.get('cache-control'),
    ).toBe('no-store');
});

test('ASVS 7.4.2 a member who is suspended loses the open sessions at once', async () => {
  const other = await makeMember(server);
  await server.owner.updateTable('member').set({ status: 'suspended' }).where('id', '=', other.id).execute();
  const { status, body } = await rawCall(server.url, 'GET /api/wallet', { token: other.token });
  expect([status, body.code]).toEqual([401, expect.stringMatching(/^INVALID_USER_/)]);
});

test('ASVS 6.2 passwords of 8 to 128 letters of any kind; shorter ones are refused', async () => {
  const change = (oldPassword: string, newPassword: string) =>
    rawCall(server.url, 'PUT /api/account/changepwd', {
      token: member.token,
      body: { oldPassword, newPassword },
    });
  expect((await change(member.password, 'seven77')).body.code).toBe('INVALID_REQUEST');
  const long = `${'กขค def '.repeat(15)}!`;
  expect(long.length).toBeGreaterThan(64);
  expect((await change(member.password, long)).status).toBe(200);
  const login = (password: string) =>
    rawCall(server.url, 'POST /api/login', { body: { username: member.phoneNumber, password } });
  expect((await login(long)).status).toBe(200);
  expect((await login(long.slice(0, -1))).body.code).toBe('WRONG_CREDENTIAL');
});

test('GAM-04 a log-in form goes to the origins that the operator named, and to no others', async () => {
  const { headers } = await rawCall(server.url, 'GET /login');
  const directive = headers
    .get('content-security-policy')
    ?.split(';')
    .find((part) => part.startsWith('form-action '));
  const [, self, sandbox, ...named] = directive?.split(' ') ?? [];
  expect([self, sandbox]).toEqual(["'self'", server.sandbox.url]);
  expect(named).toEqual(['https://sport.example', 'https://login.sport.example']);
});

test('ASVS 3.3.1, 3.3.3 on https the operator’s cookie is Secure, with the prefix of this host alone, and no other name is read', async () => {
  const operator = await makeOperator(server, 'support');
  const { setCookie, cookie } = await logInOverHttp(server.url, operator);
  expect(setCookie[0]).toMatch(/^__Host-krapao_operator=[\w-]{43}; /);
  for (const attribute of ['Secure', 'HttpOnly', 'SameSite=Strict', 'Path=/;'])
    expect(`${setCookie[0]};`).toContain(attribute);
  expect(setCookie[0]).not.toContain('Domain');
  expect(await callConsole(server.url, cookie, 'GET /api/console/me')).toMatchObject({ status: 200 });
  // A cookie that a neighbouring host or plain http could have set.
  const planted = cookie.replace('__Host-', '');
  expect(await callConsole(server.url, planted, 'GET /api/console/me')).toMatchObject({ status: 401 });
  const left = await fetch(`${server.url}/api/console/logout`, {
    method: 'POST',
    headers: { 'X-Requested-With': 'wallet-user', Cookie: cookie },
  });
  expect(left.headers.getSetCookie()[0]).toMatch(/^__Host-krapao_operator=;/);
});
