import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { connect, connectAsOwner, type Db } from '../database/connect.ts';
import { BARE, copyOf } from './templates.ts';

export interface TestDatabase {
  /** Connection string of the owner. */
  url: string;
  /** Connected as the application: the role krapao_app. */
  db: Db;
  /** Connected as the owner, for operations that the application may not execute. */
  owner: Db;
  /** Closes both pools and drops the database. */
  close(): Promise<void>;
}

/**
 * A migrated database for one test file, copied from a template of the cluster.
 * @param clusterUrl in a Vitest file: OWN_CLUSTER
 * @param template the bare one, or that of templateOf
 */
export async function createTestDatabase(clusterUrl: string, template: string = BARE): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdministrator(clusterUrl, copyOf(template, name));
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  const db = connect(url.href, 60_000);
  const owner = connectAsOwner(url.href);
  return {
    url: url.href,
    db,
    owner,
    close: async () => {
      await Promise.all([db.destroy(), owner.destroy()]);
      await asAdministrator(clusterUrl, `drop database ${name} with (force)`);
    },
  };
}

async function asAdministrator(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
