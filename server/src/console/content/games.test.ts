import type { ApiError } from '@krapao/contract/client';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppError } from '../../appError.ts';
import { serveMedia } from '../../http/serveMedia.ts';
import { requireGame } from '../../modules/games/gameAccount.ts';
import { drawnPicture } from '../../modules/games/gamePicture.ts';
import { bringFirstMoney } from '../../testing/firstMoney.ts';
import { gameRows } from '../../testing/gameRows.ts';
import { fund, moneyOf, until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { requireSameMaker } from '../connections/sameMaker.ts';

let server: TestServer;
let boss: TestOperator;
let second: TestOperator;
let member: TestMember;
let connection: ReturnType<typeof gameRows>['connection'];
let hold: ReturnType<typeof gameRows>['hold'];
let openTransfer: ReturnType<typeof gameRows>['openTransfer'];

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  boss = await makeOperator(server, 'administrator');
  second = await makeOperator(server, 'administrator');
  member = await makeMember(server);
  ({ connection, hold, openTransfer } = gameRows(server, { operatorId: boss.id, memberId: member.id }));
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: documents are of many shapes.
type Answer = { status: number; body: any };
const call = (key: string, body?: object): Promise<Answer> => boss.call(key, body);
const path = (item: string) => `/api/console/content/provider/${item}`;
const show = (item: string) => call(`GET ${path(item)}`);

/** Saves changes as the draft and publishes it; a refused one is thrown away. */
async function publish(item: string, changes: object): Promise<Answer> {
  const { value, version } = (await show(item)).body;
  const saved = await call(`PUT ${path(item)}/draft`, {
    value: { ...value, ...changes },
    version,
    revision: 0,
  });
  const answer = await call(`POST ${path(item)}/publish`, {
    revision: saved.body.draft.revision,
    reason: 'a test',
  });
  if (answer.status !== 200) await call(`POST ${path(item)}/discard`);
  return answer;
}

/** Why a change is refused: `/code taken`. */
async function refusal(item: string, changes: object): Promise<string> {
  const { status, body } = await publish(item, changes);
  return status === 200 ? 'published' : `${body.message ?? body.code}`;
}

const texts = (text: string) => ({ th: `${text} ไทย`, la: `${text} ລາວ`, en: text });
const NEKO = { code: 'neko', name: texts('Neko Palace'), category: 'slot', colour: '#7cc6bd' };
const slot = async (code: string) =>
  (await member.client('GET /api/wallet')).slots.find((one) => one.code === code);
const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(server.url + address, { headers });

test('HOM-06 a game is made, named in three languages, drawn, pictured, ordered and hidden by operators', async () => {
  expect(await publish('new', NEKO)).toMatchObject({
    status: 200,
    body: { item: 'neko', version: 1, waits: null, fixed: ['code'] },
  });
  const made = await slot('neko');
  expect(made).toMatchObject({
    name: 'Neko Palace',
    nameTH: 'Neko Palace ไทย',
    nameLA: 'Neko Palace ລາວ',
    nameEN: 'Neko Palace',
    category: 'slot',
    ftWalletSlot: 1,
    isActive: false,
  });

  const drawn = await get(made?.logo ?? '');
  expect(drawn.headers.get('content-type')).toBe('image/svg+xml');
  expect(drawn.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(drawn.headers.get('cache-control')).toBe('public, max-age=86400');
  expect(await drawn.text()).toContain('#7cc6bd');
  const etag = drawn.headers.get('etag') ?? '';
  expect((await get(made?.logo ?? '', { 'If-None-Match': etag })).status).toBe(304);
  expect((await get(made?.background ?? '')).status).toBe(200);

  // A new colour is a new address, so that nobody sees the old picture for a day.
  await publish('neko', { colour: '#f0b56a' });
  const coloured = await slot('neko');
  expect(coloured?.logo).not.toBe(made?.logo);
  expect(await (await get(coloured?.logo ?? '')).text()).toContain('#f0b56a');
  await publish('neko', { logo: '/media/content/0123456789abcdef0123456789abcdef.webp' });
  expect(await slot('neko')).toMatchObject({
    logo: '/media/content/0123456789abcdef0123456789abcdef.webp',
    background: coloured?.background,
  });

  const { items } = (await call('GET /api/console/content')).body as {
    items: { kind: string; item: string }[];
  };
  const codes = items.filter(({ kind }) => kind === 'provider').map(({ item }) => item);
  expect(codes.at(-1)).toBe('neko');
  await call('PUT /api/console/content/provider/order', { items: ['neko', ...codes.slice(0, -1)] });
  expect((await member.client('GET /api/wallet')).slots[0]?.code).toBe('neko');
  await publish('neko', { isActive: false });
  expect(await slot('neko')).toBeUndefined();
});

test('what does not fit a game is refused, and the field is named', async () => {
  const [game, gateway] = [await connection(), await connection('gateway')];
  const KATA = { ...NEKO, code: 'kata', connection: game, externalCode: 'KT-1' };
  expect(await refusal('new', KATA)).toBe('published');
  const TORA = { ...KATA, code: 'tora', externalCode: 'TR-1' };
  for (const [changes, field] of [
    [{ code: 'pg' }, '/code taken'],
    [{ code: 'new' }, '/code taken'],
    [{ code: 'Big-1' }, '/code pattern'],
    [{ code: 'a'.repeat(21) }, '/code pattern'],
    [{ name: { th: 'ก', la: 'ກ', en: 'x'.repeat(61) } }, '/name/en maxLength'],
    [{ category: 'casino' }, '/category enum'],
    [{ creditsForBaht: 0 }, '/creditsForBaht minimum'],
    [{ connection: gateway }, '/connection unknown'],
    [{ externalCode: null }, '/externalCode required'],
    [{ connection: null }, '/externalCode notHere'],
    [{ externalCode: 'KT-1' }, '/externalCode repeated'],
    [{ colour: 'red' }, '/colour pattern'],
    [{ logo: '/media/content/../x.svg' }, '/logo pattern'],
    [{ isRetired: true }, '/isActive notHere'],
    [{ maintenanceUntil: '2026-12-01T06:00:00.000Z' }, '/maintenanceUntil notHere'],
    [{ inMaintenance: true, maintenanceUntil: '2026-02-31' }, '/maintenanceUntil format'],
    [{ isRetired: true, isActive: false }, '/isRetired notHere'],
  ] as const)
    expect(await refusal('new', { ...TORA, ...changes }), JSON.stringify(changes)).toBe(field);
  // The same external code at another maker is another game.
  expect(await refusal('new', { ...TORA, connection: await connection(), externalCode: 'KT-1' })).toBe(
    'published',
  );
  expect(await refusal('kata', { code: 'kato' })).toBe('/code fixed');
});

test('with accounts, credits and external code stay; with money there, the connection too', async () => {
  const first = await connection();
  const MUAY = { ...NEKO, code: 'muaythai', connection: first, externalCode: 'M1' };
  await publish('new', MUAY);
  expect(await refusal('muaythai', { creditsForBaht: 10, externalCode: 'M2' })).toBe('published');
  await hold('muaythai', 25_00n);
  expect((await show('muaythai')).body.fixed).toEqual(['code', 'creditsForBaht', 'externalCode']);
  expect(await refusal('muaythai', { creditsForBaht: 1 })).toBe('/creditsForBaht fixed');
  expect(await refusal('muaythai', { externalCode: 'M3' })).toBe('/externalCode fixed');

  const other = await connection();
  expect(await refusal('muaythai', { connection: other })).toBe('/connection holdsMoney');
  // One that is gone reaches no money: what is there waits for an operator, and the next house does not know the players.
  await server.owner.deleteFrom('connection').where('id', '=', first).execute();
  expect(await refusal('muaythai', { colour: '#123456' })).toBe('published');
  const account = () =>
    server.owner
      .selectFrom('game_account')
      .select(['is_open', 'amount'])
      .where('provider', '=', 'muaythai')
      .executeTakeFirstOrThrow();
  expect(await account()).toEqual({ is_open: true, amount: 25_00n });
  const stuck = await openTransfer('WALLET', server.owner, first, 'muaythai');
  expect(await refusal('muaythai', { connection: other })).toBe('/connection holdsMoney');
  await server.owner.deleteFrom('transfer_leg').where('transfer_id', '=', stuck).execute();
  expect(await refusal('muaythai', { connection: other })).toBe('published');
  expect(await account()).toEqual({ is_open: false, amount: 0n });
  await hold('muaythai', 1n);
  expect(await refusal('muaythai', { connection: await connection() })).toBe('/connection holdsMoney');
  await hold('muaythai', 0n);
  expect(await refusal('muaythai', { connection: await connection() })).toBe('published');
});

test('TRF-01 money at a house that is gone: the member sees it on its way, and an operator says whether it came home', async () => {
  const lost = await connection();
  await publish('new', { ...NEKO, code: 'kame', connection: lost, externalCode: 'K1' });
  await hold('kame', 40_00n);
  await server.owner.deleteFrom('connection').where('id', '=', lost).execute();
  const wallet = async () => (await moneyOf(server.db, member.id)).wallet;
  const before = await wallet();
  expect(await refusal('kame', { connection: await connection() })).toBe('published');
  const newest = async () =>
    (await member.client('POST /api/statement', { body: { page: 1, limit: 1 } })).statements[0];
  expect(await newest()).toMatchObject({
    from: 'kame',
    to: 'WALLET',
    amount: 40,
    status: 'PENDING',
  });
  const { items } = (await call('GET /api/console/transfers')).body;
  const leg = items.find(({ provider }: { provider: string }) => provider === 'kame');
  expect(leg).toMatchObject({ title: 'Neko Palace ไทย', reason: 'CONNECTION_REMOVED', sends: 0, amount: 40 });
  expect(await wallet()).toBe(before);
  await call(`POST /api/console/queues/transfers/${leg.id}/claim`);
  const settled = await call(`POST /api/console/transfers/${leg.id}/settle`, {
    outcome: 'CONFIRMED',
    reason: 'the house paid it to our account',
  });
  expect(settled).toMatchObject({ status: 200 });
  expect(await newest()).toMatchObject({ status: 'SUCCESS', amount: 40 });
  expect(await wallet()).toBe(before + 40_00n);
  // The next house lets them in anew.
  expect(await slot('kame')).toMatchObject({ isActive: false, amount: 0 });
});

test('a game retires when no money is there: only statements name it, and its code is never used again', async () => {
  await fund(server.db, member.id, 500_00n);
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'krathong' } });
  const move = (from: string, to: string) =>
    member.client('POST /api/wallet/transfer', { body: { from, to, amount: 100 } });
  expect(await move('WALLET', 'krathong')).toMatchObject({ status: 'SUCCESS' });
  const RETIRED = { isRetired: true, isActive: false };
  expect(await refusal('krathong', RETIRED)).toBe('/isRetired holdsMoney');
  expect(await move('krathong', 'WALLET')).toMatchObject({ status: 'SUCCESS' });
  const { version } = (await publish('krathong', { isActive: false })).body;
  expect(await refusal('krathong', RETIRED)).toBe('published');

  expect(await slot('krathong')).toBeUndefined();
  const { statements } = await member.client('POST /api/statement', { body: { page: 1, limit: 2 } });
  expect(statements).toMatchObject([
    { from: 'krathong', fromTitle: 'Loi Krathong', to: 'WALLET' },
    { from: 'WALLET', to: 'krathong', toTitle: 'Loi Krathong' },
  ]);
  for (const refused of [
    () => move('WALLET', 'krathong'),
    () => move('krathong', 'WALLET'),
    () => member.client('GET /api/wallet/account/:slotCode', { params: { slotCode: 'krathong' } }),
  ])
    expect(await refused().catch((error: ApiError) => error.code)).toBe('NO_GAME');

  expect(await refusal('new', { ...NEKO, code: 'krathong' })).toBe('/code taken');
  expect(await refusal('krathong', { colour: '#123456' })).toBe('/colour fixed');
  const undone = await call(`POST ${path('krathong')}/restore`, { version, current: version + 1 });
  expect(undone).toMatchObject({ status: 400, body: { message: '/isRetired fixed' } });
});

test('money on its way to a game keeps it, also while only another game has been asked', async () => {
  await publish('new', { ...NEKO, code: 'yang' });
  const id = await openTransfer('yang');
  const RETIRED = { isRetired: true, isActive: false };
  expect(await refusal('yang', RETIRED)).toBe('/isRetired holdsMoney');
  await server.owner.deleteFrom('transfer_leg').where('transfer_id', '=', id).execute();
  expect(await refusal('yang', RETIRED)).toBe('published');
});

test('a game cannot retire while a transfer to it begins', async () => {
  await publish('new', { ...NEKO, code: 'hana' });
  let retiring: Promise<Answer> | undefined;
  await server.owner.transaction().execute(async (trx) => {
    await requireGame(trx, 'hana', { isActive: true, isHeld: true });
    retiring = publish('hana', { isRetired: true, isActive: false });
    await until(async () => {
      // The databases of other tests stand in the same PostgreSQL.
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(server.owner);
      return rows[0];
    });
    await openTransfer('hana', trx);
  });
  expect(await retiring).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } });
  expect((await show('hana')).body.value.isRetired).toBe(false);
});

test('a connection stays with its house while members have money in its games, or a transfer is open there', async () => {
  const config = { baseUrl: 'https://house.example', operatorId: '7', subPartnerId: '', currency: 'THB' };
  const id = await connection();
  const code = 'sumo';
  await publish('new', { ...NEKO, code, connection: id, externalCode: 'S1' });
  const isFree = (after: object) =>
    server.owner
      .transaction()
      .execute((trx) =>
        requireSameMaker(
          trx,
          { id, capability: 'game', driver: 'hub88-transfer', config },
          { ...config, ...after },
        ),
      )
      .then(
        () => true,
        (error: AppError) => error.code,
      );
  expect(await isFree({ baseUrl: 'https://other.example' })).toBe(true);
  await hold(code, 1n);
  expect(await isFree({ baseUrl: 'https://house.example/v2' })).toBe(true);
  for (const after of [{ baseUrl: 'https://other.example' }, { operatorId: '8' }, { subPartnerId: 'x' }])
    expect(await isFree(after), JSON.stringify(after)).toBe('CONNECTION_INVALID');
  await hold(code, 0n);
  // Only this house can tell what was played there today.
  expect(await isFree({ operatorId: '8' })).toBe('CONNECTION_INVALID');
  await server.owner.deleteFrom('game_account').where('provider', '=', code).execute();
  expect(await isFree({ operatorId: '8' })).toBe(true);
  const { id: day } = await server.owner
    .insertInto('play_close')
    .values({ provider: code, day: '2026-01-31', connection_id: id, due_at: new Date('2099-01-01') })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await isFree({ operatorId: '8' })).toBe('CONNECTION_INVALID');
  await server.owner.deleteFrom('play_close').where('id', '=', day).execute();
  const transfer = await openTransfer('pg', server.owner, id);
  // An answer that another version gives may say that an unknown transfer failed.
  for (const after of [{ operatorId: '8' }, { baseUrl: 'https://house.example/v2' }, { template: '{}' }])
    expect(await isFree(after), JSON.stringify(after)).toBe('CONNECTION_INVALID');
  await server.owner.deleteFrom('transfer_leg').where('transfer_id', '=', transfer).execute();
  expect(await isFree({ operatorId: '8' })).toBe(true);
});

test('the pictures of the sandbox’s games are the sandbox’s alone; elsewhere their codes are drawn', async () => {
  const site = Fastify();
  await serveMedia(site, { hasSandbox: false, draw: (path) => drawnPicture(server, path) });
  const seeded = await (await get('/media/providers/pg-logo.svg')).text();
  const { body, statusCode } = await site.inject('/media/providers/pg-logo.svg');
  expect(statusCode).toBe(200);
  expect(body).not.toBe(seeded);
  expect(body).toContain('>DM<');
  expect((await site.inject('/media/providers/yang-logo.svg')).statusCode).toBe(404);
  await site.close();
});

test('once a member’s money is in, what decides where money goes needs a second operator, the rest none', async () => {
  await bringFirstMoney(server);
  const at = await connection();
  expect((await publish('neko', { name: texts('Neko'), isActive: true })).body.waits).toBeNull();
  const asked = await publish('neko', { connection: at, externalCode: 'N1' });
  expect(asked).toMatchObject({ status: 200, body: { value: { connection: null } } });
  await decideApproval(second, asked.body.waits.id, 'approve');
  expect((await show('neko')).body.value).toMatchObject({ connection: at, externalCode: 'N1' });

  const made = await publish('new', { ...NEKO, code: 'tako', connection: at, externalCode: 'T1' });
  expect(made.body.waits).not.toBeNull();
  expect((await show('tako')).status).toBe(404);
  await decideApproval(second, made.body.waits.id, 'approve');
  expect((await show('tako')).status).toBe(200);
  const retired = await publish('tako', { isRetired: true, isActive: false });
  // Money that came while the request waited stops it.
  await hold('tako', 1n);
  expect(await decideApproval(second, retired.body.waits.id, 'approve')).toMatchObject({
    status: 400,
    body: { message: '/isRetired holdsMoney' },
  });
  expect((await show('tako')).body.value.isRetired).toBe(false);
});
