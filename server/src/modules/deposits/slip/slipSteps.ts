import type { SlipReason } from '@krapao/contract/errors';
import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../database/connect.ts';
import { type Decision, decisionColumns } from '../../../decision.ts';
import { leaseEnd } from '../../../jobs/leaseOf.ts';
import type { SlipRow } from './uploadSlip.ts';

/** Why a slip waits for an operator. */
export type OperatorNote =
  | 'WALLET_SLIP'
  | 'NO_VERIFIER'
  | 'RECEIVER_UNCLEAR'
  | 'SENDER_UNCLEAR'
  | 'AMOUNT_DIFFERS'
  | 'CURRENCY'
  | 'TRANSFER_DISMISSED';

/** Seconds until the next look-up; together about forty minutes. */
const WAITS = [3, 10, 30, 60, 120, 300, 600, 1_200];

/** Claims slips whose step is due and leases them. `attempts` includes this attempt. */
export async function claimSlips(
  db: Db,
  step: 'DECODE' | 'LOOKUP',
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<SlipRow[]> {
  const { rows } = await sql<SlipRow>`
    update slip set due_at = ${leaseEnd(leaseSeconds)}, attempts = attempts + 1
    where id in (
      select id from slip where step = ${step} and due_at <= now()
      order by due_at limit ${limit} for update skip locked)
    returning *`.execute(db);
  return rows;
}

/** Locks a claimed slip; undefined if another node has moved it on meanwhile. */
export async function lockSlip(trx: Trx, slip: SlipRow): Promise<SlipRow | undefined> {
  return trx
    .selectFrom('slip')
    .selectAll()
    .where('id', '=', slip.id)
    .where('step', '=', slip.step)
    .where('attempts', '=', slip.attempts)
    .forUpdate()
    .executeTakeFirst();
}

const isSlipOrRepeat = (id: bigint) => sql<boolean>`(id = ${id} or repeat_of = ${id})`;

/** Ends a slip, and its repeats, with its reason (STM-05). */
export async function failSlip(
  trx: Trx,
  { id }: SlipRow,
  note: SlipReason,
  decision?: Decision,
): Promise<void> {
  await trx
    .updateTable('slip')
    .set({
      status: 'FAILED',
      step: 'DONE',
      note,
      due_at: null,
      finished_at: sql`clock_timestamp()`,
      ...(decision && decisionColumns(decision)),
    })
    .where(isSlipOrRepeat(id))
    .execute();
}

/** Ends a slip, and its repeats, whose transfer is credited. */
export async function succeedSlip(
  trx: Trx,
  { id }: SlipRow,
  transfer: { id: bigint; credited_amount: Satang | null },
  decision?: Decision,
): Promise<void> {
  await trx
    .updateTable('slip')
    .set({
      status: 'SUCCESS',
      step: 'DONE',
      amount: transfer.credited_amount,
      incoming_transfer_id: transfer.id,
      due_at: null,
      finished_at: sql`clock_timestamp()`,
      ...(decision && decisionColumns(decision)),
    })
    .where(isSlipOrRepeat(id))
    .execute();
}

/** Queues a slip for an operator; the member sees it in progress. */
export async function leaveToOperator(trx: Trx, slip: SlipRow, operatorNote: OperatorNote): Promise<void> {
  await trx
    .updateTable('slip')
    .set({ step: 'OPERATOR', operator_note: operatorNote, due_at: null })
    .where('id', '=', slip.id)
    .execute();
}

/** Sends a decoded slip to its first look-up. */
export async function sendToLookUp(
  trx: Trx,
  slip: SlipRow,
  found: { payload: string; sendingBank: string; transRef: string },
): Promise<void> {
  await trx
    .updateTable('slip')
    .set({
      step: 'LOOKUP',
      payload: found.payload,
      sending_bank: found.sendingBank,
      trans_ref: found.transRef,
      attempts: 0,
      due_at: sql`now()`,
    })
    .where('id', '=', slip.id)
    .execute();
}

/** Schedules a slip's next look-up, at growing intervals; ends it with `lastNote` after `tries` look-ups. */
export async function retrySlip(
  trx: Trx,
  slip: SlipRow,
  lastNote: SlipReason,
  tries = WAITS.length,
): Promise<void> {
  const wait = WAITS[slip.attempts - 1];
  if (slip.attempts >= tries || wait === undefined) return failSlip(trx, slip, lastNote);
  await trx
    .updateTable('slip')
    .set({ due_at: sql`clock_timestamp() + make_interval(secs => ${wait})` })
    .where('id', '=', slip.id)
    .execute();
}
