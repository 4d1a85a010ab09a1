import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { readJson } from '../outsideJson.ts';
import { CurrencyShape, PartyShape } from './bankPartyShape.ts';
import type { IncomingTransferFeed } from './incomingTransferFeed.ts';
import { isSignedWebhook } from './webhookSignature.ts';
import { satangFromText, WireAmount } from './wireAmount.ts';
import { momentFromText } from './wireTime.ts';

const Receiver = Type.Union([
  Type.Object({ type: Type.Literal('account'), bankCode: Type.String(), accountNo: Type.String() }),
  Type.Object({
    type: Type.Literal('promptpay'),
    proxyType: Type.Union([Type.Literal('MSISDN'), Type.Literal('NATID'), Type.Literal('EWALLETID')]),
    id: Type.String(),
  }),
  Type.Object({
    type: Type.Literal('biller'),
    billerId: Type.String(),
    ref1: Type.String(),
    ref2: Type.Union([Type.String(), Type.Null()]),
  }),
  Type.Object({
    type: Type.Literal('laoqr'),
    iin: Type.String(),
    receiverId: Type.String(),
    reference: Type.Union([Type.String(), Type.Null()]),
  }),
]);

const Notice = Type.Object({
  eventId: Type.String({ minLength: 1 }),
  transRef: Type.String({ minLength: 1, maxLength: 25 }),
  sendingBank: Type.String({ pattern: '^[0-9]{3}$' }),
  sendingBankCode: Type.String({ minLength: 1 }),
  amount: WireAmount,
  currency: CurrencyShape,
  receiver: Receiver,
  sender: PartyShape,
  transferredAt: Type.String(),
});

/** Bank notices signed with a shared secret. */
export function signedTransferFeed(secret: string): IncomingTransferFeed {
  return {
    read(headers, rawBody, now) {
      if (!isSignedWebhook(secret, headers, rawBody, now)) {
        return { status: 'rejected', reason: 'BAD_SIGNATURE' };
      }
      const body = readJson(rawBody.toString());
      if (!Value.Check(Notice, body)) return { status: 'rejected', reason: 'BAD_BODY' };
      const amount = satangFromText(body.amount);
      const transferredAt = momentFromText(body.transferredAt);
      if (amount <= 0n || transferredAt === null) {
        return { status: 'rejected', reason: 'BAD_BODY' };
      }
      return { status: 'accepted', transfer: { ...body, amount, transferredAt } };
    },
  };
}
