import { parseArgs } from 'node:util';
import { clock } from '../clock.ts';
import { checkDatabase, connectAsOwner, type Db } from '../database/connect.ts';
import { databaseUrlOf } from '../database/hostList.ts';
import { findEmbedded, startEmbedded } from '../embedded/embedded.ts';
import { markSite } from '../siteMarks.ts';
import { StartupError } from '../startupError.ts';
import { headsFile, readHeads } from './heads.ts';
import type { Progress } from './replayAll.ts';
import { type Verified, verifyAll } from './verify.ts';
import { RunFile } from './verifyProgress.ts';
import { VerifyThreads } from './verifyThreads.ts';

// `npm run verify [-- --archive FOLDER]`: exit 0 if all is sound, 1 with findings, 2 if the ledger could not be read.
const SAY_EVERY_MS = 10_000;
const dataFolder = process.env.KRAPAO_DATA ?? '.data';

/** The folder of the files of archived months. */
function archiveFolder(): string | undefined {
  try {
    return parseArgs({ options: { archive: { type: 'string' } } }).values.archive;
  } catch {
    throw new StartupError('Usage: npm run verify [-- --archive FOLDER]');
  }
}

async function openDatabase(): Promise<{ url: string; close(): Promise<void> }> {
  const url = databaseUrlOf(process.env) ?? (await findEmbedded(dataFolder));
  if (url !== undefined) return { url, close: async () => undefined };
  const database = await startEmbedded(dataFolder);
  return { url: database.url, close: database.stop };
}

async function replay(db: Db, url: string, archives: string | undefined): Promise<Verified> {
  let threads: VerifyThreads | undefined;
  try {
    return await verifyAll(db, await readHeads(headsFile(dataFolder)), {
      startReplayers: (snapshot) => {
        threads = new VerifyThreads(url, snapshot);
        return threads;
      },
      file: new RunFile(dataFolder),
      onProgress: reporter(),
      archives,
    });
  } finally {
    await threads?.close();
  }
}

/** Says every ten seconds how far it is. */
function reporter(): (progress: Progress) => void {
  const began = clock.now();
  let saidAt = began;
  return ({ partsDone, parts, postings }) => {
    const now = clock.now();
    if (now - saidAt < SAY_EVERY_MS) return;
    saidAt = now;
    const share = Math.round((100 * partsDone) / parts);
    const rate = Math.round(postings / ((now - began) / 1_000));
    process.stderr.write(`${share} % of the accounts, ${postings} postings, ${rate} a second\n`);
  };
}

async function main(): Promise<number> {
  const archives = archiveFolder();
  const { url, close } = await openDatabase();
  try {
    await checkDatabase(url);
    const db = connectAsOwner(url);
    try {
      const { findings, postings: count, unchecked } = await replay(db, url, archives);
      for (const what of unchecked) process.stdout.write(`Not checked: ${what}.\n`);
      for (const { check, detail } of findings) process.stdout.write(`NOT TRUE: ${check}: ${detail}\n`);
      process.stdout.write(
        findings.length === 0
          ? `The ledger and the audit log are sound: ${count} postings replayed.\n`
          : `${findings.length} findings in ${count} postings.\n`,
      );
      // A standby can be replayed too, but nothing can be noted there.
      await markSite(db, findings.length === 0 ? 'ledger.sound' : 'ledger.unsound').catch(() => undefined);
      return findings.length === 0 ? 0 : 1;
    } finally {
      await db.destroy();
    }
  } finally {
    await close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof StartupError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 2;
}
