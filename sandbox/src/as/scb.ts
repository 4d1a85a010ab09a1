import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { generate } from 'promptparse';
import { clock } from '../clock.ts';
import { isKey } from '../http/apiKey.ts';
import type { World } from '../world.ts';
import { bankFields } from './bankFields.ts';
import { scbBillRoutes } from './scbBills.ts';
import { SCB_REFUSALS, scbRefusal } from './scbCodes.ts';
import { answerSlip, bodyOf, refuse, type SlipDialect } from './slipDialect.ts';

const SCB: SlipDialect = {
  name: 'scb',
  refusals: SCB_REFUSALS,
  says: {
    badRequest: '1101',
    notASlip: '1102',
    notFound: '1104',
    wrongKey: '9500',
    // The bank sells no quota.
    outOfQuota: '429',
    busy: '429',
  },
  refusal: scbRefusal,
};
const TOKEN_S = 1_800;

/** SCB Open API, its slips and its bills: a token first; a slip is asked for by its reference and its bank. A restart forgets the tokens. */
export async function scbRoutes(app: FastifyInstance, world: World): Promise<void> {
  const tokens = new Map<string, number>();
  const isTokenRight = ({ headers }: FastifyRequest) =>
    (tokens.get(headers.authorization?.replace(/^Bearer /, '') ?? '') ?? 0) > clock.now();
  scbBillRoutes(app, world, isTokenRight);

  app.post('/v1/oauth/token', async (request, reply) => {
    const { applicationKey, applicationSecret } = bodyOf(request.body);
    const { resourceownerid, requestuid } = request.headers;
    if (!resourceownerid || !requestuid) return refuse(SCB, reply, '400_9100');
    if (!applicationKey) return refuse(SCB, reply, '1101');
    if (!isKey(applicationSecret, world.config.secret)) return refuse(SCB, reply, SCB.says.wrongKey);
    const accessToken = randomUUID();
    const expiresAt = clock.now() + TOKEN_S * 1_000;
    tokens.set(accessToken, expiresAt);
    return {
      status: { code: 1000, description: 'Success' },
      data: {
        accessToken,
        tokenType: 'Bearer',
        expiresIn: TOKEN_S,
        expiresAt: Math.floor(expiresAt / 1_000),
      },
    };
  });

  app.get<{ Params: { transRef: string }; Querystring: { sendingBank?: string } }>(
    '/v1/payment/billpayment/transactions/:transRef',
    async (request, reply) => {
      const { resourceownerid, requestuid } = request.headers;
      const sendingBank = request.query.sendingBank ?? '';
      if (!resourceownerid || !requestuid) return refuse(SCB, reply, '400_9100');
      if (!/^[0-9]{3}$/.test(sendingBank)) return refuse(SCB, reply, '1101');
      const { transRef } = request.params;
      const isKeyRight = isTokenRight(request);
      const payload = generate.slipVerify({ sendingBank, transRef });
      return answerSlip(world, SCB, reply, { payload, isKeyRight }, (slip) => ({
        status: { code: 1000, description: 'Success' },
        data: {
          ...bankFields(slip),
          amount: slip.amount.toFixed(2),
          paidLocalAmount: slip.amount.toFixed(2),
        },
      }));
    },
  );
}
