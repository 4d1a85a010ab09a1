import { checkDatabase, connectAsOwner } from '../database/connect.ts';
import { databaseUrlOf } from '../database/hostList.ts';
import { findEmbedded } from '../embedded/embedded.ts';
import { StartupError } from '../startupError.ts';
import { openConsole } from './openConsole.ts';

// `npm run open-console -- OPERATOR REASON`: lets operators into the console from every network again, if the setting
// `consoleAccess` keeps everybody out. Runs beside the site. Exit 0 if it is open, otherwise 1 with one sentence.
async function main(): Promise<void> {
  const [username, ...words] = process.argv.slice(2);
  const url = databaseUrlOf(process.env) ?? (await findEmbedded(process.env.KRAPAO_DATA ?? '.data'));
  if (url === undefined) throw new StartupError('No server runs on this data folder; start it first.');
  await checkDatabase(url);
  const db = connectAsOwner(url);
  try {
    await openConsole(db, { username, reason: words.join(' ') });
    process.stdout.write(
      'The console can be reached from every network. The audit log says who opened it and why.\n',
    );
  } finally {
    await db.destroy();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof StartupError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
