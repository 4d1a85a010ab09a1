import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealPostings } from '../../ledger/sealer.ts';
import { verify } from '../../ledger/verify.ts';
import { until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { HUB88_KEYS, MAKERS, type MakerName, type Wire } from '../../testing/seamlessMakers.ts';
import { type Player, seamlessWorld } from '../../testing/seamlessWorld.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

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

/** Every row that a call could write, counted, and every satang. */
async function state() {
  const { rows } = await sql`select
    (select count(*) from ledger.posting) as postings, (select count(*) from game_transaction) as transactions,
    (select count(*) from game_round) as rounds, (select count(*) from game_conflict) as conflicts,
    (select count(*) from game_session) as sessions, (select count(*) from statement_entry) as entries,
    (select coalesce(sum(posted), 0) from ledger.account where kind = 'wallet') as money,
    (select coalesce(sum(stake + win + bets), 0) from play_day) as play`.execute(server.db);
  return rows[0];
}

const ID = 'id-of-the-bet';
/** How each maker writes 7.77 baht. */
const AMOUNT = { hub88: '"amount":777000', slotegrator: 'amount=7.77', bgaming: '"amount":777' } as const;
const goodBet = (name: MakerName, { user, token }: Pick<Player, 'user' | 'token'>): Wire =>
  MAKERS[name].write({ verb: 'debit', user, token, id: ID, round: 'round', amount: 777n });

type Method = 'POST' | 'GET' | 'PUT' | 'DELETE';
async function send(
  name: MakerName,
  { path, headers, body }: { path: string; headers: Record<string, string>; body: string | Buffer },
  { id = world.idOf(name), method = 'POST' as Method } = {},
) {
  const url = `${server.url}/seamless/${id}${path && `/${path}`}`;
  const answer = await fetch(url, {
    method,
    headers,
    ...(method !== 'GET' && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  });
  const text = await answer.text();
  expect(answer.status).toBeLessThan(500);
  expect(text).not.toMatch(/\.ts:\d|node_modules|\n\s+at /);
  return { status: answer.status, text };
}
/** `OK`, the maker's code, or ours where no maker can be known. */
function codeOf(name: MakerName, { status, text }: { status: number; text: string }): string {
  try {
    const { code } = JSON.parse(text) as { code?: unknown };
    return typeof code === 'string' ? code : MAKERS[name].read(status, text).code;
  } catch {
    return `HTTP ${status}`;
  }
}

const REFUSED: Record<'body' | 'amount' | 'signature', Record<MakerName, string>> = {
  body: { hub88: 'RS_ERROR_WRONG_SYNTAX', slotegrator: 'INTERNAL_ERROR BAD_BODY', bgaming: '400' },
  amount: { hub88: 'RS_ERROR_WRONG_TYPES', slotegrator: 'INTERNAL_ERROR BAD_AMOUNT', bgaming: '400' },
  signature: {
    hub88: 'RS_ERROR_INVALID_SIGNATURE',
    slotegrator: 'INTERNAL_ERROR BAD_SIGNATURE',
    bgaming: '403',
  },
};

/** Amounts as they stand in JSON; in a form without the quotes. */
const BAD_AMOUNTS = [
  '-1',
  '-0.01',
  '0.001',
  '9007199254740992',
  '1e30',
  '1e400',
  '-1e400',
  '777.7e-3',
  '"777000"',
  '"7,77"',
  'null',
  'true',
  '[777]',
  '{"valueOf":777}',
  '0x10',
  'NaN',
  '',
  '٧',
];
/** Ids as they stand within quotes. */
const BAD_IDS = [
  '',
  ' ',
  '😀',
  'ก',
  'x'.repeat(201),
  'x'.repeat(10_000),
  'a\\u0000b',
  'a\\ud800b',
  'a\\nb',
  "a';drop table member;-- ",
];

test.each(NAMES)(
  '%s: no amount that is no whole satang, and no id that is no name, books anything',
  async (name) => {
    const player = await world.player(name, 100_00n);
    const good = goodBet(name, player);
    const isForm = name === 'slotegrator';
    const before = await state();
    for (const raw of BAD_AMOUNTS) {
      // In a form a number in quotes would be a number.
      if (isForm && raw === '"777000"') continue;
      const written = isForm ? `amount=${encodeURIComponent(raw.replaceAll('"', ''))}` : `"amount":${raw}`;
      const body = good.body.replace(AMOUNT[name], written);
      expect(body).not.toBe(good.body);
      const told = codeOf(name, await send(name, { ...good, headers: MAKERS[name].sign(body), body }));
      expect([raw, [REFUSED.amount[name], REFUSED.body[name]].includes(told)]).toEqual([raw, true]);
    }
    for (const raw of BAD_IDS) {
      const written = isForm ? encodeURIComponent((JSON.parse(`"${raw}"`) as string).toWellFormed()) : raw;
      const body = good.body.replace(ID, () => written);
      const told = codeOf(name, await send(name, { ...good, headers: MAKERS[name].sign(body), body }));
      expect([raw.slice(0, 20), told]).toEqual([raw.slice(0, 20), REFUSED.body[name]]);
    }
    expect(await state()).toEqual(before);
  },
);

test.each(NAMES)('%s: bodies that are none, of any size and depth, book nothing', async (name) => {
  const player = await world.player(name, 100_00n);
  const good = goodBet(name, player);
  const before = await state();
  const bodies: [what: string, body: string | Buffer][] = [
    ['a list', '[]'],
    ['a text', '"bet"'],
    ['nothing', 'null'],
    ['a number', '1'],
    ['30,000 lists in each other', '['.repeat(30_000)],
    ['10,000 objects in each other', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['no UTF-8', Buffer.from([0xff, 0xfe, 0x7b, 0x7d])],
    ['half a bet', good.body.slice(0, -9)],
    ['the prototype', '{"__proto__":{"user":"x"},"constructor":{}}'],
  ];
  for (const [what, body] of bodies) {
    const told = codeOf(name, await send(name, { ...good, headers: MAKERS[name].sign(body), body }));
    // A form's signature covers the fields that were read, and half a form may lack its amount alone.
    const refused = Object.values(REFUSED).map((codes) => codes[name]);
    expect([what, refused.includes(told)]).toEqual([what, true]);
  }
  const huge = await send(name, { ...good, body: Buffer.alloc(11 * 1_024 * 1_024, 'x') }).catch(() => null);
  // Node may close the connection before the answer is read.
  if (huge !== null) expect(huge.status).toBe(413);
  if (name === 'slotegrator') {
    const twice = `${good.body}&amount=70.00`;
    expect(codeOf(name, await send(name, { ...good, headers: MAKERS[name].sign(twice), body: twice }))).toBe(
      REFUSED.body[name],
    );
  }
  expect(await state()).toEqual(before);
});

test.each(NAMES)(
  '%s: only its maker’s signature over this body, by POST, at its own address, is believed',
  async (name) => {
    const player = await world.player(name, 100_00n);
    const good = goodBet(name, player);
    const other = MAKERS[name].write({
      verb: 'credit',
      user: player.user,
      id: 'win',
      round: 'round',
      amount: 9_00n,
    });
    const signature = { hub88: 'x-hub88-signature', slotegrator: 'X-Sign', bgaming: 'x-request-sign' }[name];
    const before = await state();
    const without = Object.fromEntries(
      Object.entries(good.headers).filter(([header]) => header !== signature),
    );
    const headers: [what: string, headers: Record<string, string>][] = [
      ['no signature', without],
      ['an empty one', { ...good.headers, [signature]: '' }],
      ['a broken one', { ...good.headers, [signature]: '%%%' }],
      ['a long one', { ...good.headers, [signature]: 'A'.repeat(8_000) }],
      ['one of another body', { ...good.headers, [signature]: other.headers[signature] ?? '' }],
      ['another key’s', MAKERS[name].sign(good.body, { key: 'wrong' })],
      ...(name === 'slotegrator'
        ? ([
            ['another merchant', { ...good.headers, 'X-Merchant-Id': 'other' }],
            ['another time', { ...good.headers, 'X-Timestamp': '1' }],
            [
              'no nonce',
              Object.fromEntries(Object.entries(good.headers).filter(([one]) => one !== 'X-Nonce')),
            ],
          ] as [string, Record<string, string>][])
        : []),
    ];
    for (const [what, given] of headers)
      expect([what, codeOf(name, await send(name, { ...good, headers: given }))]).toEqual([
        what,
        REFUSED.signature[name],
      ]);
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      expect(codeOf(name, await send(name, good, { method }))).not.toBe('OK');
    for (const elsewhere of NAMES.filter((one) => one !== name))
      expect(codeOf(elsewhere, await send(name, good, { id: world.idOf(elsewhere) }))).toBe(
        REFUSED.signature[elsewhere],
      );
    for (const id of [randomUUID(), 'none', '%2e%2e', '0', `${world.idOf(name)}x`])
      expect([id, codeOf(name, await send(name, good, { id }))]).toEqual([id, 'NOT_FOUND']);
    expect(await state()).toEqual(before);
    // What a body is called matters to nobody: its bytes are signed.
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/xml'])
      expect(
        codeOf(name, await send(name, { ...good, headers: { ...good.headers, 'content-type': type } })),
      ).toBe('OK');
    expect(await player.money()).toBe(100_00n - 7_77n);
  },
);

test('an address that is not listed is refused whatever a header says of it', async () => {
  const name = 'slotegrator';
  const player = await world.player(name, 100_00n);
  const good = goodBet(name, player);
  const list = (addresses: string) =>
    sql`update connection set config = config || ${JSON.stringify({ allowedAddresses: addresses })}::jsonb,
      version = version + 1 where id = ${world.idOf(name)}`.execute(server.owner);
  await list('203.0.113.7');
  const refused = 'INTERNAL_ERROR BAD_ADDRESS';
  await until(async () => codeOf(name, await send(name, good)) === refused);
  const before = await state();
  for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'client-ip'])
    for (const value of ['203.0.113.7', 'for=203.0.113.7', '203.0.113.7, 127.0.0.1'])
      expect(codeOf(name, await send(name, { ...good, headers: { ...good.headers, [header]: value } }))).toBe(
        refused,
      );
  expect(await state()).toEqual(before);
  await list('');
  await until(async () => codeOf(name, await send(name, good)) !== refused);
});

test('hub88: when its key changes, the old one is not believed any more', async () => {
  const name = 'hub88';
  const player = await world.player(name, 100_00n);
  const bet = () => world.call(name, player, { verb: 'debit', amount: 1_00n });
  const use = (key: string) =>
    sql`update connection set config = config || ${JSON.stringify({ publicKey: key })}::jsonb, version = version + 1
      where id = ${world.idOf(name)}`.execute(server.owner);
  expect((await bet()).code).toBe('OK');
  await use(HUB88_KEYS.ours.publicKey);
  await until(async () => (await bet()).code === REFUSED.signature[name]);
  const before = await state();
  expect((await bet()).code).toBe(REFUSED.signature[name]);
  expect(await state()).toEqual(before);
  await use(HUB88_KEYS.theirs.publicKey);
  await until(async () => (await bet()).code === 'OK');
});
