import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import {
  claimDue,
  inSeconds,
  type LeasedRow,
  type LeasedWork,
  rowIsDue,
  workOnEach,
} from '../../jobs/leasedWork.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { underFence } from '../../jobs/underFence.ts';
import { readMonth } from './month.ts';
import type { Task } from './simulate.ts';
import { simulateInThread } from './simulateInThread.ts';

/** The name of the job. */
export const SIMULATION_JOB = 'simulations';
const SIMULATIONS: LeasedWork<'offer_simulation'> = {
  job: SIMULATION_JOB,
  table: 'offer_simulation',
  key: ['id'],
};
/** Where the node dies again and again, the simulation is the cause. */
const TRIES_MOST = 3;

type Row = LeasedRow<'offer_simulation'>;
/** Makes the draft's rules of its document. */
export type OfferOf = (row: Pick<Row, 'kind' | 'value'>) => Task['offer'];

/** Tries drafts on last month's members, one at a time on a node. */
export function simulationJobs(context: AppContext, offerOf: OfferOf): Job[] {
  return [
    {
      name: SIMULATION_JOB,
      due: rowIsDue(SIMULATIONS),
      run: async () => {
        const rows = await claimDue(context, SIMULATIONS, {
          limit: 1,
          set: { tries: sql<number>`leased.tries + 1` },
        });
        return workOnEach(context, SIMULATIONS, rows, (row) => run(context, row, offerOf));
      },
    },
  ];
}

async function run(context: AppContext, row: Row, offerOf: OfferOf): Promise<void> {
  if (row.tries > TRIES_MOST) return end(context, row, { state: 'FAILED' });
  try {
    const task = await taskOf(context, row, offerOf);
    const result = await simulateInThread(task, (percent) => goesOn(context, row, percent));
    if (result !== undefined)
      await end(context, row, { state: 'DONE', result: JSON.stringify(result), percent: 100 });
  } catch (error) {
    context.log.error({ err: error, simulation: row.id }, 'simulation failed');
    await end(context, row, { state: 'FAILED' });
  }
}

/** All that is read, on one snapshot of a replica or the primary. */
function taskOf({ readers, settings }: AppContext, row: Row, offerOf: OfferOf): Promise<Task> {
  return readers.read((db) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        const offer = offerOf(row);
        const satangForCoin = settings.get('deposit').satangForCoin;
        const code = offer.kind === 'bonus' ? offer.terms.code : '';
        const turnoverPercent = settings.get('turnover');
        const month = await readMonth(trx, { seed: row.seed, code, satangForCoin, turnoverPercent });
        if (offer.kind === 'bonus') {
          const known = await trx
            .selectFrom('bonus_definition')
            .select('claimed')
            .where('code', '=', code)
            .executeTakeFirst();
          offer.claimed = known?.claimed ?? 0;
        }
        return {
          seed: row.seed,
          month,
          offer,
          settings: {
            bonus: settings.get('bonus'),
            bonusCoupon: settings.get('bonusCoupon'),
            refund: settings.get('refund'),
            satangForCoin,
          },
        };
      }),
  );
}

/** Notes the progress and keeps the lease. @returns false if it was cancelled, or another node has it */
async function goesOn({ db, config }: AppContext, { id, claim }: Row, percent: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('offer_simulation')
    .set({ percent, due_at: inSeconds(config.leaseSeconds) })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('state', '=', 'WAITING')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function end(
  context: AppContext,
  row: Row,
  values: { state: 'DONE' | 'FAILED'; result?: string; percent?: number },
): Promise<void> {
  await underFence(context, SIMULATIONS, row, async (trx, lock) => {
    const { state } = await lock();
    if (state === 'WAITING')
      await trx
        .updateTable('offer_simulation')
        .set({ ...values, due_at: null, ended_at: sql<Date>`site.clock_timestamp()` })
        .where('id', '=', row.id)
        .execute();
    return values.state === 'DONE' ? 'done' : 'gave_up';
  });
}
