import { parentPort, workerData } from 'node:worker_threads';
import { sql } from 'kysely';
import { connectAsOwner } from '../database/connect.ts';
import { type PartTask, replayPart } from './replayPart.ts';
import type { ThreadAnswer } from './verifyThreads.ts';

// A thread of `npm run verify`: replays the parts that it is sent, in the snapshot of the run.
const { url, snapshot } = workerData as { url: string; snapshot: string };
const db = connectAsOwner(url);
await db
  .transaction()
  .setIsolationLevel('repeatable read')
  .setAccessMode('read only')
  .execute(async (trx) => {
    await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(trx);
    // A part's postings are sorted by account.
    await sql`set local work_mem = '64MB'`.execute(trx);
    await new Promise(() => {
      parentPort?.on('message', (task: PartTask) => {
        replayPart(trx, task).then(
          (result) => parentPort?.postMessage({ result } satisfies ThreadAnswer),
          (error: Error) =>
            parentPort?.postMessage({ error: error.stack ?? String(error) } satisfies ThreadAnswer),
        );
      });
    });
  });
