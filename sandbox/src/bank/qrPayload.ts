import type { Satang } from '@krapao/contract/money';
import { checksum, parse, validate } from 'promptparse';
import { readAmount } from '../money.ts';
import type { Receiver } from './receiver.ts';

/** The content of a payment QR. `currency` is the ISO 4217 number: 764 baht, 418 kip. */
export interface QrOrder {
  receiver: Receiver;
  /** In satang (or in 1/100 kip); null when the payer chooses. */
  amount: Satang | null;
  currency: '764' | '418';
}

const PROXY_TYPES = ['MSISDN', 'NATID', 'EWALLETID'] as const;
const LAO_QR_AID = 'A005266284662577';

/** Parses a PromptPay, bill-payment, LAO QR or OnePay payload; null if it is none, or its checksum is wrong. */
export function readQrPayload(shown: string): QrOrder | null {
  const payload = inLatin(shown);
  const qr = parse(payload, true, true);
  if (!qr?.validate('63')) return null;
  const value = (tag: string, subTag?: string) => qr.getTagValue(tag, subTag);
  const receiver = promptPay(payload) ?? laoQr(value) ?? onePay(value);
  if (!receiver) return null;
  const currency = qr.getTagValue('53');
  if (currency !== '764' && currency !== '418') return null;
  const written = qr.getTagValue('54');
  const amount = written === undefined ? null : readAmount(written);
  // A QR with an impossible amount must not become one where the payer chooses.
  if (written !== undefined && amount === null) return null;
  return { receiver, amount, currency };
}

/**
 * A payload with other letters than Latin ones replaced: names, which pay nobody. Its checksum is over the bytes of UTF-8;
 * the library takes the low byte of each letter (https://github.com/maythiwat/promptparse/issues/7).
 */
function inLatin(payload: string): string {
  const body = payload.slice(0, -4);
  if (checksum(Buffer.from(body).toString('latin1')) !== payload.slice(-4)) return '';
  const latin = body.replace(/[^ -~]/g, '?');
  return latin + checksum(latin);
}

function promptPay(payload: string): Receiver | null {
  const anyId = validate.anyId(payload);
  if (anyId) {
    const proxyType = PROXY_TYPES.find((type) => type === anyId.type);
    if (!proxyType) return null;
    const id = proxyType === 'MSISDN' ? anyId.target.replace(/^0066(?=\d{9}$)/, '0') : anyId.target;
    return { type: 'promptpay', proxyType, id };
  }
  const bill = validate.billPayment(payload);
  return bill ? { type: 'biller', billerId: bill.billerId, ref1: bill.ref1, ref2: bill.ref2 ?? null } : null;
}

type Value = (tag: string, subTag?: string) => string | undefined;

/** BCEL's own QR, which its merchants make themselves. */
function onePay(value: Value): Receiver | null {
  if (value('33', '00') !== 'BCEL' || value('33', '01') !== 'ONEPAY') return null;
  const merchantId = value('33', '02');
  const uuid = value('62', '05');
  return merchantId && uuid ? { type: 'onepay', merchantId, uuid } : null;
}

function laoQr(value: Value): Receiver | null {
  if (value('38', '00') !== LAO_QR_AID) return null;
  const iin = value('38', '01');
  const receiverId = value('38', '03');
  if (!iin || !receiverId) return null;
  // Tag 62 is a template; its sub-tag 01 or 05 carries the reference, if any.
  return { type: 'laoqr', iin, receiverId, reference: value('62', '01') ?? value('62', '05') ?? null };
}
