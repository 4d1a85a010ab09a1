import { bahtText } from '@krapao/contract/money';
import type { FaultSwitches } from '../faults/switches.ts';
import type { WebhookQueue } from '../webhooks/queue.ts';
import { bankByCode } from './banks.ts';
import type { Transfer } from './ledger.ts';
import { maskSender } from './masked.ts';

const PATH = '/webhooks/incoming-transfers';
/** By how much the fault wrongAmount is wrong: one baht. */
const WRONG_BY = 100n;

/** Tells the server of a transfer, as the switch `bank` lets it: late, twice, wrong, or never. */
export function sendTransferNotice(queue: WebhookQueue, switches: FaultSwitches, transfer: Transfer): void {
  const fault = switches.take('bank', ['slow', 'duplicate', 'wrongAmount', 'pendingForever']);
  if (fault?.mode === 'pendingForever') return;
  const notice = {
    transRef: transfer.transRef,
    sendingBank: bankByCode(transfer.from.bankCode)?.number ?? '000',
    sendingBankCode: transfer.from.bankCode,
    amount: bahtText(transfer.amount + (fault?.mode === 'wrongAmount' ? WRONG_BY : 0n)),
    currency: transfer.currency,
    receiver: transfer.receiver,
    sender: maskSender(transfer.from.accountNo, transfer.from.accountName),
    transferredAt: transfer.at,
  };
  if (fault?.mode === 'duplicate') queue.addTwice(PATH, notice);
  else queue.add(PATH, notice, fault?.mode === 'slow' ? fault.delayMs : 0);
}
