import { clock } from '../../clock.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { type HouseMovement, houseMovements } from './houseMoney.ts';
import { keptPromises } from './keptPromises.ts';
import { memberFigures } from './memberFigures.ts';
import { moneyFigures } from './moneyFigures.ts';
import { bucketsOf, type Period, periodBefore, readPeriod, type Span } from './period.ts';
import { providerResults } from './providerResults.ts';
import { queueTimes } from './queueTimes.ts';

/**
 * The figures of a period, of the previous one, and the figures of each bucket; baht. One snapshot.
 * @throws AppError INVALID_REQUEST for an invalid period
 */
export async function summarise(db: Db, asked: { from: string; to: string }, now = clock.date()) {
  const period = readPeriod(asked);
  const { before, isUntilNow } = periodBefore(period, now);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const movements = await houseMovements(trx, period, period.days === 1 ? 'hour' : 'day');
      return {
        figures: await figuresOf(trx, period, movements),
        before: await figuresOf(trx, before, await houseMovements(trx, before)),
        beforeFrom: before.from,
        beforeTo: before.to,
        isUntilNow,
        series: seriesOf(period, movements),
        providers: await providerResults(trx, period, movements),
        queues: await queueTimes(trx, period),
        promises: await keptPromises(trx, period),
      };
    });
}

async function figuresOf(trx: Trx, span: Span, movements: readonly HouseMovement[]) {
  return { ...moneyFigures(movements), ...(await memberFigures(trx, span)) };
}

function seriesOf(period: Period, movements: readonly HouseMovement[]) {
  const byBucket = Map.groupBy(movements, ({ bucket }) => bucket);
  return bucketsOf(period).map((start) => {
    const { deposits, withdrawals, net, cost } = moneyFigures(byBucket.get(start) ?? []);
    return { start, deposits: deposits.amount, withdrawals: withdrawals.amount, net, cost };
  });
}
