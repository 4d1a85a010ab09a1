import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { until } from '../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { follow, heard } from './follow.ts';
import { followValue } from './followedValue.ts';

let database: TestDatabase;
let url: string;
let news: string[];

beforeAll(async () => {
  database = await createTestDatabase(OWN_CLUSTER);
  url = `${database.url}?application_name=ear`;
});
beforeEach(() => {
  news = [];
});
afterAll(() => database.close());

const announce = (channel: string, payload: string) =>
  sql`select pg_notify(${channel}, ${payload})`.execute(database.db);
const note = (channel: string) =>
  follow(url, channel, (payload) => news.push(`${channel} ${payload ?? 'again'}`));
const ears = async () =>
  (
    await sql<{ pid: number }>`
      select pid from pg_stat_activity where application_name = 'ear'`.execute(database.owner)
  ).rows;

test('followers of one database share a connection, hear in the order of the announcements, and leave it closed', async () => {
  const leave = await Promise.all(['one', 'two', 'three'].map(note));
  expect(await ears()).toHaveLength(1);
  const told = ['two a', 'one b', 'two c', 'three d', 'one e'];
  for (const [channel = '', payload = ''] of told.map((text) => text.split(' ')))
    await announce(channel, payload);
  await heard(url);
  expect(news).toEqual(told);
  await leave[1]?.();
  await announce('two', 'unheard');
  await announce('one', 'f');
  await heard(url);
  expect(news).toEqual([...told, 'one f']);
  await Promise.all(leave.map((one) => one()));
  await until(async () => (await ears()).length === 0);
  await expect(heard(url)).rejects.toThrow('Nobody follows');
});

test('after a break each follower is called once without a payload, and hears again', async () => {
  const leave = await Promise.all(['one', 'two'].map(note));
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ear'`.execute(
    database.owner,
  );
  await until(async () => news.length === 2);
  expect(news).toEqual(['one again', 'two again']);
  expect(await ears()).toHaveLength(1);
  await announce('two', 'a');
  await heard(url);
  expect(news).toEqual(['one again', 'two again', 'two a']);
  await Promise.all(leave.map((one) => one()));
});

test('what was announced has been read again when the ear has heard it', async () => {
  let stored = 'before';
  const value = await followValue(url, 'value', async () => {
    const found = stored;
    await delay(50);
    return found;
  });
  stored = 'after';
  await announce('value', '');
  await heard(url);
  expect(value.get()).toBe('after');
  await value.close();
});
