import { TRANSFER_MINIMUM_BAHT } from '@krapao/contract/limits';
import { type Satang, satangFromBaht } from '@krapao/contract/money';
import type { StatementPlace } from '@krapao/contract/statementPlaces';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { OutcomeSource } from '../../calls/outcomeSource.ts';
import type { Transfer, TransferLeg } from '../../database/schemaTypes.ts';
import { limitOf } from '../../errorDetail.ts';

export type GameTransfer = Selectable<Transfer>;
export type LegRow = Selectable<TransferLeg>;

/** The statement's name for the source of a collection. */
export const ALL_GAMES: StatementPlace = 'ALL';

/** The amount of a transfer in satang. @throws AppError INVALID_AMOUNT, TRANSFER_MINIMUM with its limit (TRF-05) */
export function transferAmount(baht: number): Satang {
  const amount = satangFromBaht(baht);
  if (amount === null || amount <= 0n) throw new AppError('INVALID_AMOUNT');
  const minimum = BigInt(TRANSFER_MINIMUM_BAHT) * 100n;
  if (amount < minimum) throw new AppError('TRANSFER_MINIMUM', undefined, limitOf(minimum));
  return amount;
}

/** Transfers by their key. One that failed half way keeps its key: the moved part must not move again. */
export const transferOutcome: OutcomeSource = {
  kind: 'transfer',
  state: sql`case status when 'PENDING' then 'under_way' when 'SUCCESS' then 'done' else 'refused' end`,
  code: sql`failure`,
  amount: sql`case status when 'SUCCESS' then moved else amount end`,
  isFree: sql`status = 'FAILED' and not exists (
    select from transfer_leg l where l.transfer_id = transfer.id and l.state = 'CONFIRMED')`,
};

/** The statement's causes of a transfer, and of its second part from the wallet if only that failed. */
export const causeOf = (transferId: string): string => `transfer:${transferId}`;
export const onwardCauseOf = (transferId: string): string => `transfer:${transferId}:onward`;
