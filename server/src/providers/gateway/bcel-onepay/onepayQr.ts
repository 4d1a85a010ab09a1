import { encode, tag } from 'promptparse';
import { emvPayload } from '../../../parsing/emvQr.ts';
import type { PaymentOrder } from '../../paymentGateway.ts';

export interface OnepayMerchant {
  /** Issued by BCEL, `mch…`. */
  merchantId: string;
  categoryCode: string;
  terminalId: string | undefined;
}

const ATT_OF_KIP = 100n;

/**
 * BCEL's own QR: an EMV payload whose tag 33 names bank, application, merchant and end. The bank asks nobody about it: the
 * merchant's id of the payment (62.05) is what it can be looked up by.
 */
export function onepayQr(
  { merchantId, categoryCode, terminalId }: OnepayMerchant,
  { reference, amount }: Pick<PaymentOrder, 'reference' | 'amount'>,
  expiresAt: Date,
): string {
  const account = [
    tag('00', 'BCEL'),
    tag('01', 'ONEPAY'),
    tag('02', merchantId),
    tag('03', vientianeDigits(expiresAt)),
    tag('05', 'CLOSEWHENDONE'),
  ];
  const more = [
    tag('01', reference),
    tag('05', reference),
    ...(terminalId === undefined ? [] : [tag('07', terminalId)]),
  ];
  const fields = [
    tag('00', '01'),
    tag('01', '11'),
    tag('33', encode(account)),
    tag('52', categoryCode),
    tag('53', '418'),
    tag('54', String(amount / ATT_OF_KIP)),
    tag('58', 'LA'),
    tag('60', 'VTE'),
    tag('62', encode(more)),
  ];
  return emvPayload(fields);
}

/** `yyyyMMddHHmmss` in Vientiane. */
function vientianeDigits(at: Date): string {
  return new Date(at.getTime() + 7 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);
}
