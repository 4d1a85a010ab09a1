import { bahtText } from '@krapao/contract/money';
import type { FastifyInstance } from 'fastify';
import { validate } from 'promptparse';
import { requireApiKey } from '../http/apiKey.ts';
import { type Fields, fieldsOf, textField } from '../http/fields.ts';
import { Problem } from '../http/problem.ts';
import { readAmount } from '../money.ts';
import type { World } from '../world.ts';
import { bankByCode } from './banks.ts';
import type { Transfer } from './ledger.ts';
import { maskReceiver, maskSender } from './masked.ts';

const LOGGED = 'loggedSlips';
const WRONG_BY = 100n;

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
        const transfer = fault?.mode === 'falseNotFound' ? undefined : findTransfer(world, payload);
        if (!transfer) throw new Problem(404, 'SLIP_NOT_FOUND', 'The bank knows no such transfer.');
        const reported = fault?.mode === 'wrongAmount' ? transfer.amount + WRONG_BY : transfer.amount;
        checkWishes(world, fields, transfer, reported);
        return { success: true, data: slipData(transfer, reported) };
      },
    });
  });
}

/** The transfer that a mini-QR names. Throws Problem 400 1008 if it is not a mini-QR. */
function findTransfer(world: World, payload: string): Transfer | undefined {
  const slip = validate.slipVerify(payload);
  if (!slip) throw new Problem(400, '1008', 'This is not the QR of a slip.');
  const transfer = world.bank.transfer(slip.transRef);
  return transfer && bankByCode(transfer.from.bankCode)?.number === slip.sendingBank ? transfer : undefined;
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

function slipData(transfer: Transfer, amount: bigint) {
  const { receiver } = transfer;
  const bangkok = new Date(Date.parse(transfer.at) + 7 * 3_600_000).toISOString();
  return {
    transRef: transfer.transRef,
    sendingBank: bankByCode(transfer.from.bankCode)?.number ?? '000',
    receivingBank: receiver.type === 'account' ? (bankByCode(receiver.bankCode)?.number ?? null) : null,
    transDate: bangkok.slice(0, 10).replaceAll('-', ''),
    transTime: bangkok.slice(11, 19),
    transTimestamp: transfer.at,
    sender: maskSender(transfer.from.accountNo, transfer.from.accountName),
    receiver: maskReceiver(receiver, transfer.receiverName),
    amount: bahtText(amount),
    currency: transfer.currency,
    ref1: receiver.type === 'biller' ? receiver.ref1 : null,
    ref2: receiver.type === 'biller' ? receiver.ref2 : null,
    ref3: null,
  };
}
