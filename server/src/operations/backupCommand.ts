import { join, resolve } from 'node:path';
import { clock } from '../clock.ts';
import { databaseUrlOf } from '../database/hostList.ts';
import { StartupError } from '../startupError.ts';
import { backUp } from './backUp.ts';

// `npm run backup -- [folder]`: exit 0 if the backup is complete, otherwise 1 with one sentence.
const site = {
  dataFolder: resolve(process.env.KRAPAO_DATA || '.data'),
  databaseUrl: databaseUrlOf(process.env),
};
const time = clock
  .date()
  .toISOString()
  .replace(/\.\d+Z$/, 'Z')
  .replaceAll(':', '');
const target = process.argv[2] ?? join('backups', `krapao-${time}`);

try {
  await backUp(site, target, process.env, (line) => process.stdout.write(`${line}\n`));
  const bucket = process.env.KRAPAO_S3_BUCKET;
  if (bucket) process.stdout.write(`Uploaded files are in the bucket ${bucket} and not in this backup.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof StartupError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
