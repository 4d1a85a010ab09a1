import { BEYOND_HEADER, DEVICE_HEADER } from '@krapao/contract/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const WALLET = {
  profile: { name: 'A' },
  bankAccount: { bankCode: 'KBANK', bank: { nameTH: 'กสิกรไทย' } },
  wallet: { amount: 10 },
  slots: [],
};

/** An answer of a node of ours, and one of a server that announces nothing. */
const ours = (body: unknown, status = 200) =>
  Response.json(body, { status, headers: { [BEYOND_HEADER]: '1' } });
const plain = (body: unknown, status = 200) => Response.json(body, { status });

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('document', { documentElement: { lang: 'th' } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** The client of a page that was just loaded. `asked` holds its calls with their headers and bodies. */
async function load(answer: (path: string) => Response, base = '') {
  vi.stubEnv('VITE_API_BASE', base);
  const asked: { path: string; headers: Headers; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (address: string, { headers, body }: RequestInit) => {
    const path = address.slice(base.length);
    asked.push({ path, headers: new Headers(headers), body });
    return answer(path);
  });
  const { client } = await import('./api.ts');
  const { serverCanMore } = await import('./serverCan.ts');
  const { createActionKeys } = await import('./actionKey.ts');
  return { client, serverCanMore, createActionKeys, asked };
}

const withdrawal = { body: { amount: 100 }, idempotencyKey: 'k' };

test('TRF-01 an Idempotency-Key and a device go to a server of another origin once it has announced itself', async () => {
  vi.stubGlobal('localStorage', { getItem: () => 'the device', setItem: () => undefined });
  const base = 'https://api.example.com';
  for (const [answer, isSent] of [
    [ours, true],
    [plain, false],
  ] as const) {
    vi.resetModules();
    const { client, asked } = await load(() => answer({}), base);
    await client('POST /api/wallet/withdraw', withdrawal);
    expect(asked.map(({ path }) => path)).toEqual(['/api/lookup/active', '/api/wallet/withdraw']);
    const has = (name: string) => asked.map(({ headers }) => headers.has(name));
    expect([has('Idempotency-Key'), has(DEVICE_HEADER)]).toEqual([
      [false, isSent],
      [false, isSent],
    ]);
  }
});

test('TRF-01 a server of the same origin gets the Idempotency-Key, since it may be an older node of ours', async () => {
  const { client, asked } = await load(() => plain({}));
  await client('POST /api/wallet/withdraw', withdrawal);
  expect(asked[1]?.headers.get('Idempotency-Key')).toBe('k');
});

test('API-01 an upload and a call under a key wait for what the server says of itself', async () => {
  for (const input of [{ form: new FormData() }, { idempotencyKey: 'k' }]) {
    vi.resetModules();
    const { client, asked } = await load(() => plain({}));
    await client('GET /api/refund/receive', input);
    expect(asked.map(({ path }) => path)).toEqual(['/api/lookup/active', '/api/refund/receive']);
  }
});

test('API-01 a proxy that answers for an absent server says nothing of it; a later word changes what was thought', async () => {
  const answers = [
    plain({ message: 'Bad Gateway' }, 502),
    new Response('<html>Please log in</html>'),
    plain({ terminated: false }),
    ours({ terminated: false }),
    plain({ terminated: false }),
  ];
  const { client, serverCanMore } = await load((path) =>
    path === '/api/lookup/active' ? plain({}, 502) : (answers.shift() as Response),
  );
  const known: unknown[] = [];
  while (answers.length > 0) {
    await client('GET /api/lookup/contact').catch(() => undefined);
    known.push(serverCanMore());
  }
  expect(known).toEqual([null, null, false, true, true]);
});

test('CON-01 a page whose one call the server does not have learns that it knows the specification alone', async () => {
  const { client, serverCanMore } = await load((path) =>
    path === '/api/lookup/active' ? plain({ terminated: false }) : plain({ message: 'Not Found' }, 404),
  );
  await expect(client('GET /api/account/habits')).rejects.toMatchObject({ status: 404 });
  await vi.waitFor(() => expect(serverCanMore()).toBe(false));
});

test('HOM-01 during an upgrade the answer of an older node is filled in, although others have announced themselves', async () => {
  const { client } = await load((path) => (path === '/api/wallet' ? plain(WALLET) : ours({})));
  await client('GET /api/lookup/active');
  expect((await client('GET /api/wallet')).wallet.onTheWay).toEqual([]);
});

test('TRF-01 a withdrawal that is answered without a body is under way, not lost', async () => {
  const { client } = await load((path) =>
    path === '/api/lookup/active' ? plain({ terminated: false }) : new Response(null, { status: 204 }),
  );
  expect(await client('POST /api/wallet/withdraw', withdrawal)).toMatchObject({
    status: 'PENDING',
    amount: 100,
  });
  expect(await client('GET /api/bonus')).toEqual([]);
});

test('TRF-01 a server that cannot be asked for outcomes leaves no key behind', async () => {
  const { client, createActionKeys } = await load(() => plain({}));
  await client('GET /api/lookup/active');
  let made = 0;
  const keys = createActionKeys(() => `key-${++made}`);
  expect([keys.keyFor('withdraw 500'), keys.keyFor('withdraw 500')]).toEqual(['key-1', 'key-2']);
});

test('TRF-01 after a reload a withdrawal goes out under its kept key, also where an older node answers first', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  });
  const before = await load(() => ours({}));
  await before.client('GET /api/lookup/active');
  before.createActionKeys(() => 'kept').keyFor('withdraw 500');

  vi.resetModules();
  const { client, createActionKeys, serverCanMore, asked } = await load(() => plain({}));
  await client('GET /api/lookup/active');
  expect(serverCanMore()).toBe(false);
  const idempotencyKey = createActionKeys(() => 'new').keyFor('withdraw 500');
  await client('POST /api/wallet/withdraw', { ...withdrawal, idempotencyKey });
  expect(asked.at(-1)?.headers.get('Idempotency-Key')).toBe('kept');
});
