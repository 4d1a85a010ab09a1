import { bahtText } from '@krapao/contract/money';
import type { FastifyInstance } from 'fastify';
import { requireApiKey } from '../http/apiKey.ts';
import { badRequest } from '../http/problem.ts';
import type { World } from '../world.ts';
import { bankByCode } from './banks.ts';
import type { Transfer } from './ledger.ts';
import { maskSender } from './masked.ts';

interface Query {
  since?: string;
  /** Other names of the account besides its number. */
  promptPayId?: string;
  laoQrReceiver?: string;
}

/** Money received in an account, as its bank's statement shows it to the owner. */
export async function statementRoutes(app: FastifyInstance, world: World): Promise<void> {
  app.get<{ Params: { bankCode: string; accountNo: string }; Querystring: Query }>(
    '/bank/statements/:bankCode/:accountNo',
    { preHandler: requireApiKey(world.config.secret) },
    async ({ params, query }, reply) => {
      const since = Date.parse(query.since ?? '');
      if (Number.isNaN(since)) throw badRequest('since must be a time.');
      return world.calls.run(reply, {
        target: 'statement',
        applies: false,
        apply: () => ({
          lines: world.bank
            .transfers(Number.MAX_SAFE_INTEGER)
            .filter((one) => Date.parse(one.at) >= since && isInto(one, params, query))
            .map(presented),
        }),
      });
    },
  );
}

function isInto(
  { receiver, payoutId }: Transfer,
  { bankCode, accountNo }: { bankCode: string; accountNo: string },
  { promptPayId, laoQrReceiver }: Query,
): boolean {
  if (payoutId !== null) return false;
  switch (receiver.type) {
    case 'account':
      return receiver.bankCode === bankCode && receiver.accountNo === accountNo;
    case 'promptpay':
      return receiver.id === promptPayId;
    case 'laoqr':
      return receiver.receiverId === laoQrReceiver;
    case 'biller':
    case 'onepay':
      return false;
  }
}

function presented({ transRef, from, amount, currency, receiver, at }: Transfer) {
  return {
    transRef,
    sendingBank: bankByCode(from.bankCode)?.number,
    sendingBankCode: from.bankCode,
    amount: bahtText(amount),
    currency,
    sender: maskSender(from.accountNo, from.accountName),
    reference: receiver.type === 'laoqr' ? receiver.reference : null,
    transferredAt: at,
  };
}
