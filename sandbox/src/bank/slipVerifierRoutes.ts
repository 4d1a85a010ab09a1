import { bahtText } from '@krapao/contract/money';
import type { FastifyInstance } from 'fastify';
import { requireApiKey } from '../http/apiKey.ts';
import { type Fields, fieldsOf, textField } from '../http/fields.ts';
import { Problem } from '../http/problem.ts';
import { readAmount } from '../money.ts';
import type { World } from '../world.ts';
import type { Transfer } from './ledger.ts';
import { slipFacts, transferOfSlip, WRONG_BY } from './slipFacts.ts';

const LOGGED = 'loggedSlips';

/** The slip look-up service, in the format of public ones. */
export async function slipVerifierRoutes(app: FastifyInstance, world: World): Promise<void> {
  const preHandler = requireApiKey(world.config.secret);
  app.post('/slip-verifier/verify', { preHandler }, async (request, reply) => {
    const fields = fieldsOf(request.body);
    const payload = textField(fields, 'data', 300);
    return world.calls.run(reply, {
      target: 'bank',
      applies: false,
      special: ['falseNotFound', 'pendingForever', 'wrongAmount', 'timeoutBeforeApply', 'timeoutAfterApply'],
      apply: (fault) => {
        if (fault?.mode === 'pendingForever') throw new Problem(400, '1010', 'The bank answers later.');
        const named = transferOfSlip(world.bank, payload);
        if (named === 'not_a_slip') throw new Problem(400, '1008', 'This is not the QR of a slip.');
        const transfer = fault?.mode === 'falseNotFound' ? undefined : named;
        if (!transfer) throw new Problem(404, 'SLIP_NOT_FOUND', 'The bank knows no such transfer.');
        const reported = fault?.mode === 'wrongAmount' ? transfer.amount + WRONG_BY : transfer.amount;
        checkWishes(world, fields, transfer, reported);
        return { success: true, data: { ...slipFacts(transfer), amount: bahtText(reported) } };
      },
    });
  });
}

/** The optional checks of such services: `amount` (1013) and, with `log`, repeated slips (1012). */
function checkWishes(world: World, fields: Fields, transfer: Transfer, reported: bigint): void {
  if (fields.amount !== undefined && readAmount(fields.amount) !== reported) {
    throw new Problem(400, '1013', 'The amount is another one.');
  }
  if (fields.log !== true) return;
  if (world.store.all(LOGGED).has(transfer.transRef))
    throw new Problem(400, '1012', 'This slip was looked up before.');
  world.store.put(LOGGED, transfer.transRef, true);
}
