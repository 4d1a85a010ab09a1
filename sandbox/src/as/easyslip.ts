import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MaskedParty } from '../bank/masked.ts';
import { isKey } from '../http/apiKey.ts';
import { readAmount } from '../money.ts';
import type { World } from '../world.ts';
import { bankName, currencyNumber } from './bankFields.ts';
import { answerSlip, bodyOf, quotaLeft, refuse, type SlipDialect, type ToldSlip } from './slipDialect.ts';

const EASYSLIP: SlipDialect = {
  name: 'easyslip',
  refusals: {
    MISSING_API_KEY: [401, 'Authorization header is required'],
    INVALID_API_KEY: [401, 'The provided API key is invalid'],
    BRANCH_INACTIVE: [403, 'This API branch has been deactivated'],
    SERVICE_BANNED: [403, 'Service has been banned'],
    SERVICE_DELETED: [403, 'Service has been deleted'],
    IP_NOT_ALLOWED: [403, 'Your IP address is not in the allowed list'],
    QUOTA_EXCEEDED: [403, 'Your API quota has been exceeded'],
    VALIDATION_ERROR: [400, 'Validation failed'],
    URL_PROTOCOL_NOT_ALLOWED: [400, 'Only HTTP/HTTPS allowed'],
    URL_INVALID_IP_RANGE: [400, 'URL points to restricted IP'],
    IMAGE_URL_UNREACHABLE: [400, 'Unable to access URL'],
    IMAGE_SIZE_TOO_LARGE: [400, 'Image exceeds 4MB limit'],
    INVALID_IMAGE_TYPE: [400, 'URL is not a valid image'],
    INVALID_IMAGE_FORMAT: [400, 'File is not a valid image'],
    SLIP_NOT_FOUND: [404, 'Slip not found or invalid'],
    SLIP_PENDING: [404, 'Slip is pending'],
    DUPLICATE_SLIP: [400, 'Slip is duplicated', 'withSlip'],
    NOT_FOUND: [404, 'Resource not found'],
    API_SERVER_ERROR: [500, 'External API error'],
    INTERNAL_SERVER_ERROR: [500, 'Internal server error'],
    TOO_MANY_REQUESTS: [429, 'Too many requests'],
  },
  says: {
    badRequest: 'VALIDATION_ERROR',
    notASlip: 'SLIP_NOT_FOUND',
    notFound: 'SLIP_NOT_FOUND',
    wrongKey: 'INVALID_API_KEY',
    outOfQuota: 'QUOTA_EXCEEDED',
    busy: 'TOO_MANY_REQUESTS',
    pending: 'SLIP_PENDING',
  },
  refusal: (code, message, slip) => ({
    success: false,
    error: { code, message },
    ...(slip && { data: { rawSlip: rawSlip(slip, '') } }),
  }),
};

/** EasySlip v2 and Thunder: names in two languages, amounts nested, `isDuplicate` beside the transfer. */
export async function easyslipRoutes(app: FastifyInstance, world: World): Promise<void> {
  const isKeyRight = ({ headers }: FastifyRequest) =>
    isKey(headers.authorization, `Bearer ${world.config.secret}`);

  app.post('/verify/bank', async (request, reply) => {
    const { payload, checkDuplicate, matchAmount } = bodyOf(request.body);
    if (request.headers.authorization === undefined) return refuse(EASYSLIP, reply, 'MISSING_API_KEY');
    const question = { payload, isKeyRight: isKeyRight(request) };
    return answerSlip(world, EASYSLIP, reply, question, (slip, isRepeated) => ({
      success: true,
      data: {
        isDuplicate: checkDuplicate === true && isRepeated,
        matchedAccount: null,
        ...(matchAmount !== undefined && {
          amountInOrder: matchAmount,
          isAmountMatched: readAmount(matchAmount) === readAmount(slip.amount),
        }),
        amountInSlip: slip.amount,
        rawSlip: rawSlip(slip, String(payload)),
      },
      message: 'Bank slip verified successfully',
    }));
  });

  app.get('/info', async (request, reply) => {
    if (!isKeyRight(request)) return refuse(EASYSLIP, reply, EASYSLIP.says.wrongKey);
    const remaining = quotaLeft(world, EASYSLIP);
    return {
      success: true,
      data: {
        application: {
          name: 'Sandbox',
          quota: { used: 10_000 - remaining, max: 10_000, remaining, totalUsed: 0 },
        },
        branch: { name: 'Main', isActive: true, quota: { used: 0, totalUsed: 0 } },
        account: { email: 'sandbox@example.com', credit: 0 },
        product: { name: 'Sandbox' },
      },
      message: 'Information retrieved successfully',
    };
  });
}

function rawSlip(slip: ToldSlip, payload: string) {
  return {
    payload,
    transRef: slip.transRef,
    date: `${new Date(Date.parse(slip.transTimestamp) + 7 * 3_600_000).toISOString().slice(0, 19)}+07:00`,
    countryCode: 'TH',
    amount: {
      amount: slip.amount,
      local:
        slip.currency === 'THB'
          ? { amount: 0, currency: '' }
          : { amount: slip.amount, currency: currencyNumber(slip) },
    },
    fee: 0,
    ref1: slip.ref1 ?? '',
    ref2: slip.ref2 ?? '',
    ref3: '',
    sender: party(slip.sender, slip.sendingBank),
    receiver: { ...party(slip.receiver, slip.receivingBank), merchantId: null },
  };
}

function party({ displayName, account, proxy }: MaskedParty, bank: string | null) {
  const name = bankName(displayName);
  return {
    bank: { id: bank ?? '', name: '', short: '' },
    account: {
      name: /[A-Za-z]/.test(name) ? { th: '', en: name } : { th: name, en: '' },
      ...(account !== null && { bank: { type: 'BANKAC', account } }),
      ...(proxy && { proxy: { type: proxy.type, account: proxy.value } }),
    },
  };
}
