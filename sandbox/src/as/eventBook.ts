import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { clock } from '../clock.ts';
import type { Store } from '../state/store.ts';
import type { EventReceiver } from './eventFaults.ts';

/** An event as it came to a receiver, every time that it came. */
export interface ReceivedEvent {
  receiver: EventReceiver;
  webhookId: string;
  /** Whether one of the receiver's secrets signed it; null while the receiver knows none. */
  isProved: boolean | null;
  signatures: number;
  body: { id: string; type: string; timestamp: string; data: Record<string, unknown> };
  at: string;
}

const RECEIVED = 'receivedEvents';
const SECRETS = 'eventSecrets';
const KEPT = 5_000;
const TOLERANCE_SECONDS = 300;

/** What came to the receivers, and the secrets that they know. */
export class EventBook {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  secrets(receiver: EventReceiver): readonly string[] {
    return this.#store.all<string[]>(SECRETS).get(receiver) ?? [];
  }

  setSecrets(receiver: EventReceiver, secrets: readonly string[]): void {
    this.#store.put(SECRETS, receiver, secrets);
  }

  /** In the order in which they came. */
  received(receiver?: EventReceiver): ReceivedEvent[] {
    const all = [...this.#store.all<ReceivedEvent>(RECEIVED).values()];
    return receiver === undefined ? all : all.filter((event) => event.receiver === receiver);
  }

  /** Stores an event unless its signature is wrong. @returns whether it was stored */
  take(receiver: EventReceiver, headers: IncomingHttpHeaders, raw: Buffer): boolean {
    const secrets = this.secrets(receiver);
    const isProved = secrets.length === 0 ? null : isSigned(secrets, headers, raw);
    if (isProved === false) return false;
    const received: ReceivedEvent = {
      receiver,
      webhookId: String(headers['webhook-id']),
      isProved,
      signatures: signaturesOf(headers).length,
      body: JSON.parse(raw.toString()),
      at: clock.date().toISOString(),
    };
    this.#store.put(RECEIVED, randomUUID(), received);
    const [oldest] = this.#store.all(RECEIVED).keys();
    if (oldest !== undefined && this.#store.all(RECEIVED).size > KEPT) this.#store.remove(RECEIVED, oldest);
    return true;
  }
}

const signaturesOf = (headers: IncomingHttpHeaders): string[] =>
  String(headers['webhook-signature'] ?? '')
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'));

/** As the page docs/events.md tells a receiver to verify. */
export function isSigned(secrets: readonly string[], headers: IncomingHttpHeaders, raw: Buffer): boolean {
  const id = String(headers['webhook-id']);
  const timestamp = String(headers['webhook-timestamp']);
  if (!(Math.abs(clock.now() / 1_000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false;
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(raw).digest();
    return signaturesOf(headers).some((signature) => {
      const given = Buffer.from(signature.slice('v1,'.length), 'base64');
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  });
}
