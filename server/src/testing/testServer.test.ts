import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clock } from '../clock.ts';
import { OWN_CLUSTER } from './ownCluster.ts';
import { startTestServer, type TestServer } from './testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How far the database's rows and this process are ahead, in whole days. */
async function days(): Promise<number[]> {
  const { rows } = await sql<{ stamps: Date[] }>`
    insert into rate_counter (key, window_start, count) values (gen_random_uuid(), site.now(), 1)
    returning array[window_start, site.clock_timestamp()] as stamps`.execute(server.db);
  const moments = [...(rows[0]?.stamps ?? []), clock.date()];
  return moments.map((moment) => Math.floor((moment.getTime() - Date.now() + HOUR) / DAY));
}

test('a test moves the time of the database and of the node together', async () => {
  expect(await days()).toEqual([0, 0, 0]);
  await server.clock.move(30 * DAY);
  expect(await days()).toEqual([30, 30, 30]);
  await server.clock.move(DAY);
  expect(await days()).toEqual([31, 31, 31]);
});

afterAll(async () => {
  await server.stop();
  // The next file of this process has the machine's time.
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1_000);
});
