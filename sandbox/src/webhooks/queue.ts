import { createHmac, randomUUID } from 'node:crypto';
import type { Exchange } from '../exchanges/exchangeBook.ts';
import { metFaults } from '../faults/metFaults.ts';
import { encode } from '../state/codec.ts';
import type { Store } from '../state/store.ts';

export interface Webhook {
  id: string;
  path: string;
  body: string;
  attempts: number;
  /** ISO time of the next attempt. */
  nextAt: string;
  /** The fault switches that its cause met. */
  faults?: readonly string[];
}

/** Told of each delivery before and after it. */
export interface DeliveryLog {
  sending(webhook: Webhook, headers: Readonly<Record<string, string>>): Exchange;
  /** Without a response nobody answered. */
  sent(exchange: Exchange, response: Response | null): Promise<void>;
}

export interface WebhookTarget {
  webhookUrl: string | null;
  secret: string;
  webhookRetryMs: number;
}

const COLLECTION = 'webhooks';
const LONGEST_WAIT_MS = 60_000;
const ANSWER_WITHIN_MS = 10_000;
const AT_ONCE = 8;

/** Delivers signed notices to the server, at least once each, until it answers 2xx; the queue outlives a restart. */
export class WebhookQueue {
  readonly #store: Store;
  readonly #target: WebhookTarget;
  readonly #log: DeliveryLog;
  readonly #running = new Map<string, AbortController>();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(store: Store, target: WebhookTarget, log: DeliveryLog) {
    this.#store = store;
    this.#target = target;
    this.#log = log;
  }

  /** Queues a notice; adds `eventId`, the same in every delivery. Amounts must already be strings. */
  add(path: string, notice: object, delayMs = 0): void {
    const id = randomUUID();
    const body = encode({ eventId: id, ...notice });
    const nextAt = new Date(Date.now() + delayMs).toISOString();
    const webhook: Webhook = { id, path, body, attempts: 0, nextAt, faults: metFaults() };
    this.#store.put(COLLECTION, id, webhook);
    this.wake();
  }

  /** Queues a second delivery of a notice that is queued for the same event. */
  addTwice(path: string, notice: object): void {
    const eventId = randomUUID();
    this.add(path, { eventId, ...notice });
    this.add(path, { eventId, ...notice });
  }

  waiting(): Webhook[] {
    return [...this.#store.all<Webhook>(COLLECTION).values()];
  }

  /** Delivers due notices and sleeps until the next is due. */
  wake(): void {
    if (this.#stopped || this.#target.webhookUrl === null) return;
    clearTimeout(this.#timer);
    const now = Date.now();
    let soonest = Number.POSITIVE_INFINITY;
    for (const webhook of this.waiting()) {
      if (this.#running.has(webhook.id)) continue;
      const wait = Date.parse(webhook.nextAt) - now;
      if (wait > 0) soonest = Math.min(soonest, wait);
      else if (this.#running.size < AT_ONCE) void this.#deliver(webhook);
    }
    if (soonest < Number.POSITIVE_INFINITY) this.#timer = setTimeout(() => this.wake(), soonest);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    for (const running of this.#running.values()) running.abort();
  }

  async #deliver(webhook: Webhook): Promise<void> {
    const abort = new AbortController();
    this.#running.set(webhook.id, abort);
    await this.#store.flush();
    const delivered = await this.#post(webhook, abort.signal);
    this.#running.delete(webhook.id);
    if (this.#stopped) return;
    if (delivered) this.#store.remove(COLLECTION, webhook.id);
    else {
      const wait = Math.min(this.#target.webhookRetryMs * 2 ** webhook.attempts, LONGEST_WAIT_MS);
      const nextAt = new Date(Date.now() + wait).toISOString();
      this.#store.put(COLLECTION, webhook.id, { ...webhook, attempts: webhook.attempts + 1, nextAt });
    }
    await this.#store.flush();
    this.wake();
  }

  async #post(webhook: Webhook, stopping: AbortSignal): Promise<boolean> {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', this.#target.secret)
      .update(`${timestamp}.${webhook.body}`)
      .digest('hex');
    const headers = {
      'content-type': 'application/json',
      'x-webhook-timestamp': timestamp,
      'x-webhook-signature': `v1=${signature}`,
    };
    const exchange = this.#log.sending(webhook, headers);
    try {
      const response = await fetch(new URL(webhook.path, this.#target.webhookUrl ?? ''), {
        method: 'POST',
        headers,
        body: webhook.body,
        signal: AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      await this.#log.sent(exchange, response);
      return response.ok;
    } catch {
      await this.#log.sent(exchange, null);
      return false;
    }
  }
}
