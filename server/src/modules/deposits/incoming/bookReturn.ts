import { createHash } from 'node:crypto';
import { clock } from '../../../clock.ts';
import type { Trx } from '../../../database/connect.ts';
import { type Decision, decisionColumns } from '../../../decision.ts';
import { bookReturned } from '../../cash/arrivals.ts';
import { addEntry, applyEntry } from '../../cash/cashEntry.ts';
import type { DepositAccount } from '../depositAccounts.ts';
import type { IncomingTransfer } from './incomingTransfer.ts';

/**
 * Books money that arrived in an account of ours and went back: both movements are in the account's book, so that the
 * bank's lines are explained. @returns the posting of the arrival, null where the opening balance contains it
 */
export async function bookReturn(
  trx: Trx,
  transfer: IncomingTransfer,
  account: DepositAccount,
  { reference, ...decision }: Decision & { reference: string },
): Promise<bigint | null> {
  const subject = `incoming:${transfer.id}`;
  const arrival = await bookReturned(trx, transfer, account, { cause: subject, actor: decision.operator });
  const { decided_by: operatorId } = decisionColumns(decision);
  const { entry } = await addEntry(
    trx,
    {
      kind: 'OUT',
      from: account.id,
      to: null,
      counterpart: null,
      amount: transfer.amount,
      fee: 0n,
      reference,
      reason: decision.reason,
      movedAt: clock.date(),
    },
    operatorId,
    { key: `return:${subject}`, fingerprint: createHash('sha256').update(subject).digest() },
  );
  await applyEntry(trx, entry.id, operatorId);
  return arrival;
}
