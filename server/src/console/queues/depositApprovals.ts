import type { Satang } from '@krapao/contract/money';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { approveTransferClaim } from '../../modules/deposits/claim/decideTransferClaim.ts';
import { ownAccounts } from '../../modules/deposits/depositAccounts.ts';
import { depositRules } from '../../modules/deposits/depositRules.ts';
import { creditLatePayment } from '../../modules/deposits/gateway/decideLatePayment.ts';
import { approveGiftLink } from '../../modules/deposits/gift/decideGiftLink.ts';
import { isDoubted } from '../../modules/deposits/incoming/doubt.ts';
import { type IncomingTransfer, senderOf } from '../../modules/deposits/incoming/incomingTransfer.ts';
import { compareSender } from '../../modules/deposits/incoming/maskedParty.ts';
import { isBeyondHolders } from '../../modules/deposits/incoming/oneHolder.ts';
import { type NamedTransfer, toldElsewhere } from '../../modules/deposits/incoming/toldElsewhere.ts';
import { approveSlip } from '../../modules/deposits/slip/decideSlip.ts';
import { isProof } from '../../modules/deposits/slip/slipProof.ts';
import type { Applying, ApprovalKind, Fact } from '../approvals/approvalKind.ts';
import { countOwnMoney, type OwnMoney, SecondPersonNeeded } from '../approvals/ownMoney.ts';
import { requireSatang } from '../requireSatang.ts';
import { presentAccount } from './presentAccount.ts';
import { requireOwner } from './slipOwner.ts';

/** The amount that an operator saw at the bank, in the currency of the account: baht or kip. */
interface Seen {
  amount: number;
  accountId: string;
}

/**
 * Approval of a slip. A slip that was sent to a supervisor needs two supervisors. Without `memberId` the money is of who
 * sent the slip.
 */
export const slipApproval: ApprovalKind<
  Seen & { slipId: string; transRef: string | null; memberId?: string | null; isEscalated: boolean }
> = {
  name: 'slip.approve',
  permission: ({ isEscalated }) => (isEscalated ? 'slip.supervise' : 'deposit.decide'),
  present: async (db, { slipId, amount, accountId, transRef }) => {
    const slip = await db
      .selectFrom('slip')
      .where('id', '=', BigInt(slipId))
      .select(['trans_ref', 'sending_bank'])
      .executeTakeFirst();
    const ownRef = slip === undefined || isProof(slip) ? null : slip.trans_ref;
    const meant = { transRef: ownRef ?? transRef ?? '', sendingBank: slip?.sending_bank ?? undefined };
    return seenFacts(db, { amount, accountId, transRef }, meant);
  },
  apply: async (trx, applying, { slipId, amount, accountId, transRef, memberId: named }, context) => {
    const { recorder, decision } = applying;
    const subject = `slip:${slipId}`;
    const seen = requireSatang(amount);
    const memberId = named == null ? undefined : BigInt(named);
    const depositAccountId = BigInt(accountId);
    await requireOwner(trx, BigInt(slipId), memberId, { transRef, depositAccountId });
    const credited = await approveSlip(
      trx,
      {
        slipId: BigInt(slipId),
        amount: seen,
        depositAccountId,
        ...(transRef !== null && { transRef }),
        memberId,
        ...decision,
      },
      depositRules(context.settings),
    );
    await recorder({
      action: 'slip.approve',
      subject,
      memberId: credited.member_id,
      after: { amount, accountId, transRef: credited.trans_ref },
      reason: decision.reason,
    });
    const { id: transferId, member_id: owner, isToldElsewhere } = credited;
    await countSeen(trx, applying, context, { subject, memberId: owner, transferId, seen, isToldElsewhere });
  },
};

/** Approval of a member's transfer claim. */
export const transferClaimApproval: ApprovalKind<Seen & { manualId: string; transRef: string }> = {
  name: 'notice.approve',
  permission: () => 'deposit.decide',
  present: (db, seen) => seenFacts(db, seen, { transRef: seen.transRef }),
  apply: async (trx, applying, { manualId, amount, accountId, transRef }, context) => {
    const { recorder, decision } = applying;
    const subject = `notice:${manualId}`;
    const seen = { amount: requireSatang(amount), depositAccountId: BigInt(accountId), transRef };
    const claim = await approveTransferClaim(
      trx,
      { manualId: BigInt(manualId), seen, ...decision },
      depositRules(context.settings),
    );
    await recorder({
      action: 'notice.approve',
      subject,
      memberId: claim.member_id,
      before: { satang: claim.amount },
      after: { amount, accountId, transRef },
      reason: decision.reason,
    });
    const { incoming_transfer_id: transferId, member_id: memberId, isToldElsewhere } = claim;
    await countSeen(trx, applying, context, {
      subject,
      memberId,
      transferId,
      seen: seen.amount,
      isToldElsewhere,
    });
  },
};

/**
 * The amount that an operator saw for a gift link. No wallet account reported it, otherwise it would be credited
 * already.
 */
export const giftApproval: ApprovalKind<{ linkId: string; amount: number }> = {
  name: 'gift.approve',
  permission: () => 'deposit.decide',
  present: () => [],
  apply: async (trx, applying, { linkId, amount }, context) => {
    const { recorder, decision } = applying;
    const subject = `gift:${linkId}`;
    const satang = requireSatang(amount);
    const link = await approveGiftLink(
      trx,
      { linkId: BigInt(linkId), amount: satang, ...decision },
      depositRules(context.settings),
    );
    await recorder({
      action: 'gift.approve',
      subject,
      memberId: link.member_id,
      after: { satang },
      reason: decision.reason,
    });
    await countOwnMoney(trx, applying, context, { subject, amount: satang, memberId: link.member_id });
  },
};

/**
 * A late payment: the gateway reported that it collected the money, but nobody reports whether it was refunded since.
 */
export const latePaymentApproval: ApprovalKind<{ paymentId: string }> = {
  name: 'gateway.credit',
  permission: () => 'deposit.decide',
  present: (_, { paymentId }) => [{ name: 'reference', text: paymentId }],
  apply: async (trx, applying, { paymentId }, context) => {
    const { recorder, decision } = applying;
    const payment = await creditLatePayment(trx, { paymentId, ...decision }, depositRules(context.settings));
    const subject = `gateway:${payment.id}`;
    await recorder({
      action: 'gateway.credit',
      subject,
      memberId: payment.member_id,
      after: { satang: payment.paid_amount },
      reason: decision.reason,
    });
    await countOwnMoney(trx, applying, context, {
      subject,
      amount: payment.paid_amount ?? 0n,
      memberId: payment.member_id,
    });
  },
};

/**
 * Counts what an operator saw arrive, as far as no bank confirms it. Against a bank that named another account of ours two
 * operators are needed, whatever the amount: what comes into that account later is credited as well.
 * @throws SecondPersonNeeded
 */
async function countSeen(
  trx: Trx,
  applying: Applying,
  context: AppContext,
  {
    transferId,
    seen,
    isToldElsewhere,
    ...money
  }: Pick<OwnMoney, 'subject' | 'memberId'> & {
    transferId: bigint | null;
    seen: Satang;
    isToldElsewhere: boolean;
  },
): Promise<void> {
  const amount = await creditedWithoutBank(trx, transferId, isToldElsewhere ? null : seen, context);
  if (amount === null) return;
  await countOwnMoney(trx, applying, context, { ...money, amount });
  if (isToldElsewhere && applying.approval === undefined)
    throw new SecondPersonNeeded({ code: 'TWO_PERSONS' }, { ...money, amount });
}

/**
 * The amount that was credited on an operator's word only, in satang. Null when the bank confirms it: its notice, its
 * statement or its slip look-up reported exactly this amount, from the member's registered account. Holders of keys
 * confirm it as far as they may credit it.
 * @param seen the amount that the operator entered, in hundredths of the transfer's currency; null where no bank confirms it
 */
export async function creditedWithoutBank(
  trx: Trx,
  transferId: bigint | null,
  seen: Satang | null,
  { settings }: Pick<AppContext, 'settings'>,
): Promise<Satang | null> {
  const transfer = await trx
    .selectFrom('incoming_transfer as t')
    .innerJoin('member as m', 'm.id', 't.member_id')
    .where('t.id', '=', transferId)
    .selectAll('t')
    .select(['m.bank_code', 'm.bank_account_no', 'm.bank_account_name'])
    .executeTakeFirstOrThrow();
  const sender = senderOf(transfer);
  const isTold =
    transfer.source !== 'OPERATOR' &&
    transfer.own_money_id === null &&
    transfer.amount === seen &&
    compareSender(sender, sender.bankCode, transfer) === 'match' &&
    !(await isDoubted(trx, transfer)) &&
    !(await isBeyondHolders(trx, transfer, creditOf(transfer), depositRules(settings), true));
  return isTold ? null : transfer.credited_amount;
}

const creditOf = ({ member_id, credited_amount }: IncomingTransfer) => ({
  memberId: member_id ?? 0n,
  amount: credited_amount ?? 0n,
});

/** @param meant the transfer; its account is shown as a change where a bank told another one */
async function seenFacts(
  db: Db | Trx,
  { amount, accountId, transRef }: Seen & { transRef: string | null },
  meant: NamedTransfer,
): Promise<Fact[]> {
  const accounts = await ownAccounts(db);
  const accountOf = (account: string) => accounts.find(({ id }) => String(id) === account);
  const labelOf = (account: string) => {
    const known = accountOf(account);
    return known === undefined ? account : presentAccount(known).label;
  };
  const told = await toldElsewhere(db, { ...meant, transRef: meant.transRef.trim() }, BigInt(accountId));
  const after = labelOf(accountId);
  return [
    { name: 'seen', text: `${amount.toFixed(2)} ${accountOf(accountId)?.currency ?? ''}`.trim() },
    {
      name: 'account',
      ...(told === undefined ? { text: after } : { change: { before: labelOf(String(told)), after } }),
    },
    ...(transRef === null ? [] : [{ name: 'reference', text: transRef }]),
  ];
}
