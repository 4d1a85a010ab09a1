import { bankCodeOfNumber } from '@krapao/contract/banks';
import type { SlipOutcome } from '@krapao/contract/connections';
import { isClosedBy } from '@krapao/contract/protection/closedBy';
import { sql } from 'kysely';
import type { AppContext } from '../../../context.ts';
import type { Trx } from '../../../database/connect.ts';
import { type LeaseEnd, workOnEach } from '../../../jobs/leasedWork.ts';
import { underFence } from '../../../jobs/underFence.ts';
import type { Answerer, SlipLookUps, SlipLookup, VerifiedSlip } from '../../../providers/slipVerifier.ts';
import { bookWaiting } from '../../cash/arrivals.ts';
import { admitArrival } from '../../protection/admit.ts';
import { accountOfMasked, type DepositAccount, ownAccounts } from '../depositAccounts.ts';
import { type DepositRules, depositRules } from '../depositRules.ts';
import { mayBeCredited } from '../incoming/creditedBefore.ts';
import { houseSender } from '../incoming/houseSender.ts';
import {
  creditTransfer,
  type IncomingTransfer,
  queueTransfer,
  senderOf,
} from '../incoming/incomingTransfer.ts';
import { compareAccount, sendersAgree } from '../incoming/maskedParty.ts';
import { recordTransfer } from '../incoming/recordTransfer.ts';
import { ownersOfSender } from '../incoming/senderOwner.ts';
import { endCreditedSlip } from './repeatSlip.ts';
import {
  claimLookUps,
  failSlip,
  leaveToOperator,
  lookUpAgain,
  retrySlip,
  retryUnknownSlip,
  SLIP_STEPS,
  succeedSlip,
} from './slipSteps.ts';
import type { SlipRow } from './uploadSlip.ts';

const AT_ONCE = 8;
const HOUR_MS = 3_600_000;

/** Looks the waiting slips up at the bank, several at a time. @returns how many */
export async function lookUpNextSlips(context: AppContext, verifier: SlipLookUps): Promise<number> {
  const rules = depositRules(context.settings);
  return workOnEach(context, SLIP_STEPS.LOOKUP, await claimLookUps(context, AT_ONCE), async (slip) => {
    const lookup = await verifier.lookUp(slip.payload ?? '');
    const end = await underFence(context, SLIP_STEPS.LOOKUP, slip, async (trx, lock) => {
      const locked = await lock();
      if (lookup.by) await noteAnswer(trx, locked, lookup, lookup.by);
      return applyLookup(trx, locked, lookup, rules);
    });
    if (end !== 'overtaken' || lookup.status !== 'found') return;
    // Another node may have heard that the bank does not know it.
    if (await context.db.transaction().execute((trx) => lookUpAgain(trx, slip)))
      context.log.warn({ slip: String(slip.id) }, 'refused slip is known to the bank: looked up again');
  });
}

/** Keeps who answered, and what: a connection's own calls are forgotten after a week. */
async function noteAnswer(trx: Trx, { id }: SlipRow, lookup: SlipLookup, by: Answerer): Promise<void> {
  await trx
    .updateTable('slip')
    .set({
      looked_up_by: by.id,
      looked_up_driver: by.driver,
      looked_up_name: by.name,
      looked_up_outcome: outcomeOf(lookup),
      looked_up_at: sql<Date>`site.clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute();
}

function outcomeOf(lookup: SlipLookup): SlipOutcome {
  switch (lookup.status) {
    case 'found':
      return 'FOUND';
    case 'not_found':
      return 'NOT_FOUND';
    case 'pending':
      return 'PENDING';
    case 'unknown':
      return lookup.reason;
    default:
      return lookup.status === 'rejected' && lookup.reason === 'NOT_A_SLIP' ? 'NOT_A_SLIP' : 'REFUSED';
  }
}

async function applyLookup(
  trx: Trx,
  slip: SlipRow,
  lookup: SlipLookup,
  rules: DepositRules,
): Promise<LeaseEnd> {
  switch (lookup.status) {
    case 'found':
      return judge(trx, slip, lookup.slip, rules);
    case 'not_found':
      return retryUnknownSlip(trx, slip);
    case 'manual':
      return leaveToOperator(trx, slip, 'NO_VERIFIER');
    case 'rejected':
      return lookup.reason === 'NOT_A_SLIP' ? failSlip(trx, slip, 'INVALID_SLIP') : retrySlip(trx, slip);
    case 'pending':
    case 'unknown':
      return retrySlip(trx, slip);
  }
}

/** Decides a slip that the bank knows (domain: payments, mapping of reasons). A transfer that waits then stands in suspense. */
async function judge(
  trx: Trx,
  slip: SlipRow,
  verified: VerifiedSlip,
  rules: DepositRules,
): Promise<LeaseEnd> {
  // The answer to another question tells nothing about this one.
  if (verified.transRef !== slip.trans_ref || verified.sendingBank !== slip.sending_bank)
    return retrySlip(trx, slip);
  const receiver = accountOfMasked(await ownAccounts(trx), verified);
  if (receiver.result === 'no_match') return failSlip(trx, slip, 'DEST_ACC_INVALID');
  if (!receiver.account) return leaveToOperator(trx, slip, 'RECEIVER_UNCLEAR');

  const transfer = await recordTransfer(
    trx,
    {
      ...verified,
      sendingBankCode: bankCodeOfNumber(verified.sendingBank),
      transferredAt: verified.transTimestamp,
      source: 'SLIP',
    },
    receiver.account,
  );
  const end = await creditSlip(trx, slip, { verified, transfer, account: receiver.account }, rules);
  await bookWaiting(trx, transfer.id);
  return end;
}

/** Credits the transfer of a slip to its member, or says why not. */
async function creditSlip(
  trx: Trx,
  slip: SlipRow,
  {
    verified,
    transfer,
    account,
  }: { verified: VerifiedSlip; transfer: IncomingTransfer; account: DepositAccount },
  rules: DepositRules,
): Promise<LeaseEnd> {
  const sendingBankCode = bankCodeOfNumber(verified.sendingBank);
  const sender = { ...verified.sender, ...(sendingBankCode !== undefined && { bankCode: sendingBankCode }) };
  const owners = await ownersOfSender(trx, sender);
  // People pass on pictures of slips: a sender who could also be another member proves nothing.
  const isMembers =
    owners.length === 1 &&
    owners[0]?.memberId === slip.member_id &&
    (await houseSender(trx, sender)) === 'other';
  if (transfer.status === 'CREDITED') {
    // A report that named no sender gave this member's money to another: a person decides.
    if (isMembers && transfer.member_id !== slip.member_id && !sendersAgree(senderOf(transfer), sender))
      return leaveToOperator(trx, slip, 'SEVERAL_WAYS');
    return endCreditedSlip(trx, slip, transfer);
  }
  if (transfer.status === 'DISMISSED') return leaveToOperator(trx, slip, 'TRANSFER_DISMISSED');
  if (transfer.amount !== verified.amount) return leaveToOperator(trx, slip, 'AMOUNT_DIFFERS');
  if (transfer.currency !== 'THB' || verified.currency !== 'THB')
    return leaveToOperator(trx, slip, 'CURRENCY');

  const member = await trx
    .selectFrom('member')
    .select(['bank_code', 'bank_account_no', 'bank_account_name'])
    .where('id', '=', slip.member_id)
    .executeTakeFirstOrThrow();
  const isLate = slip.uploaded_at.getTime() - verified.transTimestamp.getTime() > rules.slipHours * HOUR_MS;
  const isOtherAccount = compareAccount(verified.sender, sendingBankCode, member) === 'no_match';
  if (isOtherAccount || isLate) {
    await queueTransfer(trx, transfer, transfer.note === null ? 'SLIP_REFUSED' : (transfer.note as never));
    return failSlip(trx, slip, isOtherAccount ? 'NOT_MATCH' : 'EXPIRED_SLIP');
  }
  if (!isMembers) return leaveToOperator(trx, slip, 'SENDER_UNCLEAR');
  if (transfer.note === 'SEVERAL_WAYS' || (await mayBeCredited(trx, transfer, slip.member_id))) {
    await queueTransfer(trx, transfer, transfer.note === null ? 'AMBIGUOUS' : (transfer.note as never));
    return leaveToOperator(trx, slip, 'SEVERAL_WAYS');
  }
  if (isClosedBy(transfer.note)) return leaveToOperator(trx, slip, transfer.note);
  const closed = await admitArrival(trx, slip.member_id, transfer.amount);
  if (closed) {
    await queueTransfer(trx, transfer, closed.code);
    return leaveToOperator(trx, slip, closed.code);
  }
  const credited = await creditTransfer(trx, transfer, {
    memberId: slip.member_id,
    amount: transfer.amount,
    cause: `slip:${slip.id}`,
    account,
    rules,
  });
  return succeedSlip(trx, slip, credited);
}
