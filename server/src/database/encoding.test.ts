import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { startServer } from '../startServer.ts';
import { StartupError } from '../startupError.ts';
import { freePort } from '../testing/freePort.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { checkDatabase } from './connect.ts';
import { withClient } from './databaseClient.ts';

const ENCODINGS = ['SQL_ASCII', 'LATIN1', 'UTF8'] as const;
const inCluster = (statement: string) => withClient(OWN_CLUSTER, (client) => client.query(statement));
const nameOf = (encoding: string) => `of_${encoding.toLowerCase()}`;

beforeAll(async () => {
  for (const encoding of ENCODINGS)
    await inCluster(
      `create database ${nameOf(encoding)} template template0 encoding '${encoding}' locale 'C'`,
    );
});
afterAll(async () => {
  for (const encoding of ENCODINGS) await inCluster(`drop database ${nameOf(encoding)} with (force)`);
});

function urlOf(encoding: string): string {
  const url = new URL(OWN_CLUSTER);
  url.pathname = `/${nameOf(encoding)}`;
  return url.href;
}

test.each(['SQL_ASCII', 'LATIN1'])(
  'a node does not start on a database of the encoding %s, and changes nothing there',
  async (encoding) => {
    const environment = {
      SANDBOX_SECRET: 'secret of the tests',
      DATABASE_URL: urlOf(encoding),
      PORT: String(await freePort()),
    };
    const refused = await startServer(readConfig(environment), environment).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartupError);
    expect(refused).toMatchObject({
      message: expect.stringContaining(`encoding ${encoding} and needs UTF8`),
    });
    const { rows } = await withClient(urlOf(encoding), (client) =>
      client.query(`select 1 from pg_namespace where nspname in ('ledger', 'migration')`),
    );
    expect(rows).toEqual([]);
  },
);

test('UTF8 is right, whatever sorts its letters', async () => {
  await checkDatabase(urlOf('UTF8'));
});
