import { readJson } from '../../outsideJson.ts';
import type { WebhookHeaders } from '../webhookSignature.ts';
import type { KeyHolder } from './phoneKey.ts';

/** What a maker, or somebody who knows its address, sent to us. */
export interface Delivery {
  headers: WebhookHeaders;
  query: Readonly<Record<string, string>>;
  /** The body exactly as it came. */
  body: Buffer;
  receivedAt: Date;
  /** The phone or service of this connection whose key came with it; undefined if no such key did. */
  by?: KeyHolder | undefined;
}

/**
 * What a driver reads in a delivery. `proved`: a signature or a key shows that the maker sent it. `hint`: anybody may
 * have sent it; the maker is asked once about `id`, and only its answer counts. `ignored`: it tells of nothing that we
 * keep, and is answered like one that was taken.
 */
export type DeliveryReading<Notice> =
  | { status: 'proved'; notice: Notice }
  | { status: 'hint'; id: string }
  | { status: 'ignored' }
  | { status: 'refused'; reason: DeliveryRefusal };

export type DeliveryRefusal = 'BAD_SIGNATURE' | 'BAD_BODY';

/** How a connection takes what its maker sends to `/webhooks/<connection id>`. */
export interface Receiver<Notice> {
  /** Networks that may deliver; empty: any. */
  networks: readonly string[];
  read(delivery: Delivery): DeliveryReading<Notice>;
  /** What the maker wants to read when its notice was taken. */
  answer: DeliveryAnswer | ((delivery: Delivery) => DeliveryAnswer);
}

export interface DeliveryAnswer {
  /** Its Content-Type. */
  type: string;
  body: string;
}

/** What most makers want to read. */
export const OK_ANSWER: DeliveryAnswer = { type: 'application/json', body: '{"code":"OK"}' };

export const answerTo = (
  delivery: Delivery,
  { answer }: Pick<Receiver<unknown>, 'answer'>,
): DeliveryAnswer => (typeof answer === 'function' ? answer(delivery) : answer);

/** Undefined where the text is no JSON. */
export const jsonOf = (body: Buffer): unknown => readJson(body.toString());
