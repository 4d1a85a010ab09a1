/** The receiver of a transfer. */
export type Receiver =
  | { type: 'account'; bankCode: string; accountNo: string }
  | { type: 'promptpay'; proxyType: 'MSISDN' | 'NATID' | 'EWALLETID'; id: string }
  | { type: 'biller'; billerId: string; ref1: string; ref2: string | null }
  | { type: 'laoqr'; iin: string; receiverId: string; reference: string | null };

/** The account of a receiver at GET /bank/accounts/BANKCODE/ACCOUNTNO. */
export function accountOf(receiver: Receiver): { bankCode: string; accountNo: string } {
  switch (receiver.type) {
    case 'account':
      return { bankCode: receiver.bankCode, accountNo: receiver.accountNo };
    case 'promptpay':
      return { bankCode: 'PROMPTPAY', accountNo: receiver.id };
    case 'biller':
      return { bankCode: 'BILLER', accountNo: receiver.billerId };
    case 'laoqr':
      return { bankCode: 'LAOQR', accountNo: receiver.receiverId };
  }
}

/** A receiver in words, for pages and slips. */
export function receiverTitle(receiver: Receiver): string {
  switch (receiver.type) {
    case 'account':
      return receiver.bankCode;
    case 'promptpay':
      return 'PromptPay';
    case 'biller':
      return `Bill payment, ref ${receiver.ref1}`;
    case 'laoqr':
      return 'LAO QR';
  }
}
