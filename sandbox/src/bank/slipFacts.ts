import type { Satang } from '@krapao/contract/money';
import { validate } from 'promptparse';
import { bankByCode } from './banks.ts';
import type { BankLedger, Transfer } from './ledger.ts';
import { type MaskedParty, maskReceiver, maskSender } from './masked.ts';

/** The error of the fault wrongAmount in slip look-ups: one baht. */
export const WRONG_BY: Satang = 100n;

/** What banks tell others of a transfer. */
export interface SlipFacts {
  transRef: string;
  sendingBank: string;
  receivingBank: string | null;
  /** `yyyyMMdd` and `HH:mm:ss` in Bangkok. */
  transDate: string;
  transTime: string;
  transTimestamp: string;
  sender: MaskedParty;
  receiver: MaskedParty;
  currency: 'THB' | 'LAK';
  ref1: string | null;
  ref2: string | null;
  ref3: null;
}

/** The transfer that a mini-QR names; undefined if the bank knows none. */
export function transferOfSlip(bank: BankLedger, payload: string): Transfer | 'not_a_slip' | undefined {
  const slip = validate.slipVerify(payload);
  if (!slip) return 'not_a_slip';
  const transfer = bank.transfer(slip.transRef);
  return transfer && bankByCode(transfer.from.bankCode)?.number === slip.sendingBank ? transfer : undefined;
}

export function slipFacts(transfer: Transfer): SlipFacts {
  const { receiver } = transfer;
  const bangkok = new Date(Date.parse(transfer.at) + 7 * 3_600_000).toISOString();
  return {
    transRef: transfer.transRef,
    sendingBank: bankByCode(transfer.from.bankCode)?.number ?? '000',
    receivingBank: receiver.type === 'account' ? (bankByCode(receiver.bankCode)?.number ?? null) : null,
    transDate: bangkok.slice(0, 10).replaceAll('-', ''),
    transTime: bangkok.slice(11, 19),
    transTimestamp: transfer.at,
    sender: maskSender(transfer.from.accountNo, transfer.from.accountName),
    receiver: maskReceiver(receiver, transfer.receiverName),
    currency: transfer.currency,
    ref1: receiver.type === 'biller' ? receiver.ref1 : null,
    ref2: receiver.type === 'biller' ? receiver.ref2 : null,
    ref3: null,
  };
}
