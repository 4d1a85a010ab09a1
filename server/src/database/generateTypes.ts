import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbedded } from '../embedded/embedded.ts';
import { migrate } from './migrate.ts';

const run = promisify(execFile);

/** Writes schemaTypes.ts from a migrated database, or with `verify` only compares and throws on a difference. */
export async function generateTypes(url: string, verify: boolean): Promise<void> {
  const codegen = join(dirname(createRequire(import.meta.url).resolve('kysely-codegen')), 'cli', 'bin.js');
  await run(process.execPath, [
    codegen,
    '--dialect=postgres',
    `--url=${url}`,
    `--out-file=${join(import.meta.dirname, 'schemaTypes.ts')}`,
    '--exclude-pattern=migration.*',
    '--type-mapping={"int8":"bigint","xid8":"string"}',
    '--log-level=error',
    ...(verify ? ['--verify'] : []),
  ]);
}

if (import.meta.main) {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-types-'));
  const database = await startEmbedded(folder, { fsync: 'off' });
  try {
    await migrate(database.url);
    await generateTypes(database.url, process.argv.includes('--verify'));
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
