import type { FastifyInstance } from 'fastify';
import { isKey } from '../http/apiKey.ts';
import type { World } from '../world.ts';
import { bankFields } from './bankFields.ts';
import { answerSlip, bodyOf, quotaLeft, type SlipDialect } from './slipDialect.ts';

const RDCW: SlipDialect = {
  name: 'rdcw',
  refusals: {
    1000: [400, 'Missing headers (Authorization or Content-Type)'],
    1001: [400, 'Invalid authorization header'],
    1002: [400, 'Invalid authorization header'],
    1003: [400, 'IP not whitelisted'],
    1004: [400, 'Invalid payload'],
    1005: [400, 'Invalid payload'],
    1006: [400, 'Invalid payload'],
    1007: [400, 'Usage exceeded'],
    1008: [400, 'Subscription expired'],
    2001: [400, 'Internal error 1'],
    2002: [400, 'Bank API Error'],
    2003: [400, 'Bank API Error'],
    2004: [400, 'Bank API Error'],
    2005: [400, 'Internal error 2'],
    2006: [400, 'Bank API return no data'],
    429: [429, 'Too many requests'],
    invalid: [200, ''],
  },
  says: {
    badRequest: '1004',
    notASlip: '1005',
    notFound: '2006',
    wrongKey: '1002',
    outOfQuota: '1007',
    busy: '429',
  },
  refusal: (code, message) =>
    code === 'invalid' ? { discriminator: null, valid: false, data: null } : { code: Number(code), message },
};

/** RDCW: each refusal is HTTP 400; a slip that was looked up before is answered from its memory, with `isCached`. */
export async function rdcwRoutes(app: FastifyInstance, world: World): Promise<void> {
  app.post('/inquiry', async (request, reply) => {
    const { payload } = bodyOf(request.body);
    const basic = Buffer.from(
      request.headers.authorization?.replace(/^Basic /, '') ?? '',
      'base64',
    ).toString();
    const isKeyRight = isKey(basic.split(':')[1], world.config.secret);
    return answerSlip(world, RDCW, reply, { payload, isKeyRight }, (slip, isCached) => ({
      discriminator: `${slip.sendingBank}.${slip.transRef}`,
      valid: true,
      data: bankFields(slip),
      isCached,
      subscription: { id: 1, postpaid: false },
      quota: { cost: isCached ? 0 : 1, usage: 10_000 - quotaLeft(world, RDCW), limit: 10_000 },
    }));
  });
}
