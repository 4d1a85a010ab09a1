import { createHmac, timingSafeEqual } from 'node:crypto';

/** A notice older or newer than this is refused, so that a recorded one cannot be replayed later. */
const TOLERANCE_SECONDS = 300;

/** The headers that carry a webhook's signature: `v1=` and the hex HMAC-SHA256 of `timestamp.body`. */
const TIMESTAMP_HEADER = 'x-webhook-timestamp';
const SIGNATURE_HEADER = 'x-webhook-signature';

export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Whether our shared secret signed the raw body at about `now`. Constant-time. */
export function isSignedWebhook(
  secret: string,
  headers: WebhookHeaders,
  rawBody: string | Buffer,
  now: Date,
): boolean {
  const timestamp = headers[TIMESTAMP_HEADER];
  const signature = headers[SIGNATURE_HEADER];
  if (typeof timestamp !== 'string' || typeof signature !== 'string') return false;
  if (!isRecent(timestamp, now)) return false;
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex');
  return isSameText(signature, `v1=${expected}`);
}

/** Whether these Unix seconds are at about `now`. */
export function isRecent(seconds: string, now: Date): boolean {
  return (
    /^[0-9]{1,12}$/.test(seconds) && Math.abs(now.getTime() / 1000 - Number(seconds)) <= TOLERANCE_SECONDS
  );
}

/** Compares a signature or a key in constant time. */
export function isSameText(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
