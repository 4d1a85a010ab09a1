import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Config, readConfig } from '../config.ts';
import { startServer } from '../startServer.ts';
import { createTestDatabase } from './database.ts';
import { rowsOfAllTables } from './databaseRows.ts';
import { freePort } from './freePort.ts';
import { loosenPayouts } from './loosePayouts.ts';
import { OWN_CLUSTER } from './ownCluster.ts';
import { BARE, templateOf } from './templates.ts';

/** How far the jobs of this start have come, and when. */
const OF_JOBS = ['public.alarm_look', 'public.case_scan'];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'krapao-templates-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** All rows after a start on a copy of the template. */
async function rowsAfterStart(variant: Config['variant'], template: string) {
  const database = await createTestDatabase(OWN_CLUSTER, template);
  const env = {
    PORT: String(await freePort()),
    DATABASE_URL: database.url,
    KRAPAO_DATA: join(folder, database.url.slice(-8)),
    KRAPAO_VARIANT: variant,
    KRAPAO_LOG_LEVEL: 'fatal',
    SANDBOX_SECRET: 'a secret of tests',
  };
  try {
    if (template === BARE) await loosenPayouts(database.owner);
    const server = await startServer(readConfig(env), env);
    await server.stop();
    const rows = await rowsOfAllTables(database.owner);
    return Object.fromEntries(Object.entries(rows).filter(([table]) => !OF_JOBS.includes(table)));
  } finally {
    await database.close();
  }
}

test.each(['thailand', 'laos'] as const)(
  'a start on the bare database in %s makes the rows that one on the started template finds',
  async (variant) => {
    const template = templateOf({ mode: 'sandbox', variant });
    const made = await rowsAfterStart(variant, BARE);
    expect(made['public.operator']).toHaveLength(1);
    expect(made['public.member']).toHaveLength(1);
    expect(await rowsAfterStart(variant, template)).toEqual(made);
  },
);
