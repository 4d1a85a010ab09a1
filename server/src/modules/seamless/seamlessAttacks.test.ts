import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealPostings } from '../../ledger/sealer.ts';
import { verify } from '../../ledger/verify.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { HUB88_KEYS, MAKERS, type MakerName, SAID } from '../../testing/seamlessMakers.ts';
import { agree, booksOf, codeOf, type Player, seamlessWorld } from '../../testing/seamlessWorld.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { openGameSession, usernameAt } from '../games/gameSession.ts';
import { mergeBlocks } from '../merge/mergeBlocks.ts';

const NAMES = Object.keys(MAKERS) as MakerName[];
let server: TestServer;
let world: Awaited<ReturnType<typeof seamlessWorld>>;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  world = await seamlessWorld(server, NAMES);
});
afterAll(async () => {
  await sealPostings(server.db);
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

const conflictsOf = async ({ member }: Player) =>
  (
    await server.db
      .selectFrom('game_conflict')
      .select(['reason', 'verb', 'amount'])
      .where('member_id', '=', member.id)
      .orderBy('id')
      .execute()
  ).map(({ reason, verb, amount }) => `${reason} ${verb} ${amount}`);

test('two phones, three games at once, the last baht and a withdrawal: it is spent once', async () => {
  const here = await world.player('hub88', 500_00n);
  const games = [here] as Player[];
  for (const name of ['slotegrator', 'bgaming'] as const)
    games.push(await world.player(name, 0n, here.member));
  const bets = Array.from({ length: 30 }, (_, nth) => {
    const name = NAMES[nth % 3] as MakerName;
    return world.call(name, games[nth % 3] as Player, { verb: 'debit', amount: 500_00n });
  });
  const withdrawal = here.member
    .client('POST /api/wallet/withdraw', { body: { amount: 500 } })
    .then(() => 1)
    .catch(() => 0);
  const taken = (await Promise.all(bets)).filter(({ code }) => code === 'OK').length;
  expect(taken + (await withdrawal)).toBe(1);
  const { rows } = await sql<{ left: bigint }>`select posted - held as left from ledger.account
    where member_id = ${here.member.id} and kind = 'wallet'`.execute(server.db);
  expect(rows[0]?.left).toBe(0n);
});

test.each(NAMES)('%s: nobody is paid for, or gets back, another member’s bet', async (name) => {
  const player = await world.player(name, 100_00n);
  const thief = await world.player(name, 100_00n);
  const [bet, round] = [randomUUID(), randomUUID()];
  await world.call(name, player, { verb: 'debit', amount: 40_00n, id: bet, round });
  expect((await world.call(name, thief, { verb: 'cancel', refersTo: bet, round })).code).toBe(
    SAID.conflict[name],
  );
  // The form names no bet of a win.
  if (name !== 'slotegrator') {
    const win = { verb: 'credit', amount: 90_00n, refersTo: bet, round } as const;
    expect((await world.call(name, thief, win)).code).toBe(SAID.conflict[name]);
  }
  expect(await thief.money()).toBe(100_00n);
  expect(await conflictsOf(thief)).toEqual([
    'OTHER_CONTENT cancel 0',
    ...(name === 'slotegrator' ? [] : ['OTHER_CONTENT credit 9000']),
  ]);
  // A cancellation before its bet stops the bet of whoever was named in it, and of nobody else silently.
  const early = randomUUID();
  await world.call(name, thief, { verb: 'cancel', refersTo: early, round });
  expect((await world.call(name, player, { verb: 'debit', amount: 1_00n, id: early, round })).code).toBe(
    SAID.conflict[name],
  );
  expect(await player.money()).toBe(60_00n);
  expect(await booksOf(server, player)).toEqual(agree(-40_00n));
});

test.each(NAMES)(
  '%s: one name of a round for two members and two games are rounds of their own',
  async (name) => {
    const round = randomUUID();
    const players = [await world.player(name, 100_00n), await world.player(name, 100_00n)] as const;
    for (const player of players) await world.call(name, player, { verb: 'debit', amount: 10_00n, round });
    await world.call(name, players[0], { verb: 'credit', amount: 25_00n, round, closes: true });
    const { rows } = await sql`select won, closed_at is null as open from game_round
    where reference = ${round} order by won`.execute(server.db);
    expect(rows).toEqual([
      { won: 0n, open: true },
      { won: 25_00n, open: false },
    ]);
    expect(await players[1].money()).toBe(90_00n);
  },
);

test.each(NAMES)(
  '%s: a booked id that comes again for another round is another transaction',
  async (name) => {
    const player = await world.player(name, 100_00n);
    const bet = { verb: 'debit', amount: 10_00n, id: randomUUID(), round: randomUUID() } as const;
    expect((await world.call(name, player, bet)).code).toBe('OK');
    expect((await world.call(name, player, { ...bet, round: randomUUID() })).code).toBe(SAID.conflict[name]);
    expect((await world.call(name, player, bet)).code).toBe('OK');
    expect(await player.money()).toBe(90_00n);
    expect(await conflictsOf(player)).toEqual(['OTHER_CONTENT debit 1000']);
  },
);

test('one transaction id under two connections of one maker are two, and neither cancels the other', async () => {
  const player = await world.player('hub88', 100_00n);
  const { config, secrets } = MAKERS.hub88;
  const { body } = await world.admin.call('POST /api/console/connections', {
    capability: 'game',
    driver: 'hub88',
    name: 'second',
    priority: 2,
    config: { ...config, baseUrl: `${server.sandbox.url}/as/seamless/hub88` },
    secrets,
    reason: 'a second contract',
  });
  const id = (body as { id: string }).id;
  await sql`update connection set is_active = true where id = ${id}`.execute(server.owner);
  await sql`insert into game_provider (code, name_th, name_la, name_en, colour, category, position, ft_wallet_slot,
      form_login, connection_id, external_code, kind)
    values ('seamsecond', 's', 's', 's', '#cda4ef', 'slot', 91, 1, false, ${id}, 's', 'seamless')`.execute(
    server.owner,
  );
  const memberId = player.member.id;
  const user = usernameAt(memberId, 'seamsecond');
  const token = await server.db.transaction().execute(async (trx) => {
    await sql`insert into game_account (member_id, provider, username, password, is_open)
      values (${memberId}, 'seamsecond', ${user}, '\\x00', true)`.execute(trx);
    return openGameSession(trx, memberId, { code: 'seamsecond', connection_id: id });
  });
  const call = async (
    connection: string,
    who: { user: string; token: string },
    move: Parameters<(typeof MAKERS)['hub88']['write']>[0],
  ) => {
    const wire = MAKERS.hub88.write({ ...move, ...who });
    const answer = await fetch(`${server.url}/seamless/${connection}/${wire.path}`, {
      method: 'POST',
      headers: wire.headers,
      body: wire.body,
    });
    return MAKERS.hub88.read(answer.status, await answer.text()).code;
  };
  const bet = { verb: 'debit', user, id: randomUUID(), round: 'one', amount: 10_00n } as const;
  const first = world.idOf('hub88');
  expect(await call(first, player, bet)).toBe('OK');
  expect(await call(id, { user, token }, bet)).toBe('OK');
  expect(await player.money()).toBe(80_00n);
  // The player of one connection is unknown at the other.
  expect(await call(id, player, { ...bet, id: randomUUID() })).toBe('RS_ERROR_INVALID_TOKEN');
  const cancel = { verb: 'cancel', user, id: randomUUID(), round: 'one', refersTo: bet.id } as const;
  expect(await call(id, { user, token }, cancel)).toBe('OK');
  expect(await player.money()).toBe(90_00n);
  expect(await call(first, player, bet)).toBe('OK');
  expect(await player.money()).toBe(90_00n);
});

test('a bet that is cancelled a year later comes back once, and closed days stay as they are', async () => {
  const name = 'slotegrator';
  const player = await world.player(name, 100_00n);
  const [bet, round] = [randomUUID(), randomUUID()];
  await world.call(name, player, { verb: 'debit', amount: 30_00n, id: bet, round, closes: true });
  const memberId = player.member.id;
  for (const change of [
    sql`update game_round set day = day - 365, opened_at = opened_at - interval '365 days', closed_at = opened_at,
      last_at = opened_at where member_id = ${memberId}`,
    sql`update game_transaction set at = at - interval '365 days' where member_id = ${memberId}`,
    sql`update play_day set day = day - 365 where member_id = ${memberId}`,
    sql`update game_session set ended_at = now(), expires_at = now() - interval '364 days' where member_id = ${memberId}`,
    sql`insert into play_close (provider, day, connection_id, external_code, closed_at, due_at)
      select ${codeOf(name)}, (now() at time zone 'Asia/Bangkok')::date - 365, ${world.idOf(name)}, 'x', now(), null
      on conflict do nothing`,
  ])
    await change.execute(server.owner);
  const cancel = { verb: 'cancel', refersTo: bet, round, id: randomUUID(), token: undefined } as const;
  for (const _ of [1, 2, 3])
    expect(await world.call(name, player, cancel)).toMatchObject({ code: 'OK', balance: 100_00n });
  const { rows } =
    await sql`select stake, win, bets from play_day where member_id = ${memberId} order by day`.execute(
      server.db,
    );
  expect(rows).toEqual([
    { stake: 30_00n, win: 0n, bets: 1 },
    { stake: 0n, win: 30_00n, bets: 0 },
  ]);
});

test('a member on a train: the game opened again in the middle of a round, and everything sent again', async () => {
  const name = 'bgaming';
  const player = await world.player(name, 100_00n);
  const round = randomUUID();
  const bet = { verb: 'debit', amount: 20_00n, id: randomUUID(), round } as const;
  const win = { verb: 'credit', amount: 70_00n, id: randomUUID(), round, closes: true } as const;
  await world.call(name, player, bet);
  const again = await world.player(name, 0n, player.member);
  // What was booked is told, also to the phone that lost its session; a new bet of it is not taken.
  for (const call of [bet, bet, win, win, bet])
    expect(await world.call(name, player, call)).toMatchObject({ code: 'OK' });
  expect((await world.call(name, player, { verb: 'debit', amount: 1_00n })).code).toBe(SAID.session[name]);
  expect(await world.call(name, again, { verb: 'debit', amount: 1_00n })).toMatchObject({ balance: 149_00n });
  const { rows } =
    await sql`select staked, won, rounds from game_session where member_id = ${player.member.id}
    order by id`.execute(server.db);
  expect(rows).toEqual([
    { staked: 20_00n, won: 70_00n, rounds: 1 },
    { staked: 1_00n, won: 0n, rounds: 1 },
  ]);
  expect(await booksOf(server, player)).toEqual(agree(49_00n));
});

test('hub88: what it leaves out is null; a promotion pays long after the session, and stakes nothing', async () => {
  const player = await world.player('hub88', 10_00n);
  await sql`update game_session set ended_at = now() where member_id = ${player.member.id}`.execute(
    server.owner,
  );
  const send = async (path: string, fields: object) => {
    const { user, token } = player;
    const body = JSON.stringify({ user, token, request_uuid: randomUUID(), currency: 'THB', ...fields });
    const answer = await fetch(`${server.url}/seamless/${world.idOf('hub88')}/transaction/${path}`, {
      method: 'POST',
      headers: MAKERS.hub88.sign(body),
      body,
    });
    return MAKERS.hub88.read(answer.status, await answer.text());
  };
  const nothing = {
    round: null,
    round_closed: null,
    reference_transaction_uuid: null,
    meta: null,
    reward_uuid: null,
  };
  const bet = { ...nothing, transaction_uuid: randomUUID(), amount: 0, is_supplier_promo: true };
  expect(await send('bet', bet)).toMatchObject({ code: 'OK', balance: 10_00n });
  const win = {
    ...nothing,
    transaction_uuid: randomUUID(),
    amount: 5_00 * 1_000,
    is_supplier_promo: true,
    reference_transaction_uuid: bet.transaction_uuid,
  };
  for (const _ of [1, 2]) expect(await send('win', win)).toMatchObject({ code: 'OK', balance: 15_00n });
  // Only what stakes nothing goes without a session.
  for (const other of [{ is_supplier_promo: false }, { amount: 1_000 }])
    expect(await send('bet', { ...bet, transaction_uuid: randomUUID(), ...other })).toMatchObject({
      code: 'RS_ERROR_TOKEN_EXPIRED',
    });
  expect(await player.money()).toBe(15_00n);
});

test('a win after the merge of accounts is a row of the one that stays in the end, and so is its cancellation', async () => {
  const goes = await world.player('hub88', 50_00n);
  const between = await world.player('hub88', 1_00n);
  const stays = await world.player('hub88', 10_00n);
  const [round, bet, win] = [randomUUID(), randomUUID(), randomUUID()];
  await world.call('hub88', goes, { verb: 'debit', amount: 50_00n, id: bet, round });
  const merge = (gone: Player, kept: Player) =>
    sql`update member set status = 'suspended', merged_into = ${kept.member.id}, merged_at = now()
      where id = ${gone.member.id}`.execute(server.owner);
  // The account that stayed goes into a third one later.
  await merge(goes, between);
  await merge(between, stays);
  const paid = { verb: 'credit', amount: 120_00n, id: win, round, refersTo: bet } as const;
  for (const _ of [1, 2])
    expect(await world.call('hub88', goes, paid)).toMatchObject({ code: 'OK', balance: 130_00n });
  await world.call('hub88', goes, { verb: 'cancel', refersTo: win, round });
  expect(await stays.money()).toBe(10_00n);
  expect(await between.money()).toBe(1_00n);
  const { statements } = await stays.member.client('POST /api/statement', { body: { page: 1, limit: 10 } });
  const plays = statements.filter(({ statementType }) => statementType === 'play');
  const game = codeOf('hub88');
  expect(plays.map(({ from, to, amount, balanceAfter }) => [from, to, amount, balanceAfter])).toEqual([
    ['WALLET', game, 120, 10],
    [game, 'WALLET', 120, 130],
  ]);
});

test('an operator with a grudge: while a round is open its game and its connection stay, and later its win still comes', async () => {
  const name = 'hub88';
  const player = await world.player(name, 100_00n);
  const round = randomUUID();
  await world.call(name, player, { verb: 'debit', amount: 60_00n, round });
  const { admin } = world;
  const { config } = MAKERS.hub88;
  const { body } = await admin.call('POST /api/console/connections', {
    capability: 'game',
    driver: 'hub88-transfer',
    name: 'transfer house',
    priority: 3,
    config: {
      operatorId: config.operatorId,
      subPartnerId: config.subPartnerId,
      currency: 'THB',
      baseUrl: `${server.sandbox.url}/as/hub88`,
    },
    secrets: { privateKey: HUB88_KEYS.ours.privateKey },
    reason: 'another contract',
  });
  const other = (body as { id: string }).id;
  expect(other).toBeDefined();
  const path = `/api/console/content/provider/${codeOf(name)}`;
  const publish = async (changes: object) => {
    const shown = (await admin.call(`GET ${path}`)).body as { value: object; version: number };
    const saved = (
      await admin.call(`PUT ${path}/draft`, {
        value: { ...shown.value, ...changes },
        version: shown.version,
        revision: 0,
      })
    ).body as { draft: { revision: number } };
    const answer = await admin.call(`POST ${path}/publish`, {
      revision: saved.draft.revision,
      reason: 'a grudge',
    });
    if (answer.status !== 200) await admin.call(`POST ${path}/discard`);
    return answer.status === 200 ? 'published' : String((answer.body as { message?: string }).message);
  };
  expect(await publish({ connection: other })).toContain('/connection holdsMoney');
  expect(await publish({ isRetired: true, isActive: false })).toContain('/isRetired holdsMoney');
  const remove = () =>
    admin.call(`DELETE /api/console/connections/${world.idOf(name)}`, { reason: 'a grudge' });
  expect((await remove()).body).toMatchObject({ code: 'CONNECTION_INVALID' });
  const { member } = player;
  const stranger = await world.player(name, 0n);
  await sql`delete from play_session where member_id = ${member.id}`.execute(server.owner);
  const blocks = () => mergeBlocks(server.db, { staysId: stranger.member.id, goesId: member.id });
  expect(await blocks()).toContain('GAMES');

  // The operators note that the round is over, and the game moves. Its old house pays all the same.
  await sql`update game_round set closed_at = now() where provider = ${codeOf(name)} and closed_at is null`.execute(
    server.owner,
  );
  expect(await blocks()).not.toContain('GAMES');
  expect(await publish({ connection: other })).toBe('published');
  expect((await world.call(name, player, { verb: 'debit', amount: 1_00n })).code).toBe(
    'RS_ERROR_INVALID_TOKEN',
  );
  const win = { verb: 'credit', amount: 200_00n, round, id: randomUUID(), closes: true } as const;
  for (const _ of [1, 2])
    expect(await world.call(name, player, win)).toMatchObject({ code: 'OK', balance: 240_00n });
  expect(await booksOf(server, player)).toEqual(agree(140_00n));
});
