import { randomBytes } from 'node:crypto';
import { GATEWAYS, type GatewayCode } from '@krapao/contract/gateways';
import { bahtText, type Satang } from '@krapao/contract/money';
import { encode, tag, withCrcTag } from 'promptparse';
import type { Fault, FaultSwitches } from '../faults/switches.ts';
import { Problem } from '../http/problem.ts';
import type { Store } from '../state/store.ts';
import type { WebhookQueue } from '../webhooks/queue.ts';

export interface GatewayPayment {
  gateway: GatewayCode;
  /** The merchant's order id. */
  id: string;
  /** The gateway's own id: the reference of its QR, and the secret of the hosted page. */
  paymentId: string;
  amount: Satang;
  expiresAt: string;
  paid: { amount: Satang; at: string } | null;
  /** With the fault pendingForever: the payment never becomes paid and sends no notice. */
  stuck: boolean;
}

const COLLECTION = 'gatewayPayments';
const BY_REFERENCE = 'gatewayReferences';
const NOTICE_PATH = '/webhooks/gateway-payments';
const BILLER_ID = '099400016550100';
const WRONG_BY = 100n;

/** The payments of the two gateways. */
export class GatewayBook {
  readonly #store: Store;
  readonly #switches: FaultSwitches;
  readonly #webhooks: WebhookQueue;

  constructor(store: Store, switches: FaultSwitches, webhooks: WebhookQueue) {
    this.#store = store;
    this.#switches = switches;
    this.#webhooks = webhooks;
  }

  find(gateway: string, id: string): GatewayPayment | undefined {
    return this.#store.all<GatewayPayment>(COLLECTION).get(`${gateway}/${id}`);
  }

  findByReference(paymentId: string): GatewayPayment | undefined {
    const key = this.#store.all<string>(BY_REFERENCE).get(paymentId);
    return key === undefined ? undefined : this.#store.all<GatewayPayment>(COLLECTION).get(key);
  }

  /** The same id gives the same payment. Throws Problem 400 BELOW_MINIMUM, 409 DUPLICATE_ID. */
  create(
    order: Pick<GatewayPayment, 'gateway' | 'id' | 'amount'> & { seconds: number },
    fault: Fault | null,
  ): GatewayPayment {
    const { gateway, id, amount, seconds } = order;
    const known = this.find(gateway, id);
    if (known?.amount === amount) return known;
    if (known) throw new Problem(409, 'DUPLICATE_ID', 'This id was used for another payment.');
    if (amount < BigInt(GATEWAYS[gateway].minimum) * 100n) {
      throw new Problem(400, 'BELOW_MINIMUM', 'The amount is below the minimum of this gateway.');
    }
    const payment: GatewayPayment = {
      gateway,
      id,
      paymentId: `${gateway}${randomBytes(8).toString('hex').toUpperCase()}`,
      amount,
      expiresAt: new Date(Date.now() + seconds * 1000).toISOString(),
      paid: null,
      stuck: fault?.mode === 'pendingForever',
    };
    this.#store.put(COLLECTION, `${gateway}/${id}`, payment);
    this.#store.put(BY_REFERENCE, payment.paymentId, `${gateway}/${id}`);
    return payment;
  }

  /** Receives money for the payment with this reference; false if there is none. A late payment is accepted too. */
  payByReference(paymentId: string, amount: Satang): boolean {
    const payment = this.findByReference(paymentId);
    if (!payment) return false;
    if (payment.paid) throw new Problem(409, 'ALREADY_PAID', 'This payment was paid before.');
    const at = new Date().toISOString();
    this.#store.put(COLLECTION, `${payment.gateway}/${payment.id}`, { ...payment, paid: { amount, at } });
    if (!payment.stuck) this.#notify(payment, amount, at);
    return true;
  }

  #notify(payment: GatewayPayment, amount: Satang, at: string): void {
    const { gateway, id, paymentId } = payment;
    const fault = this.#switches.take(`gateway:${gateway}`, [
      'slow',
      'duplicate',
      'wrongAmount',
      'pendingForever',
    ]);
    if (fault?.mode === 'pendingForever') return;
    const reported = fault?.mode === 'wrongAmount' ? amount + WRONG_BY : amount;
    const notice = { gateway, id, paymentId, amount: bahtText(reported), paidAt: at };
    if (fault?.mode === 'duplicate') this.#webhooks.addTwice(NOTICE_PATH, notice);
    else this.#webhooks.add(NOTICE_PATH, notice, fault?.mode === 'slow' ? fault.delayMs : 0);
  }
}

/** The payment as a PromptPay bill-payment payload with its exact amount. */
export function paymentQr(payment: GatewayPayment): string {
  const biller = encode([tag('00', 'A000000677010112'), tag('01', BILLER_ID), tag('02', payment.paymentId)]);
  const fields = [
    tag('00', '01'),
    tag('01', '12'),
    tag('30', biller),
    tag('53', '764'),
    tag('54', bahtText(payment.amount)),
    tag('58', 'TH'),
  ];
  return withCrcTag(encode(fields), '63');
}
