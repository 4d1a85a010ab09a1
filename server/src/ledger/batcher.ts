import type { Db } from '../database/connect.ts';
import { inBatches } from '../database/inBatches.ts';
import type { Line, Posted } from './command.ts';
import { toAppError } from './ledgerError.ts';
import { postBatch } from './postBatch.ts';

// Takes only part of the waiting lines. Callers answered together come back together; one batch of all of them would
// leave the node idle while the database works, and the other way round.
const BATCHING = { most: 128, atOnce: 2, waitMs: 2, besideMs: 2 };
const DEADLOCK = '40P01';
const LOST_LOCK = 'KL006';

/**
 * Collects a node's postings that are transactions of their own, and sends those of a few milliseconds to the database
 * together.
 * @returns a function that books one line. It throws as post does, or a database error if the connection broke: then
 * the caller must send the same line under the same key again
 */
export function startBatcher(db: Db): (line: Line) => Promise<Posted> {
  return inBatches((lines) => writeTogether(db, lines), BATCHING);
}

async function writeTogether(db: Db, lines: readonly Line[], isAgain = false): Promise<(Posted | Error)[]> {
  try {
    return await postBatch(db, lines);
  } catch (error) {
    const { code = '' } = error as { code?: string };
    // The victim of a deadlock was rolled back as a whole, so it is sent once more; its key makes this safe in any
    // case.
    if (!isAgain && (code === DEADLOCK || code === LOST_LOCK)) return writeTogether(db, lines, true);
    // A value that PostgreSQL cannot parse would fail the whole batch.
    if (code.startsWith('22') && lines.length > 1)
      return (await Promise.all(lines.map((line) => writeTogether(db, [line])))).flat();
    const failure = toAppError(error);
    if (failure instanceof Error) return lines.map(() => failure);
    throw error;
  }
}
