import { bahtText } from '@krapao/contract/money';
import type { FastifyInstance } from 'fastify';
import { clock } from '../clock.ts';
import { requireApiKey } from '../http/apiKey.ts';
import { amountField, type Fields, fieldsOf, textField } from '../http/fields.ts';
import { badRequest, notFound } from '../http/problem.ts';
import { publicUrl } from '../http/publicUrl.ts';
import type { World } from '../world.ts';
import { type GatewayPayment, isOwn, paymentQr } from './gatewayBook.ts';

const LONGEST_SECONDS = 86_400;

/** The server's calls: create a payment, look one up. The hosted page is in pages/payPage.ts. */
export async function gatewayRoutes(app: FastifyInstance, world: World): Promise<void> {
  const preHandler = requireApiKey(world.config.secret);

  app.post<{ Params: { gateway: string } }>(
    '/gateways/:gateway/payments',
    { preHandler },
    async (request, reply) => {
      const gateway = knownGateway(request.params.gateway);
      const fields = fieldsOf(request.body);
      const seconds = fields.expiresInSeconds ?? 900;
      if (typeof seconds !== 'number' || !(seconds >= 1 && seconds <= LONGEST_SECONDS)) {
        throw badRequest(`expiresInSeconds must be from 1 to ${LONGEST_SECONDS}.`);
      }
      const told = { ...addressIn(fields, 'returnUrl'), ...addressIn(fields, 'notifyUrl') };
      const order = { gateway, id: textField(fields, 'id', 100), amount: amountField(fields), seconds, told };
      return world.calls.run(reply, {
        target: `gateway:${gateway}`,
        applies: true,
        special: ['pendingForever'],
        apply: (fault) => created(publicUrl(world, request), world.gateways.create(order, fault)),
      });
    },
  );

  app.get<{ Params: { gateway: string; id: string } }>(
    '/gateways/:gateway/payments/:id',
    { preHandler },
    async (request, reply) => {
      const gateway = knownGateway(request.params.gateway);
      return world.calls.run(reply, {
        target: `gateway:${gateway}`,
        applies: false,
        special: ['falseNotFound'],
        apply: (fault) => {
          const payment = world.gateways.find(gateway, request.params.id);
          if (!payment || fault?.mode === 'falseNotFound') throw notFound('There is no such payment.');
          return asked(payment);
        },
      });
    },
  );
}

function knownGateway(code: string): string {
  if (isOwn(code)) return code;
  throw notFound(`There is no gateway ${code}.`);
}

/** An address that a merchant may send along. */
function addressIn(fields: Fields, name: 'returnUrl' | 'notifyUrl'): Record<string, string> {
  if (fields[name] === undefined) return {};
  const url = textField(fields, name, 500);
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw badRequest(`${name} must be an http or https address.`);
  return { [name]: url };
}

function created(base: string, payment: GatewayPayment) {
  const { gateway, id, paymentId, expiresAt } = payment;
  const payUrl = `${base}/gateways/${gateway}/pay/${paymentId}`;
  return { id, paymentId, status: 'pending', payUrl, qrPayload: paymentQr(payment), expiresAt };
}

function asked(payment: GatewayPayment) {
  const { id, paymentId, expiresAt, stuck } = payment;
  const paid = stuck ? null : payment.paid;
  const late = !stuck && Date.parse(expiresAt) < clock.now();
  return {
    id,
    paymentId,
    status: paid ? 'paid' : late ? 'expired' : 'pending',
    amount: bahtText(paid?.amount ?? payment.amount),
    paidAt: paid?.at ?? null,
    expiresAt,
  };
}
