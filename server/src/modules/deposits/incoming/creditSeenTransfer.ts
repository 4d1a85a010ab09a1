import type { Satang } from '@krapao/contract/money';
import { AppError } from '../../../appError.ts';
import type { Trx } from '../../../database/connect.ts';
import type { Decision } from '../../../decision.ts';
import { ownAccounts } from '../depositAccounts.ts';
import type { DepositRules } from '../depositRules.ts';
import { satangFor } from '../kipRate.ts';
import { creditTransfer, type IncomingTransfer } from './incomingTransfer.ts';
import { lockHolders } from './oneHolder.ts';
import { recordTransfer } from './recordTransfer.ts';
import { toldElsewhere } from './toldElsewhere.ts';

/** A transfer as an operator saw it at the bank. */
export interface TransferSeenByOperator {
  /** In hundredths of the account's currency. */
  amount: Satang;
  depositAccountId: bigint;
  transRef: string;
  /** Three digits, if known. */
  sendingBank?: string | undefined;
  transferredAt: Date;
}

/** Whose it is on an operator's word. */
interface SeenCredit {
  memberId: bigint;
  /** The transfer itself if undefined. */
  cause?: string;
  decision: Decision;
}

/** A transfer that is credited on an operator's word. */
export type CreditedAsSeen = IncomingTransfer & {
  /** Whether a bank told that another account of ours received it: one operator's word is not enough against that. */
  isToldElsewhere: boolean;
};

/** A transfer's reference in the banks' format. @throws AppError INVALID_REQUEST */
export function requireTransRef(text: string): string {
  const transRef = text.trim();
  if (!/^[0-9A-Za-z]{1,25}$/.test(transRef))
    throw new AppError('INVALID_REQUEST', 'a deposit needs a reference');
  return transRef;
}

/**
 * Credits a transfer that an operator saw arrive. It is stored if no report mentioned it, so that neither a notice nor
 * a statement nor a slip credits it again. The caller holds the lock of its slips, and asks a second operator where a bank
 * told otherwise.
 * @throws AppError INVALID_AMOUNT, NO_BANK, ALREADY_DECIDED (the transfer), INVALID_REQUEST
 */
export async function creditSeenTransfer(
  trx: Trx,
  { amount, depositAccountId, transRef, sendingBank, transferredAt }: TransferSeenByOperator,
  { memberId, cause, decision }: SeenCredit,
  rules: DepositRules,
): Promise<CreditedAsSeen> {
  if (amount <= 0n) throw new AppError('INVALID_AMOUNT');
  if (sendingBank !== undefined && !/^[0-9]{3}$/.test(sendingBank)) throw new AppError('INVALID_REQUEST');
  const account = (await ownAccounts(trx)).find(({ id }) => id === depositAccountId);
  if (!account) throw new AppError('NO_BANK', 'no such deposit account');
  const { bank_code, account_no } = account;
  const isKip = account.currency === 'LAK';
  const transfer = await recordTransfer(
    trx,
    {
      amount,
      transRef,
      sendingBank,
      sendingBankCode: undefined,
      currency: isKip ? 'LAK' : 'THB',
      receiver: { type: 'account', bankCode: bank_code, accountNo: account_no },
      sender: { displayName: '', account: null, proxy: null },
      transferredAt,
      source: 'OPERATOR',
      memberId,
    },
    account,
  );
  if (transfer.status !== 'QUEUED')
    throw new AppError('ALREADY_DECIDED', `the transfer is ${transfer.status}`);
  await lockHolders(trx, transfer, memberId, rules);
  // Before the credit, which moves the transfer to this account.
  const elsewhere = await toldElsewhere(trx, { transRef, sendingBank }, account.id);
  const credited = await creditTransfer(trx, transfer, {
    memberId,
    amount: isKip ? satangFor(amount, rules.attForBaht) : amount,
    cause: cause ?? `incoming:${transfer.id}`,
    account,
    rules,
    decision,
  });
  return { ...credited, isToldElsewhere: elsewhere !== undefined };
}
