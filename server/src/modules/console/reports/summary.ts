import type { Db } from '../../../database/connect.ts';
import { type HouseMovement, houseMovements } from './houseMoney.ts';
import { memberFigures } from './memberFigures.ts';
import { moneyFigures } from './moneyFigures.ts';
import { bucketsOf, type Period, periodBefore, readPeriod, type Span } from './period.ts';
import { providerResults } from './providerResults.ts';
import { queueTimes } from './queueTimes.ts';

/**
 * The figures of a period, of the one before, and the period's course; baht.
 * @throws AppError INVALID_REQUEST for a period that is none
 */
export async function summarise(db: Db, asked: { from: string; to: string }, now = new Date()) {
  const period = readPeriod(asked);
  const { before, isUntilNow } = periodBefore(period, now);
  const movements = await houseMovements(db, period, period.days === 1 ? 'hour' : 'day');
  return {
    figures: await figuresOf(db, period, movements),
    before: await figuresOf(db, before, await houseMovements(db, before)),
    beforeFrom: before.from,
    beforeTo: before.to,
    isUntilNow,
    series: seriesOf(period, movements),
    providers: await providerResults(db, period, movements),
    queues: await queueTimes(db, period),
  };
}

async function figuresOf(db: Db, span: Span, movements: readonly HouseMovement[]) {
  return { ...moneyFigures(movements), ...(await memberFigures(db, span)) };
}

function seriesOf(period: Period, movements: readonly HouseMovement[]) {
  const byBucket = Map.groupBy(movements, ({ bucket }) => bucket);
  return bucketsOf(period).map((start) => {
    const { deposits, withdrawals, net, cost } = moneyFigures(byBucket.get(start) ?? []);
    return { start, deposits: deposits.amount, withdrawals: withdrawals.amount, net, cost };
  });
}
