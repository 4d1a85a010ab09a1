import { REQUESTED_WITH } from '@krapao/contract/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { changeSetting } from '../../testing/rewardWorld.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let member: TestMember;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  member = await makeMember(server);
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'pg' } });
});
afterAll(() => server.stop());

const wallet = () => member.client('GET /api/wallet');
const mine = () => sql`member_id = ${member.id}`;

/** What may change without a call of this member, each with where the answer shows it. */
const CHANGES: Record<string, [change: () => Promise<unknown>, shown: string]> = {
  'the balance, by a posting': [
    () =>
      sql`select ledger.post(gen_random_uuid(), 'single', 'deposit',
        ledger.ensure_account('bank', null, 'KBANK', 'THB'), a.id, 12345, null, null, null, 'system', 'test:kept')
        from ledger.account a where ${mine()} and kind = 'wallet'`.execute(server.owner),
    '"amount":123.45',
  ],
  'the amount in a game': [
    () => sql`update game_account set amount = 6789 where ${mine()}`.execute(server.owner),
    '"amount":67.89',
  ],
  'that an amount is old': [
    () => sql`update game_account set is_stale = true where ${mine()}`.execute(server.owner),
    '"isStale":true',
  ],
  'the name': [
    () => sql`update member set name = 'Another Name' where id = ${member.id}`.execute(server.owner),
    'Another Name',
  ],
  coins: [() => sql`update member set coin = 77 where id = ${member.id}`.execute(server.owner), '"coin":77'],
  "the bank's name": [
    () => sql`update bank set name_en = 'Renamed Bank' where code = ${member.bankCode}`.execute(server.owner),
    'Renamed Bank',
  ],
  'the name of a game': [
    () => sql`update game_provider set name_en = 'Renamed Game' where code = 'pg'`.execute(server.owner),
    'Renamed Game',
  ],
  'the house of a game': [
    () =>
      sql`update game_provider set connection_id = gen_random_uuid(), external_code = 'pg' where code = 'pg'`.execute(
        server.owner,
      ),
    '"health":"closed"',
  ],
  'a favourite': [
    () =>
      sql`insert into favourite_game (member_id, provider) values (${member.id}, 'imi')`.execute(
        server.owner,
      ),
    '"isFavourite":true',
  ],
  'when a game was played': [
    () =>
      sql`update game_account set played_at = '2026-11-20T10:00:00Z' where ${mine()}`.execute(server.owner),
    '"playedAt":"2026-11-20T10:00:00.000Z"',
  ],
  'what calls say against a game': [
    () => sql`insert into game_health (provider, state) values ('imi', 'troubled')`.execute(server.owner),
    '"health":"troubled"',
  ],
  'the maintenance of a game': [
    () => sql`update game_provider set in_maintenance = true where code = 'imi'`.execute(server.owner),
    '"health":"maintenance"',
  ],
  'the rules of invites': [() => changeSetting(server, 'invite', { failBps: 4321 }), '"fail":43.21'],
};

test.for(Object.entries(CHANGES))(
  'HOM-01 HOM-08 an answer that was kept is never given after a change: %s',
  async ([, [change, shown]]) => {
    const before = await wallet();
    expect(await wallet()).toEqual(before);
    expect(JSON.stringify(before)).not.toContain(shown);
    await change();
    expect(JSON.stringify(await wallet())).toContain(shown);
  },
);

test('HOM-01 each member has a wallet of their own', async () => {
  const other = await makeMember(server);
  const ids = async () => [
    (await wallet()).profile._id,
    (await other.client('GET /api/wallet')).profile._id,
    (await wallet()).profile._id,
  ];
  expect(await ids()).toEqual([member.id, other.id, member.id].map(String));
});

test('HOM-01 the answer is compressed for who takes it so, and the same', async () => {
  const ask = (encoding: string) =>
    fetch(`${server.url}/api/wallet`, {
      headers: {
        'Accept-Encoding': encoding,
        'X-Requested-With': REQUESTED_WITH,
        Authorization: `Bearer ${member.token}`,
      },
    });
  const [packed, plain] = [await ask('br;q=1.0, gzip'), await ask('identity')];
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(Number(packed.headers.get('content-length'))).toBeLessThan(
    Number(plain.headers.get('content-length')) / 3,
  );
  expect(await packed.json()).toEqual(await plain.json());
});
