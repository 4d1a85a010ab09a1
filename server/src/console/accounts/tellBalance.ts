import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import { clock } from '../../clock.ts';
import type { Trx } from '../../database/connect.ts';
import { type Decision, decisionColumns } from '../../decision.ts';
import type { Recorder } from '../act.ts';
import { differenceOn } from './differencesByDay.ts';
import type { Place } from './places.ts';

const CLOCKS_DIFFER_MS = 5 * 60_000;

interface Counted {
  /** In hundredths of the place's currency. */
  balance: bigint;
  at: Date;
  note: string | undefined;
  operatorId: bigint;
}

/**
 * Stores what an operator read at the bank, the gateway or the house of a game. No book changes.
 * @throws AppError CASH_PERIOD (in the future)
 */
export async function tellBalance(
  trx: Trx,
  recorder: Recorder,
  place: Place,
  { balance, at, note, operatorId }: Counted,
): Promise<void> {
  if (at.getTime() > clock.now() + CLOCKS_DIFFER_MS) throw new AppError('CASH_PERIOD', 'in the future');
  const [, code = ''] = place.id.split(':');
  await trx
    .insertInto('account_balance')
    .values({
      deposit_account_id: place.account?.id ?? null,
      gateway: place.kind === 'GATEWAY' ? code : null,
      provider: place.kind === 'PROVIDER' ? code : null,
      balance,
      at,
      note: note?.trim() || null,
      source: 'OPERATOR',
      told_by: operatorId,
    })
    .execute();
  await recorder({
    action: 'cash.balance',
    subject: subjectOf(place),
    after: { balance, at },
    ...(note !== undefined && { reason: note }),
  });
}

/**
 * Keeps why a place told another balance than our books on a day. It holds while the difference is this one.
 * @param difference as the operator saw it, in hundredths
 * @throws AppError NO_DATA (nothing differs on that day), CHANGED_MEANWHILE, ALREADY_DECIDED
 */
export async function explainDifference(
  trx: Trx,
  recorder: Recorder,
  place: Place,
  { day, difference, decision }: { day: string; difference: bigint; decision: Decision },
): Promise<void> {
  const now = await differenceOn(trx, place, day);
  if (now === null || now === 0n) throw new AppError('NO_DATA', 'nothing differs');
  if (now !== difference) throw new AppError('CHANGED_MEANWHILE');
  const { numInsertedOrUpdatedRows: stored } = await trx
    .insertInto('explained_difference')
    .values({ place: place.id, day: sql<Date>`${day}::date`, difference, ...decisionColumns(decision) })
    .onConflict((conflict) => conflict.columns(['place', 'day', 'difference']).doNothing())
    .executeTakeFirst();
  if (stored === 0n) throw new AppError('ALREADY_DECIDED');
  await recorder({
    action: 'cash.explainDifference',
    subject: subjectOf(place),
    after: { day, difference: bahtFromSatang(difference) },
    reason: decision.reason,
  });
}

/** As the audit log names it. */
const subjectOf = ({ kind, id }: Place): string => (kind === 'ACCOUNT' ? `depositAccount:${id}` : id);
