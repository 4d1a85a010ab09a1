import type { FastifyInstance } from 'fastify';
import type { Transfer } from '../bank/ledger.ts';
import type { Fault } from '../faults/switches.ts';
import { WRONG_BY } from '../gateway/gatewayBook.ts';
import type { World } from '../world.ts';
import { answerCall, type GatewayDialect, refuseCall, toldNumber } from './gatewayDialect.ts';

const ONEPAY: GatewayDialect = {
  name: 'bcel-onepay',
  refusals: {
    400: [400, 'Missing parameters'],
    403: [403, 'Forbidden'],
    404: [404, 'Transaction not found'],
    429: [429, 'Too many requests'],
    500: [500, 'Internal error'],
  },
  says: { badRequest: '400', notFound: '404', wrongKey: '403', busy: '429' },
  refusal: (_code, message) => ({ message }),
};

/** BCEL OnePay: merchants make their own QR, the bank answers about it; without a key, and it sends nothing here. */
export async function bcelOnepayRoutes(app: FastifyInstance, world: World): Promise<void> {
  app.get<{ Querystring: { mcid?: string; uuid?: string } }>('/gettransaction.php', async (request, reply) =>
    answerCall(world, ONEPAY, reply, { isKeyRight: true, applies: false }, (fault) => {
      const { mcid, uuid } = request.query;
      if (!mcid || !uuid) return refuseCall(ONEPAY, reply, '400');
      const transfer = world.bank
        .transfers(10_000)
        .find(
          ({ receiver }) =>
            receiver.type === 'onepay' && receiver.merchantId === mcid && receiver.uuid === uuid,
        );
      // Nothing is written about a payment that did not come.
      if (!transfer || fault?.mode === 'pendingForever') return reply.code(404).send('');
      return transaction(transfer, mcid, uuid, fault);
    }),
  );
}

function transaction(
  { transRef, amount, at, from }: Transfer,
  mcid: string,
  uuid: string,
  fault: Fault | null,
) {
  const local = new Date(Date.parse(at) + 7 * 3_600_000).toISOString();
  const [year, month, day] = local.slice(0, 10).split('-');
  const paid = amount + (fault?.mode === 'wrongAmount' ? WRONG_BY : 0n);
  return {
    id: Number(transRef.slice(-8)),
    mcid,
    tid: null,
    iid: uuid,
    uuid: fault?.mode === 'otherOrder' ? `${uuid}0` : uuid,
    txtime: `${day}/${month}/${year} ${local.slice(11, 19)}`,
    amount: toldNumber(Number(paid / 100n), fault),
    ccy: fault?.mode === 'otherCurrency' ? 'USD' : 'LAK',
    name: from.accountName,
    ticket: transRef.slice(-12),
    fccref: transRef,
  };
}
