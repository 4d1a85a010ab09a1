import { checkDatabase, connectAsOwner } from '../database/connect.ts';
import { databaseUrlOf } from '../database/hostList.ts';
import { findEmbedded } from '../embedded/embedded.ts';
import { StartupError } from '../startupError.ts';
import { archivePart, listParts } from './archivePart.ts';
import { headsFile, readHeads } from './heads.ts';
import { verify } from './verify.ts';

// `npm run archive`: lists the parts. `npm run archive -- MONTH FOLDER` (YYYY-MM): writes the parts that began in this month
// or before to files, beside the running site. Exit 0 if all is written, otherwise 1 with one sentence.
const dataFolder = process.env.KRAPAO_DATA ?? '.data';
const [month, folder] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const url = databaseUrlOf(process.env) ?? (await findEmbedded(dataFolder));
  if (url === undefined) throw new StartupError('No server runs on this data folder; start it first.');
  await checkDatabase(url);
  const db = connectAsOwner(url);
  try {
    const parts = await listParts(db);
    if (month === undefined) {
      for (const part of parts) say(`part ${part.number}, from ${part.month}: ${part.state}`);
      return;
    }
    if (!/^\d{4}-\d{2}$/.test(month) || folder === undefined)
      throw new StartupError('Name a month (YYYY-MM) and a folder for the files.');
    const wanted = parts.filter((part) => part.month <= month && part.state === 'ended');
    if (wanted.length === 0)
      throw new StartupError(`No part that began in ${month} or before has ended and is not archived yet.`);
    const findings = await verify(db, await readHeads(headsFile(dataFolder)));
    const [first] = findings;
    if (first !== undefined)
      throw new StartupError(
        `Nothing was archived: \`npm run verify\` finds: ${first.check}: ${first.detail}`,
      );
    for (const part of wanted) {
      const begun = performance.now();
      const { path, postings, kept, bytes } = await archivePart(db, part, folder);
      const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
      say(`${path}: ${postings} postings, ${bytes} bytes; ${kept} stay in the database; ${seconds} s`);
    }
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
