import { checkDatabase, connectAsOwner } from '../database/connect.ts';
import { findEmbedded, startEmbedded } from '../embedded/embedded.ts';
import { markSite } from '../siteMarks.ts';
import { StartupError } from '../startupError.ts';
import { headsFile, readHeads } from './heads.ts';
import { verify } from './verify.ts';

// `npm run verify`: exit 0 if all is sound, 1 with findings, 2 if the ledger could not be read.
const dataFolder = process.env.KRAPAO_DATA ?? '.data';

async function openDatabase(): Promise<{ url: string; close(): Promise<void> }> {
  const url = process.env.DATABASE_URL || (await findEmbedded(dataFolder));
  if (url !== undefined) return { url, close: async () => undefined };
  const database = await startEmbedded(dataFolder);
  return { url: database.url, close: database.stop };
}

async function main(): Promise<number> {
  const { url, close } = await openDatabase();
  try {
    await checkDatabase(url);
    const db = connectAsOwner(url);
    try {
      const { count } = await db
        .selectFrom('ledger.posting')
        .select((e) => e.fn.countAll<bigint>().as('count'))
        .executeTakeFirstOrThrow();
      const findings = await verify(db, await readHeads(headsFile(dataFolder)));
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
