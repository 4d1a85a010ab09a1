import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MaskedParty } from '../bank/masked.ts';
import { isKey } from '../http/apiKey.ts';
import { readAmount } from '../money.ts';
import type { World } from '../world.ts';
import { bankName } from './bankFields.ts';
import { answerSlip, bodyOf, quotaLeft, refuse, type SlipDialect, type ToldSlip } from './slipDialect.ts';

const SLIP2GO: SlipDialect = {
  name: 'slip2go',
  refusals: {
    200200: [200, 'Slip is Valid', 'withSlip'],
    200401: [200, 'Recipient Account Not Match', 'withSlip'],
    200402: [200, 'Transfer Amount Not Match', 'withSlip'],
    200403: [200, 'Transfer Date Not Match', 'withSlip'],
    200404: [200, 'Slip Not Found'],
    200500: [200, 'Slip is Fraud'],
    200501: [200, 'Slip is Duplicated', 'withSlip'],
    200502: [200, 'Bank Error'],
    400001: [400, 'QR Code is incorrect'],
    400002: [400, 'File is Incorrect'],
    400003: [400, 'Reference id is Invalid'],
    400400: [400, 'Request object is Invalid'],
    401001: [401, 'Token Mismatch'],
    401002: [401, 'Token Mismatch'],
    401003: [401, 'Token Mismatch'],
    401004: [401, 'Package Expired'],
    401005: [401, 'Insufficient Quota'],
    401006: [401, 'Insufficient Credit'],
    401007: [401, 'IP Address not allowed'],
    // Its documentation has no answer to too many calls.
    429001: [429, 'Too Many Requests'],
    500500: [500, 'Internal Server Error'],
  },
  says: {
    badRequest: '400400',
    notASlip: '400001',
    notFound: '200404',
    wrongKey: '401001',
    outOfQuota: '401005',
    busy: '429001',
    repeated: '200501',
  },
  refusal: (code, message, slip) => ({ code, message, ...(slip && { data: told(slip, '') }) }),
};

/** Slip2Go: whatever it says of a slip that it looked up, the HTTP status is 200. */
export async function slip2goRoutes(app: FastifyInstance, world: World): Promise<void> {
  const isKeyRight = ({ headers }: FastifyRequest) =>
    isKey(headers.authorization, `Bearer ${world.config.secret}`);

  app.post('/verify-slip/qr-code/info', async (request, reply) => {
    const { qrCode, checkCondition } = bodyOf(bodyOf(request.body).payload);
    const conditions = bodyOf(checkCondition);
    const { type = 'eq', amount } = bodyOf(conditions.checkAmount);
    const check = (slip: ToldSlip, isRepeated: boolean) => {
      // It knows baht alone.
      if (slip.currency !== 'THB') return '200404';
      if (conditions.checkDuplicate === true && isRepeated) return '200501';
      const wished = amount === undefined ? null : readAmount(amount);
      return type === 'eq' && wished !== null && wished !== readAmount(slip.amount) ? '200402' : null;
    };
    const question = { payload: qrCode, isKeyRight: isKeyRight(request), check };
    return answerSlip(world, SLIP2GO, reply, question, (slip) => ({
      ...(checkCondition === undefined
        ? { code: '200000', message: 'Slip found' }
        : { code: '200200', message: 'Slip is Valid' }),
      data: told(slip, String(qrCode)),
    }));
  });

  app.get('/account/info', async (request, reply) =>
    isKeyRight(request)
      ? {
          code: '200001',
          message: 'Get Info Success',
          data: {
            shopName: 'Sandbox',
            package: 'BASIC-1',
            packageExpiredDate: '2030-01-01T00:00:00.000Z',
            quotaLimit: 10_000,
            quotaRemaining: quotaLeft(world, SLIP2GO),
            creditRemaining: 0,
            autoRenewalPackage: false,
            checkSlipByCredit: false,
          },
        }
      : refuse(SLIP2GO, reply, SLIP2GO.says.wrongKey),
  );
}

function told(slip: ToldSlip, decode: string) {
  return {
    referenceId: `92887bd5-60d3-4744-9a98-${slip.transRef}`,
    decode,
    transRef: slip.transRef,
    dateTime: slip.transTimestamp,
    amount: slip.amount,
    ref1: slip.ref1,
    ref2: slip.ref2,
    ref3: null,
    receiver: party(slip.receiver, slip.receivingBank),
    sender: party(slip.sender, slip.sendingBank),
  };
}

function party({ displayName, account, proxy }: MaskedParty, bank: string | null) {
  return {
    account: {
      name: bankName(displayName),
      bank: { account },
      // Its documentation writes this type with a letter missing.
      proxy: proxy && { type: proxy.type === 'EWALLETID' ? 'EWALLTID' : proxy.type, account: proxy.value },
    },
    bank: { id: bank, name: null },
  };
}
