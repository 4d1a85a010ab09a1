import { createServer, type Server } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../testing/freePort.ts';
import { until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { REGISTER_TEMPLATE } from '../../testing/registerTemplate.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { makeOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

type Entry = { reference: string; until?: string };
type Register = 'one' | 'two';

let server: TestServer;
let world: Server;
/** What each register says when it is asked; undefined: nothing, ever. */
let says: Record<Register, () => Entry | 'none' | undefined>;

beforeAll(async () => {
  const port = await freePort();
  world = createServer((request, response) => {
    const entry = says[request.url?.startsWith('/one') ? 'one' : 'two']();
    request.resume();
    if (entry === undefined) return;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(entry === 'none' ? { result: 'NONE' } : { result: 'LISTED', ...entry }));
  });
  says = { one: none, two: none };
  await new Promise<void>((resolve) => world.listen(port, '127.0.0.1', resolve));
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_OWN_NETWORK_HOSTS: `127.0.0.1:${port}` });
  const admin = await makeOperator(server, 'administrator');
  for (const [at, name] of (['one', 'two'] as const).entries()) {
    const terms = {
      name,
      priority: at + 1,
      config: { baseUrl: `http://127.0.0.1:${port}/${name}`, template: JSON.stringify(REGISTER_TEMPLATE) },
      secrets: { apiKey: 'key-of-this-register' },
      reason: 'the law asks for it',
    };
    const added = await admin.call('POST /api/console/connections', {
      capability: 'register',
      driver: 'generic',
      ...terms,
    });
    const on = { ...terms, isActive: true, isShadow: false, version: 1 };
    const { id } = added.body as { id: string };
    expect(await admin.call(`PUT /api/console/connections/${id}`, on)).toMatchObject({ status: 200 });
    // The node has heard of it when it asks.
    let isAsked = false;
    says[name] = () => {
      isAsked = true;
      return 'none';
    };
    await until(async () => {
      await makeMember(server);
      return isAsked;
    });
  }
});
afterAll(async () => {
  world.closeAllConnections();
  world.close();
  await server.stop();
});
beforeEach(() => {
  says = { one: none, two: none };
});

const LATER = '2031-01-01T00:00:00Z';
const none = () => 'none' as const;
const logIn = ({ phoneNumber, password }: TestMember) =>
  rawCall(server.url, 'POST /api/login', { body: { username: phoneNumber, password } });

/** The references of the entries that exclude the member. */
async function entriesOf({ id }: TestMember): Promise<(string | null)[]> {
  const rows = await server.owner
    .selectFrom('pause')
    .select('reference')
    .where('member_id', '=', id)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ reference }) => reference);
}

const takeBack = ({ id }: TestMember, reference: string) =>
  sql`insert into pause (member_id, kind, source, reference, ended_at, end_cause)
    values (${id}, 'exclusion', 'register', ${reference}, now(), 'WRONG_ENTRY')`.execute(server.owner);

test('SAFE-13 an entry of one register that has ended, or was taken back, hides no entry of another', async () => {
  const member = await makeMember(server);
  says = {
    one: () => ({ reference: 'old', until: '2020-01-01T00:00:00Z' }),
    two: () => ({ reference: 'real', until: LATER }),
  };
  expect(await logIn(member)).toMatchObject({ body: { code: 'INVALID_USER_3' } });
  expect(await entriesOf(member)).toEqual(['real']);

  says = { one: none, two: none };
  const namesake = await makeMember(server);
  await takeBack(namesake, 'namesake');
  says = { one: () => ({ reference: 'namesake' }), two: () => ({ reference: 'real', until: LATER }) };
  expect(await logIn(namesake)).toMatchObject({ body: { code: 'INVALID_USER_3' } });
  expect(await entriesOf(namesake)).toEqual(['real']);
});

test('SAFE-13 a silent register takes no time of another, and is asked again', async () => {
  const member = await makeMember(server);
  let asked = 0;
  says = {
    one: () => (++asked === 1 ? undefined : { reference: 'longer' }),
    two: () => ({ reference: 'real', until: LATER }),
  };
  expect(await logIn(member)).toMatchObject({ body: { code: 'INVALID_USER_3' } });
  expect((await entriesOf(member))[0]).toBe('real');
  // The silent one lists the member for longer.
  await until(async () => (await entriesOf(member)).includes('longer'));
});

test('SAFE-13 an entry that ends no later than one that holds adds no exclusion and no message', async () => {
  const member = await makeMember(server);
  let answers = 0;
  says.one = () => ({ reference: `answer ${++answers}`, until: LATER });
  for (let times = 0; times < 3; times += 1) await logIn(member);
  expect(await entriesOf(member)).toEqual(['answer 1']);
  says.one = () => ({ reference: 'longer' });
  await logIn(member);
  expect(await entriesOf(member)).toEqual(['answer 1', 'longer']);
  const told = await server.owner
    .selectFrom('notification')
    .select('kind')
    .where('member_id', '=', member.id)
    .where('kind', '=', 'exclusionBegan')
    .execute();
  expect(told).toHaveLength(2);
});
