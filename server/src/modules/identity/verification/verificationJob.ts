import { sql } from 'kysely';
import type { AppContext } from '../../../context.ts';
import { claimDue, type LeasedRow, type LeasedWork, rowIsDue, workOnEach } from '../../../jobs/leasedWork.ts';
import { type Ladder, retryOrGiveUp, waitAfter } from '../../../jobs/retry.ts';
import type { Job } from '../../../jobs/runJobs.ts';
import { underFence } from '../../../jobs/underFence.ts';
import { approveConfirmed, HasFindings } from './approveConfirmed.ts';
import { askMaker } from './askMaker.ts';
import { ended, readAnswer, type TakenAnswer } from './makerAnswer.ts';

const TABLE = 'identity_verification';
export const VERIFICATIONS: LeasedWork<typeof TABLE> = { job: 'verify-identity', table: TABLE, key: ['id'] };
export type VerificationRow = LeasedRow<typeof TABLE>;

/** At once on one node: each holds three pictures in memory. */
const AT_ONCE = 4;
/** Unknown is not failed: it is asked for about a day, while operators have the request too. */
const LADDER: Ladder = { waits: [10, 30, 60, 300, 900, 3_600, 10_800, 21_600, 43_200], isEndless: false };

/** Asks the connected maker about documents that members have sent (protection.md 45). */
export function verificationJobs(context: AppContext): Job[] {
  return [
    {
      name: VERIFICATIONS.job,
      due: rowIsDue(VERIFICATIONS),
      run: async () => {
        const claimed = await claimDue(context, VERIFICATIONS, {
          limit: AT_ONCE,
          set: { attempts: sql`due.attempts + 1` },
        });
        return workOnEach(context, VERIFICATIONS, claimed, (row) => verify(context, row));
      },
    },
  ];
}

async function verify(context: AppContext, claimed: VerificationRow): Promise<void> {
  const row = await prepare(context, claimed);
  if (row === undefined) return;
  const taken = await readAnswer(context, await askMaker(context, row));
  try {
    await finish(context, row, taken, context.settings.get('verification').isAutomaticApproval);
  } catch (error) {
    if (!(error instanceof HasFindings)) throw error;
    await finish(context, row, taken, false);
  }
}

/**
 * Stores which maker gets the pictures before they leave. Undefined where nobody is to be asked: the request is decided,
 * or no maker is connected.
 */
async function prepare(context: AppContext, claimed: VerificationRow): Promise<VerificationRow | undefined> {
  const [first] = context.connections.deciding('verification');
  const connectionId = claimed.connection_id ?? first?.id;
  const held = await underFence<typeof TABLE, 'gave_up' | { row: VerificationRow }>(
    context,
    VERIFICATIONS,
    claimed,
    async (trx, lock) => {
      const row = await lock();
      const { state } = await trx
        .selectFrom('identity_request')
        .where('id', '=', row.request_id)
        .select('state')
        .executeTakeFirstOrThrow();
      if (state !== 'WAITING' || connectionId === undefined) {
        await ended(trx, row.id, { state: 'UNKNOWN' });
        return 'gave_up';
      }
      if (row.sent_at === null)
        await trx
          .updateTable(TABLE)
          .set({ connection_id: connectionId, sent_at: sql`site.clock_timestamp()` })
          .where('id', '=', row.id)
          .execute();
      return { row: { ...row, connection_id: connectionId } };
    },
  );
  return typeof held === 'string' ? undefined : held.row;
}

/** Keeps what the maker said, or has it asked again; after the last time the operators are alone with the request. */
async function finish(
  context: AppContext,
  row: VerificationRow,
  taken: TakenAnswer,
  mayApprove: boolean,
): Promise<void> {
  await underFence(context, VERIFICATIONS, row, async (trx, lock) => {
    await lock();
    if (taken.state === 'UNKNOWN')
      return retryOrGiveUp(trx, VERIFICATIONS, row, {
        wait: waitAfter(LADDER, row.attempts),
        giveUp: () => ended(trx, row.id, taken),
      });
    await ended(trx, row.id, taken);
    if (taken.state === 'CONFIRMED' && mayApprove) await approveConfirmed(trx, row.request_id, taken.facts);
    return 'done';
  });
}
