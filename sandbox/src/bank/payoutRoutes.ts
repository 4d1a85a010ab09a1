import { bahtText, type Satang } from '@krapao/contract/money';
import type { FastifyInstance } from 'fastify';
import type { Fault } from '../faults/switches.ts';
import { requireApiKey } from '../http/apiKey.ts';
import { accountNoField, amountField, fieldsOf, textField } from '../http/fields.ts';
import { notFound, Problem } from '../http/problem.ts';
import type { World } from '../world.ts';
import { bankByCode } from './banks.ts';

interface Payout {
  id: string;
  status: 'success' | 'pending';
  from: { bankCode: string; accountNo: string };
  to: { bankCode: string; accountNo: string; accountName: string };
  /** Ordered, in satang. */
  amount: Satang;
  /** Really moved, in satang. */
  moved: Satang;
  transRef: string | null;
}

const COLLECTION = 'payouts';
const WRONG_BY = 100n;

/** Payouts from the operator's account; one id is paid once. Also answers names of accounts that have been used. */
export async function payoutRoutes(app: FastifyInstance, world: World): Promise<void> {
  const preHandler = requireApiKey(world.config.secret);

  app.get<{ Params: { bankCode: string; accountNo: string } }>(
    '/bank/account-names/:bankCode/:accountNo',
    { preHandler },
    async ({ params }, reply) =>
      world.calls.run(reply, {
        target: 'bank',
        applies: false,
        special: [],
        apply: () => {
          const { accountName } = world.bank.account(params.bankCode, params.accountNo);
          if (accountName === null) throw notFound('There is no such account.');
          return { accountName };
        },
      }),
  );

  app.post('/payouts', { preHandler }, async (request, reply) => {
    const fields = fieldsOf(request.body);
    const from = fieldsOf(fields.from, 'from');
    const to = fieldsOf(fields.to, 'to');
    const order = {
      id: textField(fields, 'id', 100),
      from: { bankCode: textField(from, 'bankCode', 20), accountNo: accountNoField(from) },
      to: {
        bankCode: textField(to, 'bankCode', 20),
        accountNo: accountNoField(to),
        accountName: textField(to, 'accountName', 100),
      },
      amount: amountField(fields),
    };
    for (const { bankCode } of [order.from, order.to]) {
      if (!bankByCode(bankCode)) throw new Problem(400, 'UNKNOWN_BANK', `There is no bank ${bankCode}.`);
    }
    return world.calls.run(reply, {
      target: 'bank',
      applies: true,
      special: ['duplicate', 'pendingForever', 'wrongAmount'],
      apply: (fault) => presented(pay(world, order, fault)),
    });
  });

  app.get<{ Params: { id: string } }>('/payouts/:id', { preHandler }, async (request, reply) =>
    world.calls.run(reply, {
      target: 'bank',
      applies: false,
      special: ['falseNotFound'],
      about: accountsOf(world.store.all<Payout>(COLLECTION).get(request.params.id)),
      apply: (fault) => {
        const payout = world.store.all<Payout>(COLLECTION).get(request.params.id);
        if (!payout || fault?.mode === 'falseNotFound') throw notFound('There is no such pay-out.');
        return presented(payout);
      },
    }),
  );
}

function pay(
  world: World,
  order: Pick<Payout, 'id' | 'from' | 'to' | 'amount'>,
  fault: Fault | null,
): Payout {
  const known = world.store.all<Payout>(COLLECTION).get(order.id);
  if (known) {
    if (known.amount === order.amount && known.to.accountNo === order.to.accountNo) return known;
    throw new Problem(409, 'DUPLICATE_ID', 'This id was used for another pay-out.');
  }
  const pending = fault?.mode === 'pendingForever';
  const moved = fault?.mode === 'wrongAmount' ? order.amount + WRONG_BY : order.amount;
  const times = pending ? 0 : fault?.mode === 'duplicate' ? 2 : 1;
  let transRef: string | null = null;
  for (let time = 0; time < times; time += 1) {
    const { accountName, ...account } = order.to;
    const transfer = world.bank.move({
      from: { ...order.from, accountName: 'KRAPAO DEMO' },
      receiver: { type: 'account', ...account },
      receiverName: accountName,
      amount: moved,
      currency: 'THB',
      payoutId: order.id,
    });
    transRef ??= transfer.transRef;
  }
  const payout: Payout = { ...order, status: pending ? 'pending' : 'success', moved, transRef };
  world.store.put(COLLECTION, order.id, payout);
  return payout;
}

const accountsOf = (payout: Payout | undefined) => (payout ? [payout.to.accountNo] : []);

function presented(payout: Payout) {
  const { id, status, moved, transRef } = payout;
  return { id, status, amount: bahtText(moved), transRef };
}
