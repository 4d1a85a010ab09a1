/** The receiver of a transfer. */
export type Receiver =
  | { type: 'account'; bankCode: string; accountNo: string }
  | { type: 'promptpay'; proxyType: 'MSISDN' | 'NATID' | 'EWALLETID'; id: string }
  | { type: 'biller'; billerId: string; ref1: string; ref2: string | null }
  | { type: 'laoqr'; iin: string; receiverId: string; reference: string | null }
  | { type: 'onepay'; merchantId: string; uuid: string };

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
    case 'onepay':
      return { bankCode: 'ONEPAY', accountNo: receiver.merchantId };
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
    case 'onepay':
      return 'BCEL OnePay';
  }
}

/** What a gateway's QR carries to name its payment; null for other receivers. */
export function gatewayReference(receiver: Receiver): string | null {
  switch (receiver.type) {
    case 'biller':
      return receiver.ref1;
    case 'laoqr':
      return receiver.reference;
    default:
      return null;
  }
}
