import type { FastifyInstance } from 'fastify';
import { isKey } from '../http/apiKey.ts';
import type { World } from '../world.ts';
import { bankFields } from './bankFields.ts';
import { answerSlip, bodyOf, type SlipDialect, type ToldSlip } from './slipDialect.ts';

const SLIPMATE: SlipDialect = {
  name: 'slipmate',
  refusals: {
    400: [400, 'Bad Request'],
    401: [401, 'Unauthorized'],
    403: [403, 'Insufficient user credits'],
    404: [404, 'Not Found'],
    409: [409, 'Transaction Reference already exist', 'withSlip'],
    429: [429, 'Too Many Requests'],
    500: [500, 'Internal Server Error'],
  },
  says: {
    badRequest: '400',
    notASlip: '400',
    notFound: '404',
    wrongKey: '401',
    outOfQuota: '403',
    busy: '429',
    repeated: '409',
  },
  // The page on its status codes shows no body; this is what public code reads.
  refusal: (_code, message, slip) => ({
    code: 'OPENAPI_FAILURE',
    message,
    ...(slip && { data: told(slip) }),
  }),
};

/** SlipMate: the HTTP status is its code, and the transfer is the whole body. */
export async function slipmateRoutes(app: FastifyInstance, world: World): Promise<void> {
  app.post('/verify', async (request, reply) => {
    const { qrData, allowDuplicate } = bodyOf(request.body);
    const question = {
      payload: qrData,
      isKeyRight: isKey(request.headers['x-api-key'], world.config.secret),
      check: (_slip: ToldSlip, isRepeated: boolean) => (isRepeated && allowDuplicate !== true ? '409' : null),
    };
    return answerSlip(world, SLIPMATE, reply, question, told);
  });
}

const told = (slip: ToldSlip) => ({
  ...bankFields(slip),
  sendingBankName: '',
  receivingBankName: '',
  transDateTime: `${slip.transDate.replace(/(....)(..)(..)/, '$1-$2-$3')}T${slip.transTime}+07:00`,
});
