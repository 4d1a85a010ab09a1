import type { SlipReason } from '@krapao/contract/errors';
import type { Satang } from '@krapao/contract/money';
import { CLOSED_BY } from '@krapao/contract/protection/closedBy';
import { sql } from 'kysely';
import type { AppContext } from '../../../context.ts';
import type { Trx } from '../../../database/connect.ts';
import { type Decision, decisionColumns } from '../../../decision.ts';
import { claimDue, dueNow, type LeasedWork, type LeaseEnd, rowIsDue } from '../../../jobs/leasedWork.ts';
import { type Ladder, retryOrGiveUp, waitAfter } from '../../../jobs/retry.ts';
import type { SlipRow } from './uploadSlip.ts';

/** Why a slip waits for an operator. */
export const OPERATOR_NOTES = [
  'WALLET_SLIP',
  'BANK_PROOF',
  'NO_VERIFIER',
  'RECEIVER_UNCLEAR',
  'SENDER_UNCLEAR',
  'SEVERAL_WAYS',
  'AMOUNT_DIFFERS',
  'CURRENCY',
  'TRANSFER_DISMISSED',
  ...CLOSED_BY,
] as const;
export type OperatorNote = (typeof OPERATOR_NOTES)[number];

/** Until the next look-up if the bank did not answer; together about forty minutes. */
const LOOK_AGAIN: Ladder = { waits: [3, 10, 30, 60, 120, 300, 600, 1_200], isEndless: false };

/** A slip can be a little newer than the bank's books. */
const NOT_FOUND_AGAIN: Ladder = { waits: [3, 10, 30], isEndless: false };

const SLIPS = { table: 'slip', key: ['id'] } as const;
/** The steps of slips that machines take, as rows that nodes work on. */
export const SLIP_STEPS = {
  DECODE: { job: 'decode-slips', ...SLIPS },
  LOOKUP: { job: 'look-up-slips', ...SLIPS },
} satisfies Record<string, LeasedWork<'slip'>>;

type Claiming = Pick<AppContext, 'db' | 'config' | 'metrics'>;

const atStep = (step: keyof typeof SLIP_STEPS) => sql<boolean>`step = ${step}`;
/** The condition of the step's job. */
export const slipIsDue = (step: keyof typeof SLIP_STEPS) => rowIsDue(SLIP_STEPS[step], atStep(step));

/** Takes slips that are due to be looked up and leases them. `attempts` counts this time already. */
export function claimLookUps(context: Claiming, limit: number): Promise<SlipRow[]> {
  const oneMore = { attempts: sql`due.attempts + 1` };
  return claimDue(context, SLIP_STEPS.LOOKUP, { limit, where: atStep('LOOKUP'), set: oneMore });
}

/**
 * Takes the slip that is to be decoded next and leases it. A slip that came later goes first if its member has sent fewer
 * within the hour: each one that a member sent before counts like five seconds of waiting.
 * @param busy members of whom this node decodes a slip already: of each, one at a time
 */
export async function claimNextSlip(
  context: Claiming,
  busy: readonly bigint[],
): Promise<SlipRow | undefined> {
  const [slip] = await claimDue(context, SLIP_STEPS.DECODE, {
    limit: 1,
    where: sql`${atStep('DECODE')} and member_id <> all(${[...busy]}::bigint[])`,
    first: sql`due_at + (select count(*) from slip earlier where earlier.member_id = slip.member_id
      and earlier.id < slip.id and earlier.uploaded_at > site.now() - interval '1 hour') * interval '5 seconds'`,
  });
  return slip;
}

const isSlipOrRepeat = (id: bigint) => sql<boolean>`(id = ${id} or repeat_of = ${id})`;

/** Ends a slip, and its repeats, with its reason (STM-05). */
export async function failSlip(
  trx: Trx,
  { id }: SlipRow,
  note: SlipReason,
  decision?: Decision,
): Promise<'done'> {
  await trx
    .updateTable('slip')
    .set({
      status: 'FAILED',
      step: 'DONE',
      note,
      due_at: null,
      finished_at: sql`site.clock_timestamp()`,
      ...(decision && decisionColumns(decision)),
    })
    .where(isSlipOrRepeat(id))
    .execute();
  return 'done';
}

/** Ends a slip, and its repeats, whose transfer is credited. */
export async function succeedSlip(
  trx: Trx,
  { id }: SlipRow,
  transfer: { id: bigint; credited_amount: Satang | null },
  decision?: Decision,
): Promise<'done'> {
  await trx
    .updateTable('slip')
    .set({
      status: 'SUCCESS',
      step: 'DONE',
      amount: transfer.credited_amount,
      incoming_transfer_id: transfer.id,
      due_at: null,
      finished_at: sql`site.clock_timestamp()`,
      ...(decision && decisionColumns(decision)),
    })
    .where(isSlipOrRepeat(id))
    .execute();
  return 'done';
}

/** Leaves a slip to an operator; the member sees it in progress. @param found what its QR says, if that is new */
export async function leaveToOperator(
  trx: Trx,
  slip: SlipRow,
  operatorNote: OperatorNote,
  found?: { payload: string; transRef: string | null },
): Promise<'gave_up'> {
  await trx
    .updateTable('slip')
    .set({
      step: 'OPERATOR',
      operator_note: operatorNote,
      due_at: null,
      ...(found && { payload: found.payload, trans_ref: found.transRef }),
    })
    .where('id', '=', slip.id)
    .execute();
  return 'gave_up';
}

/** Sends a decoded slip to its first look-up. */
export async function sendToLookUp(
  trx: Trx,
  slip: SlipRow,
  found: { payload: string; sendingBank: string; transRef: string },
): Promise<'done'> {
  await trx
    .updateTable('slip')
    .set({
      step: 'LOOKUP',
      payload: found.payload,
      sending_bank: found.sendingBank,
      trans_ref: found.transRef,
      attempts: 0,
      due_at: sql`site.now()`,
    })
    .where('id', '=', slip.id)
    .execute();
  return 'done';
}

/**
 * Begins the look-ups of a slip anew, and lets its repeats wait for it, if a machine ended it because the bank did not
 * know it or did not answer. @returns false if not
 */
export async function lookUpAgain(trx: Trx, { id }: SlipRow): Promise<boolean> {
  const open = { status: 'PENDING', note: null, finished_at: null };
  const { numUpdatedRows } = await trx
    .updateTable('slip')
    .set({ ...open, ...dueNow(), step: 'LOOKUP', attempts: 0, not_found: 0 })
    .where('id', '=', id)
    .where('status', '=', 'FAILED')
    .where('note', 'in', ['INVALID_SLIP', 'UNKNOW_ERROR'])
    .where('decided_by', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await trx
    .updateTable('slip')
    .set({ ...open, step: 'REPEAT' })
    .where('repeat_of', '=', id)
    .where('status', '=', 'FAILED')
    .execute();
  return true;
}

/** Lets a slip that the bank did not know wait for its next look-up; after four such answers it counts as fake. */
export function retryUnknownSlip(trx: Trx, slip: SlipRow): Promise<LeaseEnd> {
  const not_found = slip.not_found + 1;
  return retryOrGiveUp(trx, SLIP_STEPS.LOOKUP, slip, {
    wait: waitAfter(NOT_FOUND_AGAIN, not_found),
    set: { not_found },
    giveUp: () => failSlip(trx, slip, 'INVALID_SLIP'),
  });
}

/** Lets a slip that the bank told nothing about wait for its next look-up, longer each time. */
export function retrySlip(trx: Trx, slip: SlipRow): Promise<LeaseEnd> {
  return retryOrGiveUp(trx, SLIP_STEPS.LOOKUP, slip, {
    wait: waitAfter(LOOK_AGAIN, slip.attempts - slip.not_found),
    giveUp: () => failSlip(trx, slip, 'UNKNOW_ERROR'),
  });
}
