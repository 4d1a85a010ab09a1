import { startEmbedded } from '../embedded/embedded.ts';

// A minimal server for tests that kill it: starts the database in the given folder, reports that, and runs until a
// signal.
const folder = process.argv[2];
if (folder === undefined) throw new Error('which folder?');
try {
  const database = await startEmbedded(folder);
  // Registered before the report: its reader may send the signal at once.
  process.once('SIGINT', () => database.stop().then(() => process.exit(0)));
  process.stdout.write(`${JSON.stringify({ url: database.url, reused: database.reused })}\n`);
  setInterval(() => undefined, 60_000);
} catch (error) {
  process.stdout.write(
    `${JSON.stringify({ error: (error as Error).name, message: (error as Error).message })}\n`,
  );
  process.exit(1);
}
