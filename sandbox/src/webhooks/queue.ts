import { createHmac, randomUUID } from 'node:crypto';
import { clock } from '../clock.ts';
import type { Exchange } from '../exchanges/exchangeBook.ts';
import { metFaults } from '../faults/metFaults.ts';
import { encode } from '../state/codec.ts';
import type { Store } from '../state/store.ts';

export interface Webhook {
  id: string;
  /** Below the server's base URL; the whole address if a maker sends it. */
  path: string;
  /** The maker that sends and signs it; undefined for the sandbox's own. */
  maker?: string;
  body: string;
  attempts: number;
  /** ISO time of the next attempt. */
  nextAt: string;
  /** The fault switches that its cause met. */
  faults?: readonly string[];
}

/** Told of each delivery before and after it. */
export interface DeliveryLog {
  sending(
    webhook: Pick<Webhook, 'path' | 'maker' | 'body' | 'faults'>,
    headers: Readonly<Record<string, string>>,
  ): Exchange;
  /** Without a response nobody answered. @returns the beginning of the answer's body */
  sent(exchange: Exchange, response: Response | null): Promise<string>;
}

export interface WebhookTarget {
  webhookUrl: string | null;
  secret: string;
  webhookRetryMs: number;
}

/** The headers with which a maker sends a body, made anew for each delivery. */
export type MakerHeaders = (body: string) => Readonly<Record<string, string>>;

/** Whether a 2xx with this body ends the repeats of a notice. */
type TakenBy = (answer: string, body: string) => boolean;

const COLLECTION = 'webhooks';
const LONGEST_WAIT_MS = 60_000;
const ANSWER_WITHIN_MS = 10_000;
const AT_ONCE = 8;

/** Delivers signed notices to the server, at least once each, until it answers 2xx; the queue outlives a restart. */
export class WebhookQueue {
  readonly #store: Store;
  readonly #target: WebhookTarget;
  readonly #log: DeliveryLog;
  readonly #makers = new Map<string, { headers: MakerHeaders; takes: TakenBy | undefined }>();
  readonly #running = new Map<string, AbortController>();
  readonly #deliveries = new Set<Promise<void>>();
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
    const nextAt = new Date(clock.now() + delayMs).toISOString();
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

  /** How this maker's notices are sent. Without `takes` any 2xx ends their repeats. */
  sendBy(maker: string, headers: MakerHeaders, takes?: TakenBy): void {
    this.#makers.set(maker, { headers, takes });
  }

  /** Queues a maker's notice to a whole address. */
  addOf(maker: string, url: string, body: string, delayMs = 0): void {
    const id = randomUUID();
    const nextAt = new Date(clock.now() + delayMs).toISOString();
    const webhook: Webhook = { id, path: url, maker, body, attempts: 0, nextAt, faults: metFaults() };
    this.#store.put(COLLECTION, id, webhook);
    this.wake();
  }

  waiting(): Webhook[] {
    return [...this.#store.all<Webhook>(COLLECTION).values()];
  }

  /** Delivers due notices and sleeps until the next is due. */
  wake(): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    const now = clock.now();
    let soonest = Number.POSITIVE_INFINITY;
    for (const webhook of this.waiting()) {
      if (this.#running.has(webhook.id)) continue;
      if (webhook.maker === undefined && this.#target.webhookUrl === null) continue;
      const wait = Date.parse(webhook.nextAt) - now;
      if (wait > 0) soonest = Math.min(soonest, wait);
      else if (this.#running.size < AT_ONCE) {
        const delivery = this.#deliver(webhook).finally(() => this.#deliveries.delete(delivery));
        this.#deliveries.add(delivery);
      }
    }
    if (soonest < Number.POSITIVE_INFINITY) this.#timer = setTimeout(() => this.wake(), soonest);
  }

  /** Resolves when every notice that is due has been tried. @returns how many were */
  async delivered(): Promise<number> {
    let count = 0;
    for (this.wake(); this.#deliveries.size > 0; ) {
      count += this.#deliveries.size;
      await Promise.all(this.#deliveries);
    }
    return count;
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
      const nextAt = new Date(clock.now() + wait).toISOString();
      this.#store.put(COLLECTION, webhook.id, { ...webhook, attempts: webhook.attempts + 1, nextAt });
    }
    await this.#store.flush();
    this.wake();
  }

  async #post(webhook: Webhook, stopping: AbortSignal): Promise<boolean> {
    const headers = { 'content-type': 'application/json', ...this.#headersOf(webhook) };
    const exchange = this.#log.sending(webhook, headers);
    try {
      const response = await fetch(new URL(webhook.path, this.#target.webhookUrl ?? undefined), {
        method: 'POST',
        headers,
        body: webhook.body,
        signal: AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      const answer = await this.#log.sent(exchange, response);
      const takes = this.#makers.get(webhook.maker ?? '')?.takes;
      return response.ok && (takes?.(answer, webhook.body) ?? true);
    } catch {
      await this.#log.sent(exchange, null);
      return false;
    }
  }

  #headersOf({ maker, body }: Webhook): Readonly<Record<string, string>> {
    if (maker !== undefined) return this.#makers.get(maker)?.headers(body) ?? {};
    const timestamp = String(Math.floor(clock.now() / 1000));
    const signature = createHmac('sha256', this.#target.secret).update(`${timestamp}.${body}`).digest('hex');
    return { 'x-webhook-timestamp': timestamp, 'x-webhook-signature': `v1=${signature}` };
  }
}
