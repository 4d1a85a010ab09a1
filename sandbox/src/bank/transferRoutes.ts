import { bahtFromSatang, bahtText } from '@krapao/contract/money';
import type { FastifyInstance } from 'fastify';
import type { FaultSwitches } from '../faults/switches.ts';
import { accountNoField, amountField, type Fields, fieldsOf, textField } from '../http/fields.ts';
import { Problem } from '../http/problem.ts';
import { publicUrl } from '../http/publicUrl.ts';
import type { WebhookQueue } from '../webhooks/queue.ts';
import type { World } from '../world.ts';
import { bankByCode } from './banks.ts';
import type { Sender, Transfer } from './ledger.ts';
import { maskSender } from './masked.ts';
import { readQrPayload } from './qrPayload.ts';
import { gatewayReference, type Receiver } from './receiver.ts';

const PATH = '/webhooks/incoming-transfers';
/** The error of the fault wrongAmount: one baht. */
const WRONG_BY = 100n;

/** Reports a transfer to the server, as the switch `bank` permits: late, twice, wrong, or never. */
function sendBankNotice(queue: WebhookQueue, switches: FaultSwitches, transfer: Transfer): void {
  const about = [transfer.transRef, transfer.from.accountNo];
  const fault = switches.take('bank', ['slow', 'duplicate', 'wrongAmount', 'pendingForever'], about);
  if (fault?.mode === 'pendingForever') return;
  const notice = {
    transRef: transfer.transRef,
    sendingBank: bankByCode(transfer.from.bankCode)?.number ?? '000',
    sendingBankCode: transfer.from.bankCode,
    amount: bahtText(transfer.amount + (fault?.mode === 'wrongAmount' ? WRONG_BY : 0n)),
    currency: transfer.currency,
    receiver: transfer.receiver,
    sender: maskSender(transfer.from.accountNo, transfer.from.accountName),
    transferredAt: transfer.at,
  };
  if (fault?.mode === 'duplicate') queue.addTwice(PATH, notice);
  else queue.add(PATH, notice, fault?.mode === 'slow' ? fault.delayMs : 0);
}

/** Sends money from a demonstration account, notifies the server or gateway, and returns the transfer. */
export function payFromDemoAccount(world: World, body: unknown): Transfer {
  const fields = fieldsOf(body);
  const from = readSender(fieldsOf(fields.from, 'from'));
  const { receiver, amount, currency } = readOrder(fields, fieldsOf(fields.to, 'to'));
  const transfer = world.bank.move({ from, receiver, amount, currency, payoutId: null });
  const reference = gatewayReference(receiver);
  const paysGateway = reference !== null && world.gateways.payByReference(reference, amount);
  // A gateway collects for the operator and reports it itself; BCEL OnePay only answers.
  if (!paysGateway && receiver.type !== 'onepay') {
    sendBankNotice(world.webhooks, world.switches, transfer);
    world.bank.tell(transfer);
  }
  return transfer;
}

export async function transferRoutes(app: FastifyInstance, world: World): Promise<void> {
  app.post('/bank/transfers', async (request) => {
    const transfer = payFromDemoAccount(world, request.body);
    return {
      transRef: transfer.transRef,
      sendingBank: bankByCode(transfer.from.bankCode)?.number,
      amount: bahtFromSatang(transfer.amount),
      slipUrl: `${publicUrl(world, request)}/bank/slips/${transfer.transRef}.png`,
    };
  });

  app.get<{ Params: { bankCode: string; accountNo: string } }>(
    '/bank/accounts/:bankCode/:accountNo',
    async ({ params }) => ({
      balance: bahtFromSatang(world.bank.account(params.bankCode.toUpperCase(), params.accountNo).balance),
    }),
  );
}

function readSender(fields: Fields): Sender {
  const bankCode = textField(fields, 'bankCode', 20).toUpperCase();
  return { bankCode, accountNo: accountNoField(fields), accountName: textField(fields, 'accountName', 100) };
}

function readOrder(fields: Fields, to: Fields): Pick<Transfer, 'receiver' | 'amount' | 'currency'> {
  if (typeof to.qr !== 'string' || to.qr === '') {
    const bankCode = textField(to, 'bankCode', 20).toUpperCase();
    const receiver: Receiver =
      bankCode === 'PROMPTPAY'
        ? { type: 'promptpay', proxyType: 'MSISDN', id: accountNoField(to) }
        : { type: 'account', bankCode, accountNo: accountNoField(to) };
    if (receiver.type === 'account' && !bankByCode(bankCode)) {
      throw new Problem(400, 'UNKNOWN_BANK', `There is no bank ${bankCode}.`);
    }
    return { receiver, amount: amountField(fields), currency: fields.currency === 'LAK' ? 'LAK' : 'THB' };
  }
  const order = readQrPayload(to.qr.trim());
  if (!order) throw new Problem(400, 'BAD_QR', 'This is not a payment QR, or its checksum is wrong.');
  const { receiver } = order;
  const currency = order.currency === '418' ? 'LAK' : 'THB';
  if (order.amount === null) return { receiver, amount: amountField(fields), currency };
  const typed = fields.amount;
  if (typed !== undefined && typed !== '' && amountField(fields) !== order.amount) {
    throw new Problem(400, 'AMOUNT_IS_FIXED', 'The QR fixes another amount.');
  }
  return { receiver, amount: order.amount, currency };
}
