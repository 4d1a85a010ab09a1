import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf, ResponseOf } from '@krapao/contract/endpoint';
import type { SlipReason } from '@krapao/contract/errors';
import type { Need } from '../../components/DecisionForm.tsx';
import { missingOf, type SeenTransfer } from '../../components/SeenTransferFields.tsx';

export type Slip = ResponseOf<Contract['GET /api/console/slips/:id']>;
export type Approval = BodyOf<Contract['POST /api/console/slips/:id/approve']>;

/** Reasons that a person can see on a slip; only machines give the others. */
export const REASONS = [
  'NOT_MATCH',
  'SLIP_REFNO_DUPLICATED',
  'DEST_ACC_INVALID',
  'EXPIRED_SLIP',
  'INVALID_SLIP',
  'UNKNOW_ERROR',
] as const satisfies readonly SlipReason[];
export type Reason = (typeof REASONS)[number];

/** What an operator enters about a slip. */
export interface SlipEntry {
  seen: SeenTransfer;
  /** Why it is refused; empty while none is chosen. */
  note: Reason | '';
  /** Whose money it is, where the sender fits several members; empty while nobody is chosen. */
  memberId: string;
}

/** Begins with what the slip says. */
export function startEntry({ amount, accountId }: Slip): SlipEntry {
  return { seen: { amount: amount ?? '', accountId: accountId ?? '', transRef: '' }, note: '', memberId: '' };
}

/**
 * What may be decided about a slip, and what is sent. Amounts in baht.
 * @param isSeveral whether the server has refused what was entered, because the sender fits several members
 */
export function slipDecision(slip: Slip, { seen: entered, note, memberId }: SlipEntry, isSeveral = false) {
  const needsRef = slip.transRef === null;
  // The list may change while one reads: what is shown as chosen is what is sent.
  const account = slip.accounts.find(({ id }) => id === entered.accountId) ?? slip.accounts[0];
  const seen: SeenTransfer = { ...entered, accountId: account?.id ?? '' };
  const amount = Math.max(0, Number(seen.amount) || 0);
  const alsoFits = slip.candidates.filter(
    ({ member, sender }) => sender === 'match' && member.id !== slip.member.id,
  );
  const needsOwner = isSeveral || alsoFits.length > 0;
  const approvalMissing: Need | undefined =
    needsOwner && memberId === '' ? 'member' : missingOf(seen, needsRef);
  return {
    seen,
    needsRef,
    /** Members besides the one who sent the slip whose account the sender may be. */
    alsoFits,
    /** Whose money it is, as far as it is known. */
    owner: needsOwner ? memberId : slip.member.id,
    amount,
    approvalMissing,
    /** Without the reason, which is in the operator's language. */
    approval: {
      amount,
      accountId: seen.accountId,
      ...(needsRef ? { transRef: seen.transRef } : {}),
      ...(needsOwner ? { memberId } : {}),
    } satisfies Omit<Approval, 'reason'>,
    refusalMissing: note === '' ? ('why' as const) : undefined,
    /** An amount that the slip does not say is a person's word, which the limits hold for. */
    isOwnMoney: account?.currency === 'BAHT' && amount !== slip.amount,
    concerns: slip.facts.filter(({ verdict }) => verdict !== 'match').length,
  };
}
