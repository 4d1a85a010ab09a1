import type { Db } from '../database/connect.ts';
import { inBatches } from '../database/inBatches.ts';
import type { Line, Posted } from './command.ts';
import { toAppError } from './ledgerError.ts';
import { postBatch } from './postBatch.ts';

// Not all that wait: callers that got their answers together come again together, and one batch of all of them would leave
// the node idle while the database works, and the database while the node does.
const BATCHING = { most: 128, atOnce: 2, waitMs: 2, besideMs: 2 };
const DEADLOCK = '40P01';
const LOST_LOCK = 'KL006';

/**
 * A node's postings that are transactions of their own: those of some milliseconds go to the database together.
 * @returns books one line. It throws as post does, and an error of the database where the connection broke: then the
 * same line under the same key is to be sent again
 */
export function startBatcher(db: Db): (line: Line) => Promise<Posted> {
  return inBatches((lines) => writeTogether(db, lines), BATCHING);
}

async function writeTogether(db: Db, lines: readonly Line[], isAgain = false): Promise<(Posted | Error)[]> {
  try {
    return await postBatch(db, lines);
  } catch (error) {
    const { code = '' } = error as { code?: string };
    // Undone as a whole, and keys make it harmless in any case: the victim of a deadlock goes once more.
    if (!isAgain && (code === DEADLOCK || code === LOST_LOCK)) return writeTogether(db, lines, true);
    // A value that PostgreSQL cannot even read would be everybody's failure.
    if (code.startsWith('22') && lines.length > 1)
      return (await Promise.all(lines.map((line) => writeTogether(db, [line])))).flat();
    const failure = toAppError(error);
    if (failure instanceof Error) return lines.map(() => failure);
    throw error;
  }
}
