import { join } from 'node:path';

/** The owner of the embedded PostgreSQL's databases, and the database of the product. */
export const SUPERUSER = 'krapao';
export const DATABASE = 'krapao';

/** The paths of the embedded PostgreSQL's files. */
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
