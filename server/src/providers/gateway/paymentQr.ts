import type { Satang } from '@krapao/contract/money';
import type { EMVCoQR } from 'promptparse';
import { readEmvQr } from '../../parsing/emvQr.ts';
import type { GatewayCurrency } from '../paymentGateway.ts';
import { satangFromWire } from '../wireAmount.ts';
import { CURRENCY_NUMBERS } from './gatewayMaker.ts';

/**
 * A maker's payment QR, if its checksum is right and it is for exactly this amount; else null. A payer cannot see what a
 * QR leads to, so one of another amount or currency is never shown.
 */
export function readPaymentQr(payload: string, amount: Satang, currency: GatewayCurrency): EMVCoQR | null {
  const qr = readEmvQr(payload);
  if (qr === null || qr.getTagValue('53') !== CURRENCY_NUMBERS[currency]) return null;
  return satangFromWire(qr.getTagValue('54')) === amount ? qr : null;
}
