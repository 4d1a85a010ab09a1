import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { MAKERS, type MakerName, type MakersCall } from '../../testing/seamlessMakers.ts';
import { type Player, seamlessWorld } from '../../testing/seamlessWorld.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { withoutOuterSlashes } from './outsideRoutes.ts';

const NAMES = Object.keys(MAKERS) as MakerName[];

let server: TestServer;
let world: Awaited<ReturnType<typeof seamlessWorld>>;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, {
    KRAPAO_BODY_TIMEOUT_MS: '1000',
    KRAPAO_DATABASE_TIMEOUT_MS: '3000',
  });
  world = await seamlessWorld(server, NAMES);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

/** Everything that a call could change. */
async function state() {
  const { rows } = await sql<Record<string, unknown>>`select
    (select count(*) from ledger.posting) as postings, (select count(*) from game_transaction) as transactions,
    (select count(*) from game_round) as rounds, (select count(*) from game_conflict) as conflicts,
    (select coalesce(sum(posted), 0) from ledger.account where kind = 'wallet') as money,
    (select count(*) from statement_entry) as entries, (select coalesce(sum(stake + win), 0) from play_day) as play`.execute(
    server.db,
  );
  return rows[0];
}

/** The maker's code of each bad call; what is left out is a bet of one baht. */
const BAD: Record<
  string,
  [call: Partial<MakersCall>, how: { at?: number; key?: 'wrong' }, codes: Record<MakerName, string>]
> = {
  'a wrong signature': [{}, { key: 'wrong' }, said('RS_ERROR_INVALID_SIGNATURE', 'BAD_SIGNATURE', '403')],
  'an unknown member': [
    { user: 'km999999999seamhub88' },
    {},
    said('RS_ERROR_INVALID_TOKEN', 'NO_PLAYER', '101'),
  ],
  'a name that is no name': [{ user: 'ก ข\u0001' }, {}, said('RS_ERROR_INVALID_TOKEN', 'NO_PLAYER', '101')],
  'another token': [{ token: randomUUID() }, {}, said('RS_ERROR_TOKEN_EXPIRED', 'NO_SESSION', '101')],
  'no token': [{ token: undefined }, {}, said('RS_ERROR_TOKEN_EXPIRED', 'NO_SESSION', '101')],
  'another currency': [{ currency: 'LAK' }, {}, said('RS_ERROR_WRONG_CURRENCY', 'WRONG_CURRENCY', '154')],
  'a negative bet': [{ amount: -1_00n }, {}, said('RS_ERROR_WRONG_TYPES', 'BAD_AMOUNT', '400')],
  'a negative win': [
    { verb: 'credit', amount: -1_00n },
    {},
    said('RS_ERROR_WRONG_TYPES', 'BAD_AMOUNT', '400'),
  ],
  'a win above all reason': [
    { verb: 'credit', amount: 1_000_000_000_001n },
    {},
    said('RS_ERROR_WRONG_TYPES', 'BAD_AMOUNT', '400'),
  ],
  'a bet above all money': [
    { amount: 1_000_000_000_000n },
    {},
    said('RS_ERROR_NOT_ENOUGH_MONEY', 'NOT_ENOUGH', '100'),
  ],
  'no amount': [{ amount: undefined as never }, {}, said('RS_ERROR_WRONG_TYPES', 'BAD_AMOUNT', '400')],
  'an id of 300 letters': [{ id: 'x'.repeat(300) }, {}, said('RS_ERROR_WRONG_SYNTAX', 'BAD_BODY', '400')],
  'an id with a line break': [{ id: 'one\ntwo' }, {}, said('RS_ERROR_WRONG_SYNTAX', 'BAD_BODY', '400')],
  'an id with a null byte': [{ id: 'one\u0000two' }, {}, said('RS_ERROR_WRONG_SYNTAX', 'BAD_BODY', '400')],
};
function said(hub88: string, slotegrator: string, bgaming: string): Record<MakerName, string> {
  const code = slotegrator === 'NOT_ENOUGH' ? 'INSUFFICIENT_FUNDS' : 'INTERNAL_ERROR';
  return { hub88, slotegrator: `${code} ${slotegrator}`, bgaming };
}

test.each(NAMES)('%s: bad calls get the maker’s documented error and change nothing', async (name) => {
  const player = await world.player(name, 100_00n);
  const before = await state();
  for (const [what, [call, how, codes]] of Object.entries(BAD)) {
    const told = await world.call(name, player, { verb: 'debit', amount: 1_00n, ...call }, how);
    expect([what, told.code]).toEqual([what, codes[name]]);
    expect([what, told.httpStatus < 500]).toEqual([what, true]);
  }
  // Three decimals, as each maker writes them.
  const decimals = { hub88: 1_001, slotegrator: '1.001', bgaming: 100.1 }[name];
  for (const verb of ['debit', 'credit'] as const)
    expect(await world.call(name, player, { verb, amount: decimals })).toMatchObject({
      code: BAD['no amount']?.[2][name],
    });
  expect(await state()).toEqual(before);
});

test('slotegrator: a call that is old or from the future is refused, and a recorded one changes nothing', async () => {
  const player = await world.player('slotegrator', 100_00n);
  const bet = { verb: 'debit', amount: 1_00n, id: randomUUID(), round: randomUUID() } as const;
  for (const away of [-400_000, 400_000])
    expect(await world.call('slotegrator', player, bet, { at: Date.now() + away })).toMatchObject({
      code: 'INTERNAL_ERROR OLD',
    });
  const wire = MAKERS.slotegrator.write({ ...bet, user: player.user, token: player.token });
  const send = async () => MAKERS.slotegrator.read(200, await (await post('slotegrator', wire)).text());
  expect(await send()).toMatchObject({ code: 'OK', balance: 99_00n });
  const before = await state();
  for (const _ of [1, 2, 3]) expect(await send()).toMatchObject({ code: 'OK', balance: 99_00n });
  expect(await state()).toEqual(before);
});

test.each(NAMES)('%s: half a body, no body, another body, another path, a slow body', async (name) => {
  const player = await world.player(name, 100_00n);
  const before = await state();
  const wire = MAKERS[name].write({
    verb: 'debit',
    user: player.user,
    token: player.token,
    id: randomUUID(),
    round: randomUUID(),
    amount: 1_00n,
  });
  for (const body of [
    wire.body.slice(0, -7),
    '',
    '[]',
    'null',
    `${wire.body} `,
    '\u0000',
    '{"a":'.repeat(5_000),
  ]) {
    const answer = await post(name, { ...wire, body });
    expect(answer.status).toBeLessThan(500);
    expect(MAKERS[name].read(answer.status, await answer.text()).code).not.toBe('OK');
  }
  for (const path of ['transaction/nothing', '../webhooks', 'play/extra', '%00'])
    expect((await post(name, { ...wire, path })).status).toBeLessThan(500);
  // Nothing is read at this address; where the app is built, it answers.
  expect((await fetch(`${server.url}/seamless/${world.idOf(name)}`)).status).toBeLessThan(500);
  expect((await post(name, wire, randomUUID())).status).toBe(404);
  const big = await post(name, { ...wire, body: 'x'.repeat(70_000) });
  expect(big.status).toBe(413);
  await slowly(`${server.url}/seamless/${world.idOf(name)}/${wire.path}`, wire);
  expect(await state()).toEqual(before);
  expect(await player.money()).toBe(100_00n);
});

test.each(NAMES)('%s: many slashes around the path are none, and within it another path', async (name) => {
  const player = await world.player(name, 100_00n);
  const wire = MAKERS[name].write({ verb: 'balance', user: player.user, token: player.token });
  const many = '/'.repeat(4_000);
  const around = await post(name, { ...wire, path: `${many}${wire.path}${many}` });
  expect(MAKERS[name].read(around.status, await around.text())).toMatchObject({
    code: 'OK',
    balance: 100_00n,
  });
  expect((await post(name, { ...wire, path: `transaction${many}${many}nothing` })).status).toBeLessThan(500);
});

/** A text that counts how often one of its letters is looked at. */
function watched(text: string): { text: string; looks: () => number } {
  let looks = 0;
  const proxy = new Proxy(Object(text), {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1;
      const value = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(text) : value;
    },
  });
  return { text: proxy, looks: () => looks };
}

test('ASVS 15.2.2 each slash around a path is looked at once, and none within it', () => {
  const many = '/'.repeat(50_000);
  for (const [path, rest, most] of [
    [many, '', 50_001],
    [`${many}a${many}`, 'a', 100_002],
    [`a${many}b`, `a${many}b`, 2],
  ] as const) {
    const { text, looks } = watched(path);
    expect(withoutOuterSlashes(text)).toBe(rest);
    expect(looks()).toBeGreaterThan(0);
    expect(looks()).toBeLessThanOrEqual(most);
  }
});

test.each(NAMES)('%s: only listed addresses may call', async (name) => {
  const id = world.idOf(name);
  const list = async (addresses: string) => {
    await sql`update connection set config = config || ${JSON.stringify({ allowedAddresses: addresses })}::jsonb,
      version = version + 1 where id = ${id}`.execute(server.owner);
  };
  const player = await world.player(name, 10_00n);
  const bet = async () => (await world.call(name, player, { verb: 'debit', amount: 1n })).code;
  await list('203.0.113.0/24');
  const refused = {
    hub88: 'RS_ERROR_INVALID_PARTNER',
    slotegrator: 'INTERNAL_ERROR BAD_ADDRESS',
    bgaming: '403',
  }[name];
  await until(async () => (await bet()) === refused);
  await list('203.0.113.0/24 127.0.0.1');
  await until(async () => (await bet()) === 'OK');
});

test.each(NAMES)('%s: a bet that the maker gives up while it still runs here comes back', async (name) => {
  const player: Player = await world.player(name, 100_00n);
  const id = randomUUID();
  const round = randomUUID();
  let answers: Promise<unknown> | undefined;
  await server.owner.transaction().execute(async (trx) => {
    await sql`select from ledger.account where member_id = ${player.member.id} for update`.execute(trx);
    answers = Promise.all([
      world.call(name, player, { verb: 'debit', amount: 25_00n, id, round }),
      world.call(name, player, { verb: 'cancel', refersTo: id, round }),
    ]);
    await until(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(server.owner);
      return rows[0];
    });
  });
  await answers;
  expect(await player.money()).toBe(100_00n);
});

test('where the database is too slow for a bet, a win or a cancellation nobody knows; each is booked once when it comes again', async () => {
  const unknown = { hub88: 'RS_ERROR_UNKNOWN', slotegrator: 'INTERNAL_ERROR TROUBLE', bgaming: '500' };
  const players = await Promise.all(
    NAMES.map(async (name) => {
      const player = await world.player(name, 100_00n);
      const [bet, round] = [randomUUID(), randomUUID()];
      await world.call(name, player, { verb: 'debit', amount: 10_00n, id: bet, round });
      const steps = [
        { verb: 'debit', amount: 20_00n, id: randomUUID(), round },
        { verb: 'credit', amount: 5_00n, id: randomUUID(), round },
        { verb: 'cancel', refersTo: bet, id: randomUUID(), round },
      ] as const;
      return { name, player, steps };
    }),
  );
  await server.owner.transaction().execute(async (trx) => {
    const ids = players.map(({ player }) => player.member.id);
    await sql`select from ledger.account where member_id = any(${ids}) order by id for update`.execute(trx);
    await Promise.all(
      players.flatMap(({ name, player, steps }) =>
        steps.map(async (step) => {
          const told = await world.call(name, player, step);
          expect([name, step.verb, told.code]).toEqual([name, step.verb, unknown[name]]);
          expect(told.httpStatus).toBeLessThan(500);
        }),
      ),
    );
  });
  for (const { name, player, steps } of players) {
    for (const step of [...steps, ...steps]) expect((await world.call(name, player, step)).code).toBe('OK');
    expect(await player.money()).toBe(85_00n);
  }
});

const post = (
  name: MakerName,
  { path, headers, body }: ReturnType<(typeof MAKERS)['hub88']['write']>,
  id = world.idOf(name),
) => fetch(`${server.url}/seamless/${id}${path && `/${path}`}`, { method: 'POST', headers, body });

/** Sends half a body and waits until the server ends the connection. */
const slowly = (url: string, { headers, body }: { headers: Record<string, string>; body: string }) =>
  new Promise<void>((resolve) => {
    const call = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': body.length + 10 },
    });
    call.on('error', () => resolve());
    call.on('close', () => resolve());
    call.write(body.slice(0, 10));
  });
