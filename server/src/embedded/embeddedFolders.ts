import { join } from 'node:path';

/** Who owns the embedded PostgreSQL's databases, and the one that the product uses. */
export const SUPERUSER = 'krapao';
export const DATABASE = 'krapao';

/** Where the embedded PostgreSQL keeps what it has. */
export interface Folders {
  root: string;
  cluster: string;
  password: string;
  log: string;
}

/** @param dataFolder an absolute, real path */
export function foldersOf(dataFolder: string): Folders {
  const root = join(dataFolder, 'postgres');
  return {
    root,
    cluster: join(root, 'cluster'),
    password: join(root, 'password'),
    log: join(root, 'server.log'),
  };
}

/** A connection string of the superuser. */
export function urlFor(password: string, port: number, database: string): string {
  return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}
