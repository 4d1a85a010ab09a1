import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { ApiError } from '@krapao/contract/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { HOUSE_TEMPLATE } from '../../providers/game/generic-transfer/template.fixture.ts';
import { afterWork } from '../../testing/afterWork.ts';
import { fund, gameBalance, moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { passTimeout, untilTaken } from '../../testing/passTimeout.ts';
import { move, openGame, today } from '../../testing/rewardWorld.ts';
import { callSandbox, setFaults } from '../../testing/sandboxBank.ts';
import { SHORT_PROVIDER_WAITS } from '../../testing/shortWaits.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { withoutTriggers } from '../../testing/withoutTriggers.ts';
import { ANSWER_WITHIN_MS } from './awaitTransfer.ts';
import { startMove } from './startTransfer.ts';

const KEY = 'key-of-this-game-house';
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
/** Each house's code in the sandbox, its driver, and its games here. */
const HOUSES = {
  hub88: {
    driver: 'hub88-transfer',
    config: { operatorId: '7', subPartnerId: 'krapao', currency: 'THB' } as Record<string, string>,
    secrets: { privateKey } as Record<string, string>,
    games: ['huba', 'hubb'],
  },
  'game-generic': {
    driver: 'generic-transfer',
    config: { currency: 'THB', template: JSON.stringify(HOUSE_TEMPLATE) } as Record<string, string>,
    secrets: { apiKey: KEY } as Record<string, string>,
    games: ['gena', 'genb'],
  },
};
type House = keyof typeof HOUSES;
const NAMES = Object.keys(HOUSES) as House[];
const GAMES = { hub88: 'huba', 'game-generic': 'gena' } as const;

let server: TestServer;
let admin: TestOperator;
const ids: Partial<Record<House, string>> = {};
/** Members who see whether a house takes orders. */
const probes: Partial<Record<House, TestMember>> = {};

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, {
    ...SHORT_PROVIDER_WAITS,
    KRAPAO_PROVIDER_TIMEOUT_MS: '1500',
    SANDBOX_SECRET: KEY,
  });
  admin = await makeOperator(server, 'administrator');
  await callSandbox(server, 'PUT', '/as/hub88/operator', { publicKey });
  for (const house of NAMES) {
    const { driver, games } = HOUSES[house];
    const added = await admin.call('POST /api/console/connections', {
      capability: 'game',
      driver,
      ...settingsOf(house),
    });
    expect(added).toMatchObject({ status: 200 });
    const { id = '' } = added.body as { id?: string };
    ids[house] = id;
    for (const code of games)
      await sql`
        insert into game_provider (code, name_th, name_la, name_en, colour, category, position, ft_wallet_slot, form_login,
          connection_id, external_code)
        values (${code}, ${code}, ${code}, ${code}, '#cda4ef', 'slot', 90, 1, false, ${id}, ${code})`.execute(
        server.owner,
      );
    await change(house, { isActive: true });
    expect(await admin.call(`POST /api/console/connections/${id}/test`)).toMatchObject({
      body: { ok: true },
    });
    probes[house] = await player(GAMES[house]);
  }
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

const settingsOf = (house: House) => ({
  name: house,
  priority: 1,
  config: { ...HOUSES[house].config, baseUrl: `${server.sandbox.url}/as/${house}` },
  secrets: HOUSES[house].secrets,
  reason: 'contract of November',
});
/** Changes a connection, and waits until this node has it. */
async function change(house: House, terms: { isActive: boolean }) {
  const { body } = await admin.call('GET /api/console/connections');
  const { connections } = body as { connections: { id: string; version: number }[] };
  const { version } = connections.find(({ id }) => id === ids[house]) ?? {};
  const changed = { ...settingsOf(house), isShadow: false, version, ...terms };
  const answer = await admin.call(`PUT /api/console/connections/${ids[house]}`, changed);
  expect(answer).toMatchObject({ status: 200 });
  const probe = probes[house] ?? (await makeMember(server));
  const game = GAMES[house];
  await afterWork(server, async () => {
    const { slotCode } = { slotCode: game };
    const open = probes[house]
      ? launch(probe, game)
      : probe.client('GET /api/wallet/activate/:slotCode', { params: { slotCode } });
    return (
      terms.isActive ===
      (await open.then(
        () => true,
        () => false,
      ))
    );
  });
}
const launch = (member: TestMember, provider: string) =>
  member.client('GET /api/autoLogin/:provider/:username', {
    params: { provider, username: `km${member.id}${provider}` },
  });

/** A member with 1,000 baht and accounts at these games. */
async function player(...games: string[]): Promise<TestMember> {
  const member = await makeMember(server);
  await fund(server.db, member.id, 1_000_00n);
  for (const code of games) await openGame(member, code);
  return member;
}
const at = (house: House, code: string, { id }: TestMember) =>
  gameBalance(server.sandbox.url, house, `km${id}${code}`);
const fault = (house: House, mode: string, times: number | null = 1) =>
  setFaults(server, { [`game:${house}`]: { mode, times } });
const codeOf = (call: Promise<{ status: string }>) =>
  call.then(
    ({ status }) => status,
    (error: unknown) => (error instanceof ApiError ? [error.code, error.detail?.reason] : error),
  );
const legsOf = ({ id }: TestMember) =>
  server.owner
    .selectFrom('transfer_leg')
    .selectAll()
    .where('member_id', '=', id)
    .orderBy('created_at')
    .execute();
/** The member's legs, all in this state: all work is done that is due, and every ten seconds again. */
const ended = (member: TestMember, state: string) =>
  afterWork(server, async () => {
    await server.work('transfers');
    const legs = await legsOf(member);
    if (legs.length > 0 && legs.every((leg) => leg.state === state)) return legs;
    await server.clock.move(10_000);
    return false;
  });

test.each(NAMES)(
  'TRF-01 %s: money goes between two games of one house, and back, without mixing',
  async (house) => {
    const [a = '', b = ''] = HOUSES[house].games;
    const member = await player(a, b);
    expect((await move(member, 'WALLET', a, 300)).status).toBe('SUCCESS');
    expect((await move(member, a, b, 120)).status).toBe('SUCCESS');
    expect([await at(house, a, member), await at(house, b, member)]).toEqual([180_00n, 120_00n]);
    expect((await member.client('POST /api/wallet/transferAll', { body: { to: 'WALLET' } })).status).toBe(
      'SUCCESS',
    );
    expect([await at(house, a, member), await at(house, b, member)]).toEqual([0n, 0n]);
    expect(await moneyOf(server.db, member.id)).toMatchObject({ wallet: 1_000_00n, inTransfer: 0n });
    expect((await launch(member, a)).link).toContain(`/games/${house}/launch`);
  },
);

test.each(NAMES)(
  'TRF-05 %s: whatever answer is lost, money moves exactly once',
  { timeout: 120_000 },
  async (house) => {
    const game = GAMES[house];
    for (const mode of ['timeoutAfterApply', 'timeoutBeforeApply', 'error500', 'html']) {
      const member = await player(game);
      await fault(house, mode);
      const passes = () => mode.startsWith('timeout') && passTimeout(server, `game:${house}`);
      const [into] = await Promise.all([codeOf(move(member, 'WALLET', game, 200)), passes()]);
      expect(into).toMatch(/SUCCESS|PENDING/);
      await ended(member, 'CONFIRMED');
      expect([mode, await at(house, game, member)]).toEqual([mode, 200_00n]);
      await fault(house, mode);
      const [back] = await Promise.all([codeOf(move(member, game, 'WALLET', 150)), passes()]);
      expect(back).toMatch(/SUCCESS|PENDING/);
      await ended(member, 'CONFIRMED');
      expect([mode, await at(house, game, member)]).toEqual([mode, 50_00n]);
      expect(await moneyOf(server.db, member.id)).toMatchObject({ wallet: 950_00n, inTransfer: 0n });
    }
  },
);

test('TRF-05 what a house certainly refuses comes back with TRANSFER_FAIL', async () => {
  const member = await player('huba');
  // The question for the balance, and the order.
  await setFaults(server, { 'game:hub88': { mode: 'code', times: 2, code: 'RS_ERROR_USER_DISABLED' } });
  expect(await codeOf(move(member, 'WALLET', 'huba', 200))).toEqual(['TRANSFER_FAIL', undefined]);
  expect(await moneyOf(server.db, member.id)).toMatchObject({ wallet: 1_000_00n, inTransfer: 0n });
});

test.each(NAMES)(
  'TRF-05 %s: switched off in the middle, what is on its way stays unknown and arrives once; nothing new moves',
  { timeout: 120_000 },
  async (house) => {
    const game = GAMES[house];
    const member = await player(game);
    await move(member, 'WALLET', game, 100);
    // Longer than the call waits for its end.
    await fault(house, 'timeoutAfterApply', null);
    if (house === 'game-generic') await setFaults(server, { 'game:game-generic': { mode: 'falseNotFound' } });
    const sent = codeOf(move(member, 'WALLET', game, 200));
    await afterWork(server, async () => (await legsOf(member)).at(-1)?.state === 'UNKNOWN');
    await change(house, { isActive: false });
    await server.clock.move(ANSWER_WITHIN_MS);
    expect(await sent).toBe('PENDING');
    await fault(house, 'none');
    for (const [from, to] of [
      ['WALLET', game],
      [game, 'WALLET'],
    ] as const)
      expect(await codeOf(move(member, from, to, 50))).toEqual(['TRANSFER_FAIL', 'GAME_CLOSED']);
    const refused = member.client('POST /api/wallet/transferAll', { body: { to: game } });
    expect(await codeOf(refused)).toEqual(['TRANSFER_FAIL', 'GAME_CLOSED']);
    const { slots } = await member.client('GET /api/wallet');
    expect(slots.filter(({ health }) => health === 'closed').map(({ code }) => code)).toContain(game);
    await expect(launch(member, game)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    // A question changes nothing, so it is answered; the same order again would be an order.
    if (house === 'game-generic') await ended(member, 'CONFIRMED');
    else expect((await legsOf(member)).at(-1)).toMatchObject({ state: 'UNKNOWN' });
    await change(house, { isActive: true });
    await ended(member, 'CONFIRMED');
    expect(await at(house, game, member)).toBe(300_00n);
    expect(await moneyOf(server.db, member.id)).toMatchObject({ wallet: 700_00n, inTransfer: 0n });
  },
);

test('TRF-05 a leg that nobody has sent comes back when its house takes no orders', async () => {
  const member = await player('genb');
  await change('game-generic', { isActive: false });
  await server.db
    .transaction()
    .execute((trx) =>
      startMove(
        trx,
        { isGameOpen: () => true },
        member.id,
        { from: 'WALLET', to: 'genb', amount: 100_00n },
        undefined,
      ),
    );
  await ended(member, 'REJECTED');
  expect(await moneyOf(server.db, member.id)).toMatchObject({ wallet: 1_000_00n, inTransfer: 0n });
  await change('game-generic', { isActive: true });
  expect(await at('game-generic', 'genb', member)).toBe(0n);
});

test('TRF-05 a leg belongs to the house that it was made for, wherever its game leads later', {
  timeout: 60_000,
}, async () => {
  const member = await player('hubb');
  const lead = (connection: string | undefined) =>
    sql`update game_provider set connection_id = ${connection} where code = 'hubb'`.execute(server.owner);
  await fault('hub88', 'timeoutBeforeApply');
  const sent = move(member, 'WALLET', 'hubb', 100);
  await untilTaken(server, 'game:hub88');
  expect((await legsOf(member)).at(-1)?.state).toBe('SENT');
  await lead(ids['game-generic']);
  await passTimeout(server, 'game:hub88');
  expect((await sent).status).toMatch(/SUCCESS|PENDING/);
  await ended(member, 'CONFIRMED');
  expect(await at('hub88', 'hubb', member)).toBe(100_00n);
  // Of one that is gone nothing moves.
  await lead(randomUUID());
  expect(await codeOf(move(member, 'hubb', 'WALLET', 100))).toEqual(['TRANSFER_FAIL', 'GAME_CLOSED']);
  await lead(ids.hub88);
  expect((await move(member, 'hubb', 'WALLET', 100)).status).toBe('SUCCESS');
});

test('TRF-01 settings that changed on another node are used by the next call, though this node was not told', async () => {
  const member = await player('gena');
  await move(member, 'WALLET', 'gena', 100);
  const isTold = async () => {
    await member.client('GET /api/wallet/refresh/slot');
    const { slots } = await member.client('GET /api/wallet');
    return slots.find(({ code }) => code === 'gena')?.isStale !== true;
  };
  const { config } = settingsOf('game-generic');
  const changeUnheard = (baseUrl: string) =>
    withoutTriggers(server.owner, 'connection', (trx) =>
      trx
        .updateTable('connection')
        .set((row) => ({ config: JSON.stringify({ ...config, baseUrl }), version: row('version', '+', 1) }))
        .where('id', '=', ids['game-generic'] ?? '')
        .execute(),
    );
  await changeUnheard(`${server.sandbox.url}/as/nobody`);
  expect(await isTold()).toBe(false);
  await changeUnheard(config.baseUrl ?? '');
  expect(await isTold()).toBe(true);
  expect(await at('game-generic', 'gena', member)).toBe(100_00n);
});

test('GAM-02 a house without passwords says so; the account opens all the same', async () => {
  const member = await player('huba');
  const read = member.client('GET /api/wallet/account/:slotCode', { params: { slotCode: 'huba' } });
  expect(await read).toMatchObject({ username: `km${member.id}huba` });
  const reset = member.client('GET /api/wallet/resetpassword/:slotCode', { params: { slotCode: 'huba' } });
  await expect(reset).rejects.toMatchObject({ code: 'SLOT_RESET_PASSWORD_FAIL' });
});

test('RFD-01 play that a house never tells is unknown and not zero, and keeps no other house’s day', async () => {
  const member = await player('huba', 'gena');
  await move(member, 'WALLET', 'gena', 100);
  await callSandbox(server, 'POST', '/games/game-generic/rounds', {
    username: `km${member.id}gena`,
    stake: 40,
    win: 0,
  });
  await sql`insert into play_close (provider, day, connection_id, external_code)
    select code, ${today()}::date, connection_id, external_code from game_provider where code in ('huba', 'gena')`.execute(
    server.owner,
  );
  const days = () =>
    server.owner
      .selectFrom('play_close')
      .selectAll()
      .where('day', '=', sql<Date>`${today()}::date`)
      .execute();
  await afterWork(server, async () => (await days()).every(({ due_at }) => due_at === null));
  expect(
    (await days())
      .map((row) => [row.provider, row.closed_at !== null, row.untold_at !== null, row.reason])
      .sort(),
  ).toEqual([
    ['gena', true, false, null],
    ['huba', false, true, 'NOT_TOLD'],
  ]);
  const { rows } = await sql<{ provider: string; stake: bigint }>`
    select provider, stake from play_day where member_id = ${member.id}`.execute(server.owner);
  expect(rows).toEqual([{ provider: 'gena', stake: 40_00n }]);
  expect(await member.client('GET /api/refund/check')).toMatchObject({ result: false, refundAmount: 0 });
});

test('the console asks a house nothing that could move money, and shows what was not told', async () => {
  const asked = async (provider: string) => {
    const { status, body } = await admin.call(`POST /api/console/reports/providers/${provider}/ask`, {
      day: today(),
    });
    return [status, body] as const;
  };
  const [status, body] = await asked('huba');
  expect(status).toBe(200);
  const {
    asked: count,
    unanswered,
    differences,
  } = body as { asked: number; unanswered: number; differences: object[] };
  expect(count).toBeGreaterThan(0);
  expect([unanswered, differences]).toEqual([count, []]);
  expect(body).toMatchObject({ play: null });
  expect((await asked('gena'))[1]).toMatchObject({ differences: [], unanswered: 0 });
});
