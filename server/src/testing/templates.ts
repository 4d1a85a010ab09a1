import pg from 'pg';
import { type Config, readConfig } from '../config.ts';
import { connectAsOwner } from '../database/connect.ts';
import { migrate } from '../database/migrate.ts';
import { seed } from '../seeds/seed.ts';
import { loosenPayouts } from './loosePayouts.ts';

/** The migrated database without any row of a site. */
export const BARE = 'template_krapao';
/** The databases of sandbox sites that have started once, with loose payout rules. */
const STARTED = { thailand: 'template_krapao_thailand', laos: 'template_krapao_laos' };

/** The template on which a start finds everything that it would make; a production site starts on the bare one. */
export function templateOf({ mode, variant }: Pick<Config, 'mode' | 'variant'>): string {
  return mode === 'sandbox' ? STARTED[variant] : BARE;
}

/** Creates the templates of a new cluster. @param clusterUrl of its owner */
export async function createTemplates(clusterUrl: string): Promise<void> {
  const urlOf = (name: string) => Object.assign(new URL(clusterUrl), { pathname: `/${name}` }).href;
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  try {
    await client.query(`create database ${BARE}`);
    await migrate(urlOf(BARE));
    for (const [variant, name] of Object.entries(STARTED)) {
      await client.query(copyOf(BARE, name));
      const owner = connectAsOwner(urlOf(name));
      try {
        await loosenPayouts(owner);
        await seed(owner, readConfig({ SANDBOX_SECRET: 'a secret of tests', KRAPAO_VARIANT: variant }));
      } finally {
        await owner.destroy();
      }
    }
  } finally {
    await client.end();
  }
}

/**
 * The statement that copies a database. By default PostgreSQL writes every page of the copy to its log, which takes four
 * times as much of the processor as copying the files.
 */
export function copyOf(template: string, name: string): string {
  return `create database ${name} template ${template} strategy file_copy`;
}
