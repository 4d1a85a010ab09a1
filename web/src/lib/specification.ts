import type { CallKey } from '@krapao/contract/api/index';
import { ApiError } from '@krapao/contract/client';

const REGISTRATION = [
  'name',
  'username',
  'password',
  'sourceCode',
  'inviteCode',
  'bankCode',
  'bankAccountName',
  'bankAccountNo',
];
const PAGE = ['page', 'limit'];
const NOTHING: readonly string[] = [];

/** The calls of the specification's section 7 that the app makes, each with the fields that it sends. */
const CALLS: Partial<Record<CallKey, readonly string[]>> = {
  'GET /api/lookup/banks': NOTHING,
  'GET /api/lookup/deposit': NOTHING,
  'GET /api/lookup/conditions': NOTHING,
  'GET /api/lookup/agreements': NOTHING,
  'GET /api/lookup/info': NOTHING,
  'GET /api/lookup/notice': NOTHING,
  'GET /api/lookup/contact': NOTHING,
  'GET /api/lookup/withdraw': NOTHING,
  'GET /api/lookup/slip': NOTHING,
  'GET /api/lookup/sources': NOTHING,
  'GET /api/lookup/active': NOTHING,
  'GET /api/lookup/registerOTP': NOTHING,
  'GET /api/lookup/enableChatWidget': NOTHING,
  'POST /api/account/validate': REGISTRATION,
  'POST /api/account': [...REGISTRATION, 'currency'],
  'GET /api/account/profile': NOTHING,
  'PUT /api/account/profile': ['name', 'bankCode', 'bankAccountName', 'bankAccountNo'],
  'PUT /api/account/bankAccountName': ['bankCode', 'bankAccountName'],
  'PUT /api/account/changepwd': ['oldPassword', 'newPassword'],
  'POST /api/login': ['username', 'password'],
  'POST /api/otp/send': ['phoneNumber'],
  'POST /api/otp/verify': ['otpToken', 'otpCode'],
  'GET /api/wallet': NOTHING,
  'GET /api/wallet/refresh/slot': NOTHING,
  'GET /api/wallet/activate/:slotCode': NOTHING,
  'GET /api/wallet/account/:slotCode': NOTHING,
  'GET /api/wallet/resetpassword/:slotCode': NOTHING,
  'POST /api/wallet/add': ['amount'],
  'POST /api/wallet/transfer': ['from', 'to', 'amount'],
  'POST /api/wallet/transferAll': ['to'],
  'POST /api/wallet/withdraw': ['amount'],
  'POST /api/wallet/withdrawAll': ['amount'],
  'POST /api/wallet/slip': NOTHING,
  'POST /api/wallet/truelink': ['link'],
  'GET /api/qrcode/:bankCode': NOTHING,
  'POST /api/qrcode/:bankCode': ['amount'],
  'DELETE /api/qrcode/:qrcodeId': NOTHING,
  'POST /api/invite': PAGE,
  'GET /api/invite/bonus': NOTHING,
  'GET /api/invite/banners': NOTHING,
  'POST /api/refund': PAGE,
  'GET /api/refund/check': NOTHING,
  'GET /api/refund/receive': NOTHING,
  'GET /api/refund/addWallet': NOTHING,
  'GET /api/refund/banners': NOTHING,
  'GET /api/spinwheel/setup': NOTHING,
  'POST /api/spinwheel/spin': NOTHING,
  'GET /api/spinwheel/coupon': NOTHING,
  'POST /api/spinwheel/coupon/claim': ['coupon'],
  'GET /api/spinwheel/active': NOTHING,
  'GET /api/autoLogin/:provider/:username': NOTHING,
  'GET /api/bonus': NOTHING,
  'GET /api/bonus/activate/:code': NOTHING,
  'GET /api/bonus/check/active': NOTHING,
  'GET /api/bonus/clear': NOTHING,
  'GET /api/promotion/find/:code': NOTHING,
  'GET /api/promotion/activate/:code': NOTHING,
  'POST /api/statement': PAGE,
  'POST /api/statement/slip': PAGE,
  'GET /api/statement/slip/reference/:reference': NOTHING,
  'GET /api/chat/config': NOTHING,
  'POST /api/chat/send-message': ['userId', 'guestId', 'message'],
  'POST /api/chat/history': ['userId', 'guestId', 'limit', 'skip'],
  'POST /api/chat/upload-image': NOTHING,
  'POST /api/chat/upload-video': NOTHING,
  'PUT /api/chat/read-customer/': ['userId', 'guestId'],
};

interface Given {
  body?: Record<string, unknown>;
  idempotencyKey?: string;
}

/**
 * The input of a call with the specification's fields alone. Throws the ApiError of a call that the server does not have
 * for one beyond the specification.
 * @param isApart the server has another origin, and refuses calls with headers that it does not know. Of the same
 *   origin it may be an older node of ours, which knows the Idempotency-Key; any other passes over it.
 */
export function asSpecified<Input extends readonly unknown[]>(
  key: CallKey,
  input: Input,
  isApart: boolean,
): Input {
  const fields = CALLS[key];
  if (fields === undefined) throw new ApiError('refused', 404, `${key} is beyond the specification`);
  const [given] = input as unknown as [Given?];
  if (given === undefined) return input;
  const { body, idempotencyKey, ...others } = given;
  return [
    {
      ...others,
      ...(idempotencyKey !== undefined && !isApart && { idempotencyKey }),
      ...(body && {
        body: Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name))),
      }),
    },
  ] as unknown as Input;
}
