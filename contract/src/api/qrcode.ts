import { family, Type } from '../endpoint.ts';
import { Baht, Code, RequestedBaht } from './common.ts';

/** DEP-06. A member has at most one open QR per bank code. */
export const QrState = Type.Object({
  qrcodeId: Type.Union([Type.String(), Type.Null()]),
  hasQrcode: Type.Boolean(),
  qrcode: Type.String({ description: 'SVG markup, empty without a QR' }),
  amount: Baht,
  expireIn: Type.Integer({ description: 'seconds until the QR expires' }),
  message: Type.String({ description: 'a catalogue code when no QR could be created, otherwise empty' }),
  status: Type.Union(
    [
      Type.Literal('NONE'),
      Type.Literal('OPEN'),
      Type.Literal('PAID'),
      Type.Literal('EXPIRED'),
      Type.Literal('CANCELLED'),
    ],
    { description: "the member's newest QR of this bank code; beyond the specification" },
  ),
  kip: Type.Optional(
    Type.Integer({ description: 'the amount to pay, for an account in kip; `amount` is credited' }),
  ),
  payUrl: Type.Optional(
    Type.String({ description: "the gateway's page to pay on; `qrcode` is then the QR of this address" }),
  ),
  isDemonstration: Type.Optional(
    Type.Boolean({
      description: 'true: the receiver is not a real account, so that no real bank can pay it',
    }),
  ),
});

const BankParams = Type.Object({ bankCode: Code });

export const qrcodeCalls = family({
  'GET /api/qrcode': {
    summary: 'The QRs of the member that wait to be paid, the newest first; beyond the specification',
    auth: 'member',
    response: Type.Object({
      waiting: Type.Array(
        Type.Object({
          qrcodeId: Type.String(),
          bankCode: Code,
          amount: Baht,
          expireIn: Type.Integer({ description: 'seconds until the QR expires' }),
        }),
      ),
    }),
  },
  'GET /api/qrcode/:bankCode': {
    summary: 'The open QR of a bank or gateway',
    auth: 'member',
    params: BankParams,
    response: QrState,
    errors: ['NO_BANK'],
  },
  'POST /api/qrcode/:bankCode': {
    summary: 'Creates a QR for one deposit of an exact amount',
    auth: 'member',
    idempotent: true,
    params: BankParams,
    body: Type.Object({ amount: RequestedBaht }),
    response: QrState,
    errors: [
      'NO_BANK',
      'INVALID_AMOUNT',
      'DEPOSIT_MINIMUM',
      'DEPOSIT_MAXIMUM',
      'QR_FAIL',
      'DEPOSIT_RESTING',
      'REQUEST_LIMIT',
      'IDEMPOTENCY_MISMATCH',
    ],
  },
  'DELETE /api/qrcode/:qrcodeId': {
    summary: 'Cancels an open QR',
    auth: 'member',
    params: Type.Object({ qrcodeId: Code }),
    response: QrState,
    errors: ['NO_DATA'],
  },
});
