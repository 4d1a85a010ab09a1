import { type Selectable, sql } from 'kysely';
import type { OutcomeSource } from '../../calls/outcomeSource.ts';
import type { Transfer, TransferLeg } from '../../database/schemaTypes.ts';

export type GameTransfer = Selectable<Transfer>;
export type LegRow = Selectable<TransferLeg>;

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
