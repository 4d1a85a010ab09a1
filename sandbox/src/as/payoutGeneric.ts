import { bahtText, type Satang } from '@krapao/contract/money';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bankByCode } from '../bank/banks.ts';
import type { Fault, FaultMode } from '../faults/switches.ts';
import { requireBearer } from '../http/apiKey.ts';
import { accountNoField, amountField, fieldsOf, textField } from '../http/fields.ts';
import { Problem } from '../http/problem.ts';
import type { World } from '../world.ts';

/** An order of a bank that takes two steps: it pays when the order is confirmed. */
interface Order {
  id: string;
  reference: string;
  bank: string;
  account: string;
  name: string;
  amount: Satang;
  status: 'INITIATED' | 'SUCCESS' | 'PENDING';
  moved: Satang;
  bankReference: string | null;
}

const COLLECTION = 'payoutOrders';
const TARGET = 'payout:generic';
const WRONG_BY = 100n;
const SPECIAL: readonly FaultMode[] = ['falseNotFound', 'pendingForever', 'wrongAmount'];

/**
 * A bank that pays out in two steps: `POST /transfers`, then `POST /transfers/<id>/confirm`; asked by
 * `GET /transfers?reference=`. One reference is one order, and an order is paid once. The switch is `payout:generic`.
 */
export async function payoutGenericRoutes(app: FastifyInstance, world: World): Promise<void> {
  const requireKey = (request: FastifyRequest) => requireBearer(request, world.config.secret);
  const orders = () => world.store.all<Order>(COLLECTION);

  app.get('/', async (request) => {
    requireKey(request);
    return { bank: 'Sandbox Bank' };
  });

  app.post('/transfers', async (request, reply) => {
    requireKey(request);
    const fields = fieldsOf(request.body);
    const wanted = {
      reference: textField(fields, 'reference', 100),
      bank: textField(fields, 'bank', 20),
      account: accountNoField({ accountNo: fields.account }),
      name: textField(fields, 'name', 100),
      amount: amountField(fields),
    };
    return world.calls.run(reply, {
      target: TARGET,
      applies: true,
      special: ['duplicate'],
      apply: () => {
        const known = [...orders().values()].find(({ reference }) => reference === wanted.reference);
        if (known && (known.amount !== wanted.amount || known.account !== wanted.account))
          throw new Problem(409, 'DUPLICATE_ID', 'This reference was used for another transfer.');
        if (!bankByCode(wanted.bank))
          throw new Problem(422, 'UNKNOWN_BANK', `There is no bank ${wanted.bank}.`);
        const order: Order = known ?? {
          ...wanted,
          id: `T${orders().size + 1}`,
          status: 'INITIATED',
          moved: wanted.amount,
          bankReference: null,
        };
        world.store.put(COLLECTION, order.id, order);
        return presented(order);
      },
    });
  });

  app.post<{ Params: { id: string } }>('/transfers/:id/confirm', async (request, reply) => {
    requireKey(request);
    const asked = orders().get(request.params.id);
    return world.calls.run(reply, {
      target: TARGET,
      applies: true,
      special: SPECIAL,
      about: asked ? [asked.account, asked.reference] : [],
      apply: (fault) => {
        const order = orders().get(request.params.id);
        if (!order || fault?.mode === 'falseNotFound')
          throw new Problem(404, 'NOT_FOUND', 'No such transfer.');
        return presented(confirmed(world, order, fault));
      },
    });
  });

  app.get<{ Querystring: { reference?: string } }>('/transfers', async (request, reply) => {
    requireKey(request);
    return world.calls.run(reply, {
      target: TARGET,
      applies: false,
      special: SPECIAL,
      apply: (fault) => {
        const { reference } = request.query;
        const order = [...orders().values()].find((one) => one.reference === reference);
        if (!order || fault?.mode === 'falseNotFound')
          throw new Problem(404, 'NOT_FOUND', 'No such transfer.');
        return presented(order);
      },
    });
  });
}

function confirmed(world: World, order: Order, fault: Fault | null): Order {
  if (order.status === 'SUCCESS') return order;
  const moved = fault?.mode === 'wrongAmount' ? order.amount + WRONG_BY : order.amount;
  const isPending = fault?.mode === 'pendingForever';
  const transfer = isPending
    ? undefined
    : world.bank.move({
        from: { bankCode: 'KBANK', accountNo: '0000000000', accountName: 'KRAPAO DEMO' },
        receiver: { type: 'account', bankCode: order.bank, accountNo: order.account },
        receiverName: order.name,
        amount: moved,
        currency: 'THB',
        payoutId: order.reference,
      });
  const next: Order = {
    ...order,
    moved,
    status: isPending ? 'PENDING' : 'SUCCESS',
    bankReference: transfer?.transRef ?? null,
  };
  world.store.put(COLLECTION, order.id, next);
  return next;
}

const presented = ({ id, reference, status, moved, bankReference }: Order) => ({
  transfer: { id, reference, status, amount: bahtText(moved), bankReference },
});
