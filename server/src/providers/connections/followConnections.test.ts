import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db, Trx } from '../../database/connect.ts';
import { createMetrics } from '../../operations/metrics.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { withoutTriggers } from '../../testing/withoutTriggers.ts';
import { smsChain } from '../sms/smsChain.ts';
import { sealSecrets } from './connectionRow.ts';
import { type Connections, followConnections } from './connections.ts';
import type { OutgoingHttp } from './outgoingHttp.ts';

const KEYS = [Buffer.alloc(32, 7)] as const;

let database: TestDatabase;
let connections: Connections;
let operator: bigint;
let metrics: ReturnType<typeof createMetrics>;
/** What happens while a counterpart is asked, and the addresses that were. */
let meanwhile: () => Promise<void>;
let asked: string[] = [];

const http: OutgoingHttp = {
  async call({ url }) {
    asked.push(String(url));
    await meanwhile();
    return { status: 'answered', httpStatus: 401, text: '', json: undefined };
  },
};

beforeAll(async () => {
  database = await createTestDatabase(OWN_CLUSTER);
  const { owner, db, url } = database;
  ({ id: operator } = await owner
    .insertInto('operator')
    .values({ username: 'admin', name: 'Admin', role: 'administrator', password_hash: 'none' })
    .returning('id')
    .executeTakeFirstOrThrow());
  metrics = createMetrics(db);
  connections = await followConnections({
    db,
    url,
    keys: KEYS,
    http,
    variant: 'thailand',
    fixed: [],
    countCall: metrics.countConnectionCall,
    report: (error) => {
      throw error;
    },
  });
});
afterAll(async () => {
  await connections.close();
  await database.close();
});

async function connect(
  priority: number,
  { name = `Gateway ${priority}`, by = database.owner }: { name?: string; by?: Db | Trx } = {},
): Promise<string> {
  const id = randomUUID();
  const config = { baseUrl: `https://${priority}.example/{phone}{message}`, headers: '{}' };
  await by
    .insertInto('connection')
    .values({
      id,
      capability: 'sms',
      driver: 'http',
      name,
      priority,
      is_active: true,
      is_shadow: false,
      config: JSON.stringify({ ...config, method: 'POST', phoneForm: 'e164' }),
      secrets: sealSecrets(KEYS, id, {}),
      secret_names: [],
      created_by: operator,
      changed_by: operator,
    })
    .execute();
  if (by === database.owner) await connections.reload();
  return id;
}
async function change(id: string, changed: { is_active?: boolean; name?: string }) {
  await database.owner
    .updateTable('connection')
    .set((row) => ({ ...changed, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await connections.reload();
}
/** Changes that are not announced to this node. */
const unheard = (work: (trx: Trx) => Promise<unknown>) => withoutTriggers(database.owner, 'connection', work);
const hostsAsked = () => asked.map((url) => new URL(url).hostname);
const send = () => smsChain(connections).send({ id: randomUUID(), to: '0812345678', text: 'code' });

// The first test: no announcement of an earlier change is on its way, which would be heard too late.
test('a change that this node has not heard of is seen where money is sent, and costs nothing where there is none', async () => {
  const ids: string[] = [];
  await unheard(async (by) => ids.push(await connect(1, { by }), await connect(2, { by })));
  await connections.reload();
  const [id = '', other = ''] = ids;
  const [before, untouched] = [connections.find(id), connections.find(other)];
  expect(await connections.current(id)).toBe(before);
  await unheard((trx) =>
    trx
      .updateTable('connection')
      .set((row) => ({ name: 'Moved', is_active: false, version: row('version', '+', 1) }))
      .where('id', '=', id)
      .execute(),
  );
  expect(connections.find(id)?.name).toBe('Gateway 1');
  expect(await connections.current(id)).toMatchObject({ name: 'Moved', isActive: false });
  expect(await connections.current(other)).toBe(untouched);
  await unheard((trx) => trx.deleteFrom('connection').execute());
  expect(connections.find(other)).toBeDefined();
  expect(await connections.current(other)).toBeUndefined();
  expect(await connections.current('sandbox')).toBeUndefined();
});

test('a change of one connection leaves the others open, with what their drivers know', async () => {
  const [one, two] = [await connect(1), await connect(2)];
  const before = [one, two].map((id) => connections.find(id)?.port);
  await change(two, { name: 'Renamed' });
  expect(connections.find(one)?.port).toBe(before[0]);
  expect(connections.find(two)?.port).not.toBe(before[1]);
  expect(connections.find(two)?.name).toBe('Renamed');
  await database.owner.deleteFrom('connection').execute();
  await connections.reload();
  expect([connections.find(one), connections.find(two)]).toEqual([undefined, undefined]);
});

test('one that is switched off while another is asked is not asked any more', async () => {
  const [, two, three] = [await connect(1), await connect(2), await connect(3)];
  asked = [];
  meanwhile = () => change(two, { is_active: false });
  await send();
  expect(hostsAsked()).toEqual(['1.example', '3.example']);
  asked = [];
  meanwhile = () => change(three, { is_active: false });
  await send();
  // Both had trouble just now and are asked by priority; the third is off before its turn.
  expect(hostsAsked()).toEqual(['1.example']);
  await database.owner.deleteFrom('connection').execute();
});

test('two connections of one name have series of their own', async () => {
  const ids = [await connect(1, { name: 'Same' }), await connect(2, { name: 'Same' })];
  meanwhile = async () => {};
  await send();
  const { text } = await metrics.render();
  for (const id of ids)
    expect(text).toMatch(
      new RegExp(`krapao_connection_calls_total\\{connection="${id}",.*driver="http",name="Same",.*\\} 1`),
    );
});
