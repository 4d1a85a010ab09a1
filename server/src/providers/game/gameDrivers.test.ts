import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callSandbox } from '../../testing/sandboxBank.ts';
import { type SandboxProcess, startSandbox } from '../../testing/sandboxProcess.ts';
import type { Opened } from '../connections/driver.ts';
import { type OutgoingHttp, outgoingHttp } from '../connections/outgoingHttp.ts';
import type { GameTransferOrder } from '../gameProvider.ts';
import { GAME_DRIVERS } from './gameDrivers.ts';
import { gameHouses } from './gameHouses.ts';
import { HOUSE_TEMPLATE } from './generic-transfer/template.fixture.ts';
import { HUB88_ANSWERS } from './hub88-transfer/answers.ts';

const SECRET = 'game-driver-test-secret';
const dataDir = mkdtempSync(join(tmpdir(), 'krapao-game-drivers-'));
const keys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const { publicKey, privateKey } = keys();
const HOUSES = {
  'hub88-transfer': {
    speaks: 'hub88',
    config: { operatorId: '7', subPartnerId: 'krapao', currency: 'THB' },
    secrets: { privateKey },
    wrong: { privateKey: keys().privateKey },
  },
  'generic-transfer': {
    speaks: 'game-generic',
    config: { currency: 'THB', template: JSON.stringify(HOUSE_TEMPLATE) },
    secrets: { apiKey: SECRET },
    wrong: { apiKey: 'another-key' },
  },
} as const;
type House = keyof typeof HOUSES;
const NAMES = Object.keys(HOUSES) as House[];
const VIEWER = {
  address: '203.0.113.9',
  language: 'th',
  isMobile: true,
  home: 'https://site.example',
  token: 'a-token-of-this-opening',
} as const;

let sandbox: SandboxProcess;
let http: OutgoingHttp;
/** A short time-out, because nothing answers. */
let hasty: OutgoingHttp;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, dataDir, secret: SECRET });
  const hosts = new Set([new URL(sandbox.url).host]);
  http = outgoingHttp(hosts, 60_000);
  hasty = outgoingHttp(hosts, 500);
  await ask('PUT', '/as/hub88/operator', { publicKey });
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const ask = <Answer>(method: string, path: string, body?: object) =>
  callSandbox<Answer>({ sandbox } as never, method, path, body);
const fault = (name: House, mode: string, code?: string, times: number | null = 1) =>
  ask('PUT', '/faults', { [`game:${HOUSES[name].speaks}`]: { mode, times, code } });
const declared = (name: House) => {
  const found = GAME_DRIVERS.find(({ driver }) => driver === name);
  if (found === undefined) throw new Error(name);
  return found;
};
function open(
  name: House,
  {
    by = http,
    path = `/as/${HOUSES[name].speaks}`,
    secrets = HOUSES[name].secrets as object,
    base = sandbox.url,
  } = {},
): Opened<'game'> {
  const config = { ...HOUSES[name].config, baseUrl: `${base}${path}/` };
  return declared(name).open({ config, secrets } as never, { http: by, variant: 'thailand' });
}
const game = (name: House, how: Parameters<typeof open>[1] = {}) => open(name, how).provider('Sandbox:lobby');
const orderOf = (username: string, direction: 'in' | 'out', amount: bigint): GameTransferOrder => ({
  id: randomUUID(),
  username,
  direction,
  amount,
});
let count = 0;
/** A player with this many satang. */
async function player(name: House, satang = 0n): Promise<string> {
  count += 1;
  const username = `km${count}one`;
  const at = game(name);
  expect(await at.createPlayer({ username, password: 'unused' })).toEqual({ status: 'ok', created: true });
  if (satang > 0n) expect(await at.transfer(orderOf(username, 'in', satang))).toEqual({ status: 'success' });
  return username;
}
const available = async (name: House, username: string) => {
  const told = await game(name).balance(username);
  return told.status === 'ok' ? told.available : told;
};
const word = (result: { status: string; reason?: string }) => result.reason ?? result.status;

test.each(NAMES)(
  'TRF-01 %s: in, out, balance to the satang, launch, and what it cannot do is not there',
  async (name) => {
    const username = await player(name, 100_25n);
    const at = game(name);
    expect(await available(name, username)).toBe(100_25n);
    expect(await at.transfer(orderOf(username, 'out', 99_24n))).toEqual({ status: 'success' });
    expect(await available(name, username)).toBe(1_01n);
    expect(await at.transfer(orderOf(username, 'out', 1_02n))).toEqual({
      status: 'rejected',
      reason: 'INSUFFICIENT_BALANCE',
    });
    const launch = await at.launch(username, VIEWER);
    if (launch.status !== 'ok') throw new Error(word(launch));
    expect((await fetch(launch.url, { redirect: 'manual' })).status).toBe(303);
    const can = (['setPassword', 'queryTransfer', 'loginForm', 'turnover', 'kick'] as const).filter(
      (one) => at[one],
    );
    expect(can).toEqual(name === 'hub88-transfer' ? [] : ['queryTransfer', 'turnover']);
    expect(await at.createPlayer({ username, password: 'unused' })).toMatchObject({ status: 'ok' });
    expect(word(await at.balance('nobody'))).toMatch(/NOT_FOUND|BAD_ANSWER/);
  },
);

test.each(NAMES)(
  'TRF-05 %s: one id is one transfer, however often it is sent and whatever was lost',
  async (name) => {
    const username = await player(name, 500_00n);
    for (const [mode, direction] of [
      ['timeoutAfterApply', 'in'],
      ['timeoutBeforeApply', 'in'],
      ['timeoutAfterApply', 'out'],
      ['timeoutBeforeApply', 'out'],
      ['html', 'in'],
      ['error500', 'out'],
    ] as const) {
      const before = (await available(name, username)) as bigint;
      const order = orderOf(username, direction, 10_00n);
      await fault(name, mode);
      expect([mode, word(await game(name, { by: hasty }).transfer(order))]).toEqual([
        mode,
        mode === 'html' ? 'BAD_ANSWER' : mode === 'error500' ? 'SERVER_ERROR' : 'TIMEOUT',
      ]);
      for (const _ of [1, 2]) expect(await game(name).transfer(order)).toEqual({ status: 'success' });
      const moved = direction === 'in' ? 10_00n : -10_00n;
      expect([mode, await available(name, username)]).toEqual([mode, before + moved]);
      // The same id for something else is somebody's mistake.
      expect(await game(name).transfer({ ...order, amount: 11_00n })).toEqual({
        status: 'rejected',
        reason: 'DUPLICATE_ID',
      });
    }
  },
);

test.each(Object.entries(HUB88_ANSWERS))('TRF-05 hub88-transfer: %s', async (code, meaning) => {
  const username = await player('hub88-transfer');
  const at = game('hub88-transfer');
  if (code === 'RS_OK')
    return expect(await at.transfer(orderOf(username, 'in', 1_00n))).toEqual({ status: 'success' });
  await fault('hub88-transfer', 'code', code);
  expect(await at.transfer(orderOf(username, 'in', 1_00n))).toEqual(meaning);
  await fault('hub88-transfer', 'code', code);
  expect(await at.balance(username)).toEqual(meaning);
  expect(await available('hub88-transfer', username)).toBe(0n);
});

test('TRF-05 hub88-transfer: a status that is not known may have been applied', async () => {
  const username = await player('hub88-transfer');
  await fault('hub88-transfer', 'code', 'RS_ERROR_OF_TOMORROW');
  expect((await game('hub88-transfer').transfer(orderOf(username, 'in', 1_00n))).status).toBe('unknown');
});

/** What says nothing of a transfer. */
const RAW = [
  ['html', 'BAD_ANSWER'],
  ['gigantic', 'BAD_ANSWER'],
  ['redirect', 'BAD_ANSWER'],
  ['otherOrder', 'BAD_ANSWER'],
  ['otherCurrency', 'BAD_ANSWER'],
  ['error500', 'SERVER_ERROR'],
  ['maintenance', 'SERVER_ERROR'],
] as const;
test.each(NAMES)(
  'TRF-05 %s: pages, floods, redirects, and answers about something else are unknown',
  async (name) => {
    const username = await player(name);
    const order = orderOf(username, 'in', 5_00n);
    for (const [mode, reason] of RAW) {
      await fault(name, mode);
      expect([mode, await game(name).transfer(order)]).toEqual([mode, { status: 'unknown', reason }]);
    }
    expect(await game(name).transfer(order)).toEqual({ status: 'success' });
    expect(await available(name, username)).toBe(5_00n);
  },
);

test.each(NAMES)(
  '%s: a wrong key, another address and a private one are told as such, also by the test',
  async (name) => {
    expect(await open(name).test?.()).toMatchObject({ ok: true });
    const stranger = { secrets: HOUSES[name].wrong };
    expect(word(await game(name, stranger).transfer(orderOf('km1one', 'in', 1_00n)))).toBe('KEY_REFUSED');
    expect(await open(name, stranger).test?.()).toMatchObject({ ok: false, trouble: 'KEY_REFUSED' });
    expect(await open(name, { path: '/as/nobody' }).test?.()).toMatchObject({ ok: false });
    // Nothing was sent: the money is where it was.
    expect(await game(name, { base: 'http://127.0.0.1:9' }).transfer(orderOf('km1one', 'in', 1_00n))).toEqual(
      {
        status: 'rejected',
        reason: 'OWN_NETWORK',
      },
    );
  },
);

test('RFD-01 generic-transfer: figures of a day, and no figure out of a broken answer', async () => {
  const username = await player('generic-transfer', 50_00n);
  await ask('POST', '/games/game-generic/rounds', { username, stake: 10, win: 4 });
  const day = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
  const told = await game('generic-transfer').turnover?.(day);
  expect(told).toMatchObject({
    status: 'ok',
    players: expect.arrayContaining([{ username, stake: 10_00n, win: 4_00n, rounds: 1 }]),
  });
  await fault('generic-transfer', 'html');
  expect((await game('generic-transfer').turnover?.(day))?.status).toBe('unknown');
  const blind = described({ player: { ...HOUSE_TEMPLATE.player, stake: '/nothing' } });
  expect(await blind.provider('x').turnover?.(day)).toEqual({ status: 'unknown', reason: 'BAD_ANSWER' });
});

/** The generic house with a template that differs. */
function described(differs: object): Opened<'game'> {
  const { config, secrets } = HOUSES['generic-transfer'];
  const template = JSON.stringify({ ...HOUSE_TEMPLATE, ...differs });
  const settings = { config: { ...config, template, baseUrl: `${sandbox.url}/as/game-generic` }, secrets };
  return declared('generic-transfer').open(settings as never, { http, variant: 'thailand' });
}

test.each(['reference', 'amount', 'currency'])(
  'TRF-05 generic-transfer: an answer without the %s that its template names says nothing',
  async (field) => {
    const username = await player('generic-transfer');
    const order = orderOf(username, 'in', 5_00n);
    const without = (call: 'deposit' | 'query') => ({
      [call]: { ...HOUSE_TEMPLATE[call], fields: { ...HOUSE_TEMPLATE[call].fields, [field]: '/nothing' } },
    });
    const unknown = { status: 'unknown', reason: 'BAD_ANSWER' };
    expect(await described(without('deposit')).provider('x').transfer(order)).toEqual(unknown);
    expect(await described(without('query')).provider('x').queryTransfer?.(order)).toEqual(unknown);
    expect(await game('generic-transfer').queryTransfer?.(order)).toEqual({ status: 'success' });
  },
);

test.each([
  ['pendingForever', { status: 'pending' }],
  ['wrongAmount', { status: 'mismatch', amount: 6_00n }],
  ['falseNotFound', { status: 'not_found' }],
])('TRF-05 generic-transfer: %s is told apart by the question', async (mode, state) => {
  const username = await player('generic-transfer');
  const order = orderOf(username, 'in', 5_00n);
  await fault('generic-transfer', mode, undefined, mode === 'falseNotFound' ? null : 1);
  await game('generic-transfer').transfer(order);
  expect(await game('generic-transfer').queryTransfer?.(order)).toEqual(state);
  await fault('generic-transfer', 'none');
});

test('TRF-05 generic-transfer: an unknown code rejects, and the reason is the house’s', async () => {
  const username = await player('generic-transfer');
  await fault('generic-transfer', 'code', 'WALLET_LOCKED');
  expect(await game('generic-transfer').transfer(orderOf(username, 'in', 1_00n))).toEqual({
    status: 'rejected',
    reason: 'WALLET_LOCKED',
  });
});

const problemsOf = (name: House, config: object, secrets: object = HOUSES[name].secrets) =>
  declared(name).problems?.({ config: { ...HOUSES[name].config, ...config }, secrets } as never) ?? [];
test.each(NAMES)('%s: a house in another currency is refused when it is connected', (name) => {
  expect(problemsOf(name, {})).toEqual([]);
  for (const currency of ['LAK', 'USD'])
    expect(problemsOf(name, { currency })).toEqual([expect.stringContaining('THB')]);
});

test('settings that cannot work are told in words', () => {
  expect(problemsOf('hub88-transfer', {}, { privateKey: publicKey })).toEqual([
    expect.stringContaining('privateKey'),
  ]);
  const { deposit, query, player: _, ...rest } = HOUSE_TEMPLATE;
  for (const [template, told] of [
    ['{', 'template is no JSON'],
    [{ ...HOUSE_TEMPLATE, balance: undefined }, 'balance'],
    [
      { ...HOUSE_TEMPLATE, deposit: { ...deposit, body: '{"player":"{username}","amount":"{amount}"}' } },
      'deposit must send {id}',
    ],
    [
      { ...HOUSE_TEMPLATE, deposit: { ...deposit, body: '{"r":"{id}","player":"{username}"}' } },
      'deposit must send {amount}',
    ],
    [{ ...HOUSE_TEMPLATE, query: { ...query, path: '/transfers' } }, 'query must send {id}'],
    [
      { ...HOUSE_TEMPLATE, deposit: { ...deposit, answers: [{ status: '2xx', gives: 'done' }] } },
      'deposit/answers: done must say at which place',
    ],
    [
      { ...HOUSE_TEMPLATE, query: { ...query, answers: [{ status: '2xx', gives: 'done' }] } },
      'query/answers: done must say at which place',
    ],
    [
      {
        ...HOUSE_TEMPLATE,
        deposit: { ...deposit, body: '{"r":"{id}","player":"{username}","amount":"1.00","note":"{amount}"}' },
      },
      'deposit must not name an amount or account that is typed: amount',
    ],
    [
      { ...HOUSE_TEMPLATE, query: { ...query, answers: [{ status: '4xx', gives: 'failed' }] } },
      'query/answers: failed must say at which place',
    ],
    [{ ...rest, deposit, query }, 'turnover and player belong together'],
    [
      { ...HOUSE_TEMPLATE, launch: { ...HOUSE_TEMPLATE.launch, fields: {} } },
      'template/launch/fields must name url',
    ],
  ] as const)
    expect(
      problemsOf('generic-transfer', {
        template: typeof template === 'string' ? template : JSON.stringify(template),
      }).join(' '),
    ).toContain(told);
});

test('TRF-05 a house whose key was replaced gets no order again, and that it knows none proves nothing', async () => {
  const asked: string[] = [];
  const provider = {
    transfer: async () => ({ status: asked.push('transfer') && 'success' }),
    queryTransfer: async () => ({ status: asked.push('query') && 'not_found' }),
  };
  const house = {
    id: 'h',
    capability: 'game',
    isActive: true,
    settingsVersion: 2,
    port: { provider: () => provider },
  };
  const noted: string[] = [];
  const book = {
    note: (_: string, operation: string) => void noted.push(operation),
    settled: async () => undefined,
  };
  const connections = {
    find: () => house,
    current: async () => house,
    ask: (_: unknown, __: string, work: (port: object) => unknown) => work(house.port),
  };
  const houses = gameHouses(connections as never, book);
  const order = orderOf('p', 'in', 5_00n);
  for (const [sentUnder, told] of [
    [1, ['other_settings', 'other_settings']],
    [2, ['success', 'not_found']],
    [null, ['success', 'not_found']],
  ] as const) {
    const game = houses.game({ code: 'g', connectionId: 'h', externalCode: 'x', sentUnder });
    const answers = [await game.transfer(order), await game.queryTransfer?.(order)];
    expect(answers.map((answer) => answer?.status)).toEqual(told);
  }
  expect(asked).toEqual(['query', 'transfer', 'query', 'transfer', 'query']);
  // What was not called says nothing of the game.
  expect(noted).toEqual(['queryTransfer', 'transfer', 'queryTransfer', 'transfer', 'queryTransfer']);
});
