import { AppError } from '../../appError.ts';
import { requestKeyOf } from '../../calls/requestKey.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { lockOtherAmount, settleOtherAmount } from '../../modules/transfers/settleOtherAmount.ts';
import { settleStuckTransfer } from '../../modules/transfers/settleStuckTransfer.ts';
import type { Applying, ApprovalKind, Fact } from '../approvals/approvalKind.ts';
import { countOwnMoney, SecondPersonNeeded } from '../approvals/ownMoney.ts';
import { adjustWithin } from '../members/adjustBalance.ts';
import { requireSatang } from '../requireSatang.ts';
import { askAgain } from './askAgain.ts';

/** What an operator found in the provider's books: all of it, nothing, or another amount (baht). */
type Settling =
  | { legId: string; outcome: 'CONFIRMED' | 'REJECTED' }
  | { legId: string; outcome: 'MOVED'; moved: number };

const subjectOf = (legId: string) => `transferLeg:${legId}`;

/**
 * The result of a stuck operation at a provider, on an operator's word. If it brings money to the wallet (the money
 * left the game, or never reached it), it counts as money credited by the operator. Another amount always takes two.
 */
export const settleApproval: ApprovalKind<Settling> = {
  name: 'transfer.settle',
  permission: () => 'transfer.decide',
  wakes: 'transfers',
  // What was asked for may be old: whoever says yes has the provider's word of this moment.
  prepare: async (context, { legId, outcome }) => {
    if (outcome !== 'MOVED') return;
    await askAgain(context, legId).catch((error: unknown) => {
      // Asked too often, it says nothing: its last word, which is kept, still refuses.
      if (!(error instanceof AppError && error.code === 'REQUEST_LIMIT')) throw error;
    });
  },
  present: settlingFacts,
  apply: async (trx, applying, settling, context) => {
    const { legId } = settling;
    if (settling.outcome === 'MOVED') return applyOther(trx, applying, settling, context);
    const { outcome } = settling;
    const { recorder, decision } = applying;
    const subject = subjectOf(legId);
    const { member_id: memberId } = await settleStuckTransfer(trx, { legId, outcome, ...decision });
    await recorder({
      action: 'transfer.settle',
      subject,
      memberId,
      after: { outcome },
      reason: decision.reason,
    });
    const { direction, amount } = await trx
      .selectFrom('transfer_leg')
      .where('id', '=', legId)
      .select(['direction', 'amount'])
      .executeTakeFirstOrThrow();
    if ((direction === 'out') === (outcome === 'CONFIRMED'))
      await countOwnMoney(trx, applying, context, { subject, amount, memberId });
  },
};

/**
 * Books what really moved. What more went into a game than the member had sent was the provider's mistake: the house bears
 * it, as an adjustment that the member sees.
 */
async function applyOther(
  trx: Trx,
  applying: Applying,
  { legId, moved: baht }: Extract<Settling, { outcome: 'MOVED' }>,
  context: AppContext,
): Promise<void> {
  const { recorder, decision, approval } = applying;
  const subject = subjectOf(legId);
  const moved = requireSatang(baht);
  if (approval === undefined) {
    const { leg } = await lockOtherAmount(trx, { legId, moved });
    throw new SecondPersonNeeded(
      { code: 'TWO_PERSONS' },
      { subject, amount: moved, memberId: leg.member_id },
    );
  }
  const { transfer, asked } = await settleOtherAmount(
    trx,
    { legId, moved, ...decision },
    (memberId, amount) => {
      const reasonCode = 'PROVIDER_CORRECTION' as const;
      const requestKey = requestKeyOf(legId, 'otherAmount', String(moved));
      const request = { memberId, amount, reasonCode, reason: decision.reason, requestKey };
      return adjustWithin(trx, applying, request, context);
    },
  );
  const memberId = transfer.member_id;
  await recorder({
    action: 'transfer.settle',
    subject,
    memberId,
    after: { outcome: 'MOVED', satang: moved, asked: asked.amount },
    reason: decision.reason,
  });
  const toWallet = asked.direction === 'out' ? moved : asked.amount - moved;
  if (toWallet > 0n) await countOwnMoney(trx, applying, context, { subject, amount: toWallet, memberId });
}

async function settlingFacts(db: Db | Trx, settling: Settling): Promise<Fact[]> {
  const outcome = { name: 'outcome', text: settling.outcome };
  if (settling.outcome !== 'MOVED') return [outcome];
  const leg = await db
    .selectFrom('transfer_leg')
    .where('id', '=', settling.legId)
    .select(['amount', 'direction', 'provider', 'username', 'said_moved'])
    .executeTakeFirst();
  if (leg === undefined) throw new AppError('NO_DATA');
  return [
    outcome,
    { name: 'legAsked', amount: leg.amount },
    { name: 'legMoved', amount: requireSatang(settling.moved) },
    ...(leg.said_moved === null ? [] : [{ name: 'legSaid', amount: leg.said_moved }]),
    { name: 'legDirection', text: leg.direction },
    { name: 'username', text: leg.username },
  ];
}
