import type { Db, Trx } from '../../database/connect.ts';
import {
  attributeIncomingTransfer,
  dismissIncomingTransfer,
} from '../../modules/deposits/attributeIncomingTransfer.ts';
import { depositRules } from '../../modules/deposits/depositRules.ts';
import { senderOf } from '../../modules/deposits/incoming/incomingTransfer.ts';
import { shownReference } from '../../modules/deposits/incoming/unreferenced.ts';
import { satangFor } from '../../modules/deposits/kipRate.ts';
import type { ApprovalKind, Fact } from '../approvals/approvalKind.ts';
import { countOwnMoney } from '../approvals/ownMoney.ts';
import { creditedWithoutBank } from './depositApprovals.ts';

/**
 * A transfer without an owner that an operator assigns to a member. The bank has reported the transfer; it confirms the
 * owner only when the sender is the member's registered account.
 */
export const incomingApproval: ApprovalKind<{ transferId: string; memberId: string }> = {
  name: 'incoming.credit',
  permission: () => 'deposit.decide',
  present: transferFacts,
  apply: async (trx, applying, { transferId, memberId: id }, context) => {
    const { recorder, decision } = applying;
    const memberId = BigInt(id);
    const subject = `incoming:${transferId}`;
    const credited = await attributeIncomingTransfer(
      trx,
      { transferId: BigInt(transferId), memberId, ...decision },
      depositRules(context.settings),
    );
    await recorder({
      action: 'incoming.credit',
      subject,
      memberId,
      after: { satang: credited.credited_amount, transRef: credited.trans_ref },
      reason: decision.reason,
    });
    const own = await creditedWithoutBank(trx, credited.id, credited.amount, context);
    if (own !== null) await countOwnMoney(trx, applying, context, { subject, amount: own, memberId });
  },
};

/**
 * A transfer without an owner that is closed without a credit. What a bank told of, and what does not go back, leaves the books: that
 * it is no deposit is an operator's word about money, and counts as a credit by hand does.
 */
export const dismissalApproval: ApprovalKind<{ transferId: string; returnReference?: string }> = {
  name: 'incoming.dismiss',
  permission: () => 'deposit.decide',
  present: transferFacts,
  apply: async (trx, applying, { transferId, returnReference }, context) => {
    const { recorder, decision } = applying;
    const subject = `incoming:${transferId}`;
    const { amount, currency, leavesBooks } = await dismissIncomingTransfer(trx, {
      transferId: BigInt(transferId),
      returnReference,
      ...decision,
    });
    await recorder({
      action: 'incoming.dismiss',
      subject,
      ...(returnReference !== undefined && { after: { returnReference } }),
      reason: decision.reason,
    });
    if (!leavesBooks) return;
    const { attForBaht } = context.settings.get('kip');
    const satang = currency === 'LAK' ? satangFor(amount, attForBaht) : amount;
    // A few kip are less than a satang.
    if (satang > 0n) await countOwnMoney(trx, applying, context, { subject, amount: satang });
  },
};

async function transferFacts(db: Db | Trx, { transferId }: { transferId: string }): Promise<Fact[]> {
  const transfer = await db
    .selectFrom('incoming_transfer')
    .where('id', '=', BigInt(transferId))
    .select(['sender', 'trans_ref'])
    .executeTakeFirstOrThrow();
  const { displayName, bankCode, account } = senderOf(transfer);
  return [
    { name: 'sender', text: [displayName, bankCode, account].filter(Boolean).join(' ') || '–' },
    { name: 'reference', text: shownReference(transfer.trans_ref) },
  ];
}
