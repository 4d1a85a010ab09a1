import { FAVOURITES_MAX } from '@krapao/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReadyLine } from '../../testing/moneyLine.ts';
import { type Fault, fund, setFaults, until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { refusal } from '../../testing/refusal.ts';
import { SHORT_PROVIDER_WAITS } from '../../testing/shortWaits.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, SHORT_PROVIDER_WAITS);
});
afterAll(() => server.stop());

const mark = (member: TestMember, slotCode: string) =>
  member.client('PUT /api/account/favourites/:slotCode', { params: { slotCode } });
const unmark = (member: TestMember, slotCode: string) =>
  member.client('DELETE /api/account/favourites/:slotCode', { params: { slotCode } });
const open = (member: TestMember, slotCode: string) =>
  member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode } });
const move = (member: TestMember, from: string, to: string, amount: number) =>
  member.client('POST /api/wallet/transfer', { body: { from, to, amount } });
const launch = (member: TestMember, provider: string) =>
  member.client('GET /api/autoLogin/:provider/:username', {
    params: { provider, username: `km${member.id}${provider}` },
  });
const slots = async (member: TestMember) => (await member.client('GET /api/wallet')).slots;
const slot = async (member: TestMember, code: string) => {
  const found = (await slots(member)).find((one) => one.code === code);
  if (found === undefined) throw new Error(`no ${code}`);
  return found;
};
const favourites = async (member: TestMember) =>
  (await slots(member)).filter(({ isFavourite }) => isFavourite).map(({ code }) => code);
const fault = (code: string, how: Fault) => setFaults(server.sandbox.url, { [`game:${code}`]: how });
const changeGame = (code: string, values: Record<string, unknown>) =>
  server.owner.updateTable('game_provider').set(values).where('code', '=', code).execute();

test('HOM-07 favourites are kept for their member alone, and their other screens hear of them', async () => {
  const [member, other] = [await makeMember(server), await makeMember(server)];
  const [screen, stranger] = [
    await openReadyLine(server.url, member.token),
    await openReadyLine(server.url, other.token),
  ];
  expect(await favourites(member)).toEqual([]);
  await mark(member, 'pg');
  await mark(member, 'pg');
  await until(async () => screen.said().includes('event: money'));
  expect([await favourites(member), await favourites(other)]).toEqual([['pg'], []]);
  expect(stranger.said()).not.toContain('money');
  await unmark(other, 'pg');
  expect(await favourites(member)).toEqual(['pg']);
  await unmark(member, 'pg');
  await unmark(member, 'nosuch');
  expect(await favourites(member)).toEqual([]);
  for (const { close } of [screen, stranger]) close();
});

test('HOM-07 only a game that the member sees can be marked, and at most 30 of them', async () => {
  const member = await makeMember(server);
  for (const code of ['nosuch', 'PG', 'WALLET']) expect(await refusal(mark(member, code))).toBe('NO_GAME');
  await open(member, 'imi');
  await changeGame('imi', { is_active: false });
  await changeGame('usun', { is_active: false });
  try {
    expect(await refusal(mark(member, 'usun'))).toBe('NO_GAME');
    // Hidden, but the member has an account there.
    expect(await refusal(mark(member, 'imi'))).toBe('no refusal');
  } finally {
    await changeGame('imi', { is_active: true });
    await changeGame('usun', { is_active: true });
  }
  const codes = Array.from({ length: FAVOURITES_MAX }, (_, nth) => `many${nth}`);
  await server.owner
    .insertInto('game_provider')
    .values(
      codes.map((code, nth) => ({
        code,
        name_th: code,
        name_la: code,
        name_en: code,
        colour: '#cda4ef',
        category: 'slot',
        position: 200 + nth,
        ft_wallet_slot: 1,
        form_login: false,
      })),
    )
    .execute();
  const answers = await Promise.all(codes.map((code) => refusal(mark(member, code))));
  expect(answers.filter((answer) => answer === 'FAVOURITES_FULL')).toHaveLength(1);
  expect(await favourites(member)).toHaveLength(FAVOURITES_MAX);
  // A retired game is seen by nobody and takes no place.
  await changeGame((await favourites(member)).find((code) => code.startsWith('many')) ?? '', {
    is_active: false,
    retired_at: new Date(),
  });
  expect(await refusal(mark(member, 'pg'))).toBe('no refusal');
  for (const code of codes) await changeGame(code, { is_active: false, retired_at: new Date() });
});

test('HOM-07 last played is when a launch link was given, or money went in; a refused launch is none', async () => {
  const member = await makeMember(server);
  await fund(server.db, member.id, 500_00n);
  await open(member, 'pg');
  await open(member, 'chok');
  expect((await slot(member, 'pg')).playedAt).toBeNull();
  await fault('pg', { mode: 'maintenance', times: 1 });
  expect(await refusal(launch(member, 'pg'))).toBe('SERVICE_UNAVAILABLE');
  expect((await slot(member, 'pg')).playedAt).toBeNull();
  await launch(member, 'pg');
  const launched = (await slot(member, 'pg')).playedAt ?? '';
  expect(Math.abs(Date.parse(launched) - Date.now())).toBeLessThan(60_000);
  await move(member, 'WALLET', 'chok', 100);
  const moved = (await slot(member, 'chok')).playedAt ?? '';
  expect(Date.parse(moved)).toBeGreaterThan(Date.parse(launched));
  // Taking money back is no play.
  await move(member, 'chok', 'WALLET', 100);
  expect((await slot(member, 'chok')).playedAt).toBe(moved);
});

test('HOM-07 GAM-03 TRF-01 in maintenance a game does not start and takes no money, and gives back what it has', async () => {
  const member = await makeMember(server);
  await fund(server.db, member.id, 500_00n);
  await open(member, 'pg');
  await move(member, 'WALLET', 'pg', 120);
  const screen = await openReadyLine(server.url, member.token);
  const until6 = new Date(Date.now() + 3_600_000);
  await changeGame('pg', { in_maintenance: true, maintenance_until: until6 });
  try {
    const told = { health: 'maintenance', healthUntil: until6.toISOString() };
    await until(async () =>
      screen.said().includes(`event: games\ndata: [${JSON.stringify({ code: 'pg', ...told })}]`),
    );
    expect(await slot(member, 'pg')).toMatchObject({ ...told, amount: 120 });
    expect(await refusal(launch(member, 'pg'))).toBe('SERVICE_UNAVAILABLE');
    expect(await refusal(move(member, 'WALLET', 'pg', 10))).toBe('TRANSFER_FAIL');
    expect(await refusal(open(await makeMember(server), 'pg'))).toBe('GAME_ACTIVATION_FAIL');
    expect((await move(member, 'pg', 'WALLET', 20)).status).toBe('SUCCESS');
    // It ends by itself.
    await changeGame('pg', { maintenance_until: new Date(Date.now() - 1_000) });
    expect(await slot(member, 'pg')).toMatchObject({ health: null, healthUntil: null });
    expect((await move(member, 'WALLET', 'pg', 10)).status).toBe('SUCCESS');
  } finally {
    await changeGame('pg', { in_maintenance: false, maintenance_until: null });
  }
  await until(async () => screen.said().includes('event: games\ndata: []'));
  screen.close();
});

test('HOM-08 calls without an answer make a game troubled, its own word makes it maintenance, an answer clears both', async () => {
  const member = await makeMember(server);
  await open(member, 'imi');
  const refresh = () => member.client('GET /api/wallet/refresh/slot');
  const health = async () => (await slot(member, 'imi')).health;
  const told = (wanted: string | null) => until(async () => (await health()) === wanted);
  const screen = await openReadyLine(server.url, member.token);
  // Nothing is said of a game before anything is known.
  expect(await health()).toBeNull();
  await fault('imi', { mode: 'error500' });
  await refresh();
  expect(await server.db.selectFrom('game_health').selectAll().execute()).toEqual([]);
  await refresh();
  await told('troubled');
  await until(async () => screen.said().includes('{"code":"imi","health":"troubled","healthUntil":null}'));
  await fault('imi', { mode: 'maintenance' });
  await until(async () => {
    await refresh();
    return (await health()) === 'maintenance';
  });
  await fault('imi', { mode: 'none' });
  await refresh();
  await told(null);
  // What was told long ago says nothing of now.
  await server.owner
    .insertInto('game_health')
    .values({ provider: 'imi', state: 'troubled', told_at: new Date(Date.now() - 11 * 60_000) })
    .execute();
  expect(await health()).toBeNull();
  await server.owner.deleteFrom('game_health').execute();
  screen.close();
});

test('HOM-07 a hidden game with an account is in maintenance for its member; a connection that is off closes it', async () => {
  const member = await makeMember(server);
  await open(member, 'pg');
  await changeGame('pg', { is_active: false });
  expect((await slot(member, 'pg')).health).toBe('maintenance');
  await changeGame('pg', { is_active: true });
  expect((await slot(member, 'pg')).health).toBeNull();
  await changeGame('pg', { connection_id: crypto.randomUUID(), external_code: 'x' });
  expect((await slot(member, 'pg')).health).toBe('closed');
  await changeGame('pg', { connection_id: null, external_code: null });
});
