import { randomBytes } from 'node:crypto';
import { GATEWAY_CODES } from '@krapao/contract/gateways';
import { bahtText, type Satang } from '@krapao/contract/money';
import { encode, tag, withCrcTag } from 'promptparse';
import { clock } from '../clock.ts';
import type { Fault, FaultSwitches } from '../faults/switches.ts';
import { Problem } from '../http/problem.ts';
import type { Store } from '../state/store.ts';
import type { WebhookQueue } from '../webhooks/queue.ts';

type GatewayCode = (typeof GATEWAY_CODES)[number];

/** Whether the sandbox plays it by itself, not a maker of `/as/`. */
export const isOwn = (gateway: string): gateway is GatewayCode =>
  GATEWAY_CODES.some((code) => code === gateway);

/** The least that each takes. */
const MINIMUM: Readonly<Record<GatewayCode, Satang>> = { WW: 100_00n, E2P: 50_00n };

export interface GatewayPayment {
  /** One of the sandbox's own, or a maker of `/as/`. */
  gateway: string;
  /** What the merchant chose, so that the same order is taken once. */
  id: string;
  /** The gateway's own id, and the secret of the hosted page. */
  paymentId: string;
  /** What the QR carries. */
  reference: string;
  amount: Satang;
  currency: 'THB' | 'LAK';
  createdAt: string;
  expiresAt: string;
  paid: { amount: Satang; at: string } | null;
  /** With the fault pendingForever: the payment never becomes paid and sends no notice. */
  stuck: boolean;
  /** What the merchant sent along, in the maker's own fields. */
  told: Readonly<Record<string, unknown>>;
}

/** An order of a merchant; what it leaves out is chosen. */
export interface GatewayOrder
  extends Pick<GatewayPayment, 'gateway' | 'id' | 'amount'>,
    Partial<Pick<GatewayPayment, 'paymentId' | 'reference' | 'currency' | 'told'>> {
  seconds: number;
}

/** How a maker reports a payment. */
export type PaymentTeller = (payment: GatewayPayment, delayMs: number) => void;

const COLLECTION = 'gatewayPayments';
const BY_REFERENCE = 'gatewayReferences';

/** The server's address for the notices of one of its gateways. */
const noticePath = (gateway: GatewayCode) => `/webhooks/sandbox-gateway-${gateway.toLowerCase()}`;

const BILLER_ID = '099400016550100';
/** The error of the fault wrongAmount: one baht or kip. */
export const WRONG_BY = 100n;

/** The payments of all gateways. */
export class GatewayBook {
  readonly #tellers = new Map<string, PaymentTeller>();
  readonly #store: Store;
  readonly #switches: FaultSwitches;
  readonly #webhooks: WebhookQueue;

  constructor(store: Store, switches: FaultSwitches, webhooks: WebhookQueue) {
    this.#store = store;
    this.#switches = switches;
    this.#webhooks = webhooks;
  }

  /** How this maker reports payments; the sandbox's own gateways need none. */
  tellBy(gateway: string, teller: PaymentTeller): void {
    this.#tellers.set(gateway, teller);
  }

  find(gateway: string, id: string): GatewayPayment | undefined {
    return this.#at(`${gateway}/${id}`);
  }

  /** @param reference of its QR, or the gateway's own id */
  findByReference(reference: string): GatewayPayment | undefined {
    const key = this.#store.all<string>(BY_REFERENCE).get(reference);
    return key === undefined ? undefined : this.#at(key);
  }

  /** All payments of one gateway, the newest last. */
  of(gateway: string): GatewayPayment[] {
    const keys = [...this.#store.all<GatewayPayment>(COLLECTION).keys()];
    return keys.filter((key) => key.startsWith(`${gateway}/`)).flatMap((key) => this.#at(key) ?? []);
  }

  #at(key: string): GatewayPayment | undefined {
    const stored = this.#store.all<GatewayPayment>(COLLECTION).get(key);
    // Worlds that were stored before the makers of /as/ lack their fields.
    return stored && { ...stored, reference: stored.reference ?? stored.paymentId, told: stored.told ?? {} };
  }

  /** The same id gives the same payment. Throws Problem 400 BELOW_MINIMUM, 409 DUPLICATE_ID. */
  create(order: GatewayOrder, fault: Fault | null): GatewayPayment {
    const { gateway, id, amount, seconds, currency = 'THB', told = {} } = order;
    const known = this.find(gateway, id);
    if (known?.amount === amount) return known;
    if (known) throw new Problem(409, 'DUPLICATE_ID', 'This id was used for another payment.');
    if (isOwn(gateway) && amount < MINIMUM[gateway]) {
      throw new Problem(400, 'BELOW_MINIMUM', 'The amount is below the minimum of this gateway.');
    }
    const paymentId = order.paymentId ?? `${gateway}${randomBytes(8).toString('hex').toUpperCase()}`;
    const now = clock.now();
    const payment: GatewayPayment = {
      gateway,
      id,
      paymentId,
      reference: order.reference ?? paymentId,
      amount,
      currency,
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + seconds * 1000).toISOString(),
      paid: null,
      stuck: fault?.mode === 'pendingForever',
      told,
    };
    this.#store.put(COLLECTION, `${gateway}/${id}`, payment);
    for (const reference of new Set([paymentId, payment.reference]))
      this.#store.put(BY_REFERENCE, reference, `${gateway}/${id}`);
    return payment;
  }

  /** Receives money for the payment with this reference; false if there is none. A late payment is accepted too. */
  payByReference(reference: string, amount: Satang): boolean {
    const payment = this.findByReference(reference);
    if (!payment) return false;
    if (payment.paid) throw new Problem(409, 'ALREADY_PAID', 'This payment was paid before.');
    const paid = { ...payment, paid: { amount, at: clock.date().toISOString() } };
    this.#store.put(COLLECTION, `${payment.gateway}/${payment.id}`, paid);
    if (!payment.stuck) this.#notify(paid, paid.paid);
    return true;
  }

  #notify(payment: GatewayPayment, paid: { amount: Satang; at: string }): void {
    const { gateway, id, paymentId } = payment;
    const fault = this.#switches.take(
      `gateway:${gateway}`,
      ['slow', 'duplicate', 'wrongAmount', 'pendingForever'],
      [id, paymentId, payment.reference],
    );
    if (fault?.mode === 'pendingForever') return;
    const amount = fault?.mode === 'wrongAmount' ? paid.amount + WRONG_BY : paid.amount;
    const delayMs = fault?.mode === 'slow' ? fault.delayMs : 0;
    const tell = this.#tellers.get(gateway);
    if (tell) {
      const reported = { ...payment, paid: { ...paid, amount } };
      tell(reported, delayMs);
      if (fault?.mode === 'duplicate') tell(reported, delayMs);
      return;
    }
    if (!isOwn(gateway)) return;
    const notice = { gateway, id, paymentId, amount: bahtText(amount), paidAt: paid.at };
    const { notifyUrl } = payment.told;
    const path = typeof notifyUrl === 'string' ? notifyUrl : noticePath(gateway);
    if (fault?.mode === 'duplicate') this.#webhooks.addTwice(path, notice);
    else this.#webhooks.add(path, notice, delayMs);
  }
}

/**
 * The payment as a PromptPay bill-payment payload with its exact amount.
 * @param billerId of whom the payment goes to; the gateway's own if it collects
 */
export function paymentQr(payment: GatewayPayment, billerId = BILLER_ID, currency = '764'): string {
  const biller = encode([tag('00', 'A000000677010112'), tag('01', billerId), tag('02', payment.reference)]);
  const fields = [
    tag('00', '01'),
    tag('01', '12'),
    tag('30', biller),
    tag('53', currency),
    tag('54', bahtText(payment.amount)),
    tag('58', 'TH'),
  ];
  return withCrcTag(encode(fields), '63');
}
