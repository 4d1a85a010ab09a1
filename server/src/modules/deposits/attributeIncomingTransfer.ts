import { isClosedBy } from '@krapao/contract/protection/closedBy';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { type Decision, decisionColumns } from '../../decision.ts';
import type { TransferReceiver } from '../../providers/incomingTransferFeed.ts';
import { takeBack } from '../cash/arrivals.ts';
import { finishEntry } from '../statement/writeEntry.ts';
import { accountOfReceiver, type DepositAccount, ownAccounts } from './depositAccounts.ts';
import type { DepositRules } from './depositRules.ts';
import { bookReturn } from './incoming/bookReturn.ts';
import { creditTransfer, type IncomingTransfer } from './incoming/incomingTransfer.ts';
import { lockHolders } from './incoming/oneHolder.ts';
import { dismissSeen } from './incoming/seenTransfer.ts';
import { satangFor } from './kipRate.ts';
import { requireReturned } from './returnReference.ts';
import { closeSlips, isSlipOf, lockSlips } from './slip/operatorSlips.ts';
import { failSlip } from './slip/slipSteps.ts';

export interface Attribution extends Decision {
  transferId: bigint;
  memberId: bigint;
}

/**
 * Credits a queued transfer to the member chosen by an operator, once; kip at the current rate. Waiting slips of it
 * end, and so does the member's claim of this amount.
 * @throws AppError NO_DATA (no such transfer), ALREADY_DECIDED, NO_USER, NO_BANK (no account of ours), INVALID_REQUEST
 */
export async function attributeIncomingTransfer(
  trx: Trx,
  { transferId, memberId, ...decision }: Attribution,
  rules: DepositRules,
): Promise<IncomingTransfer> {
  const { trans_ref: transRef } = await readTransfer(trx, transferId);
  const slips = await lockSlips(trx, { transRef });
  const transfer = await lockQueued(trx, transferId);
  await requireMember(trx, memberId);
  const account = await accountOf(trx, transfer);
  const amount = transfer.currency === 'LAK' ? satangFor(transfer.amount, rules.attForBaht) : transfer.amount;
  await lockHolders(trx, transfer, memberId, rules);
  const manualId = await completeClaim(trx, transfer, memberId);
  const credited = await creditTransfer(trx, transfer, {
    memberId,
    amount,
    cause: manualId === undefined ? `incoming:${transferId}` : `manual:${manualId}`,
    account,
    rules,
    decision,
  });
  await closeSlips(trx, slips.filter(isSlipOf(transfer)), credited, decision);
  return credited;
}

export interface Dismissal extends Decision {
  transferId: bigint;
  /** Of the transfer with which the money went back. */
  returnReference?: string | undefined;
}

/**
 * Removes a transfer from the queue without a credit: it was sent back, or is not a deposit. Later reports of it change
 * nothing; if this one shows no sender, one that shows its sender waits beside it (SEVERAL_WAYS).
 * @returns `leavesBooks`: a bank told of it, it stood in suspense, and it does not go back
 * @throws AppError NO_DATA, ALREADY_DECIDED, INVALID_REQUEST, NO_BANK (sent back from no account of ours)
 */
export async function dismissIncomingTransfer(
  trx: Trx,
  { transferId, returnReference, ...decision }: Dismissal,
): Promise<IncomingTransfer & { leavesBooks: boolean }> {
  const { trans_ref: transRef } = await readTransfer(trx, transferId);
  const slips = await lockSlips(trx, { transRef });
  const transfer = await lockQueued(trx, transferId);
  const reference = requireReturned(transfer.note, returnReference);
  if (reference === null) await takeBack(trx, transferId, decision.operator);
  const booked =
    reference === null
      ? null
      : await bookReturn(trx, transfer, await accountOf(trx, transfer), { reference, ...decision });
  for (const slip of slips.filter(isSlipOf(transfer)))
    if (isClosedBy(slip.operator_note)) await failSlip(trx, slip, 'UNKNOW_ERROR', decision);
  await dismissSeen(trx, transferId);
  await failClaim(trx, transferId);
  const dismissed = await trx
    .updateTable('incoming_transfer')
    .set({
      status: 'DISMISSED',
      ...decisionColumns(decision),
      ...(reference !== null && {
        returned_reference: reference,
        cash_posting_id: booked,
        suspense_posting_id: null,
      }),
    })
    .where('id', '=', transferId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...dismissed, leavesBooks: reference === null && transfer.suspense_posting_id !== null };
}

/** Ends the claim whose money this was (safer play kept it out). */
async function failClaim(trx: Trx, transferId: bigint): Promise<void> {
  const claim = await trx
    .updateTable('manual_deposit')
    .set({ status: 'FAILED', finished_at: sql`site.clock_timestamp()` })
    .where('incoming_transfer_id', '=', transferId)
    .where('status', '=', 'PENDING')
    .returning('id')
    .executeTakeFirst();
  if (claim) await finishEntry(trx, `manual:${claim.id}`, 'FAILED');
}

/** @throws AppError NO_USER */
async function requireMember(trx: Trx, memberId: bigint): Promise<void> {
  const member = await trx.selectFrom('member').select('id').where('id', '=', memberId).executeTakeFirst();
  if (!member) throw new AppError('NO_USER');
}

async function readTransfer(trx: Trx, id: bigint): Promise<IncomingTransfer> {
  const transfer = await trx
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!transfer) throw new AppError('NO_DATA', 'no such transfer');
  return transfer;
}

async function lockQueued(trx: Trx, id: bigint): Promise<IncomingTransfer> {
  await trx.selectFrom('incoming_transfer').select('id').where('id', '=', id).forUpdate().execute();
  const transfer = await readTransfer(trx, id);
  if (transfer.status !== 'QUEUED') throw new AppError('ALREADY_DECIDED', transfer.status);
  return transfer;
}

/** Its receiving account, including one that was entered after the transfer. */
async function accountOf(trx: Trx, transfer: IncomingTransfer): Promise<DepositAccount> {
  const accounts = await ownAccounts(trx);
  const account =
    accounts.find(({ id }) => id === transfer.deposit_account_id) ??
    accountOfReceiver(accounts, transfer.receiver as unknown as TransferReceiver);
  if (!account) throw new AppError('NO_BANK', 'the transfer went to no account of ours');
  return account;
}

/** Uses up the member's pending claim of this amount. @returns its id */
async function completeClaim(
  trx: Trx,
  transfer: IncomingTransfer,
  memberId: bigint,
): Promise<bigint | undefined> {
  if (transfer.currency !== 'THB') return undefined;
  const claim = await trx
    .updateTable('manual_deposit')
    .set({ status: 'SUCCESS', incoming_transfer_id: transfer.id, finished_at: sql`site.clock_timestamp()` })
    .where('member_id', '=', memberId)
    .where('amount', '=', transfer.amount)
    .where('status', '=', 'PENDING')
    .returning('id')
    .executeTakeFirst();
  return claim?.id;
}
