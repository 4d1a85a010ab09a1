import { createHmac } from 'node:crypto';
import { isSameText, type WebhookHeaders } from '../../webhookSignature.ts';

/** Fields of a form in the order in which they came, with repeated and bracketed names. */
export type FormFields = readonly (readonly [name: string, value: string])[];

const SIGNED = ['X-Merchant-Id', 'X-Timestamp', 'X-Nonce'] as const;

/** The headers of a call that are part of its signature, with the signature. */
export function signedHeaders(
  { merchantId, secretKey }: { merchantId: string; secretKey: string },
  fields: FormFields,
  { seconds, nonce }: { seconds: number; nonce: string },
): Record<string, string> {
  const headers = { 'X-Merchant-Id': merchantId, 'X-Timestamp': String(seconds), 'X-Nonce': nonce };
  return { ...headers, 'X-Sign': signature(secretKey, [...Object.entries(headers), ...fields]) };
}

/** Whether this merchant's key signed the fields with their headers. Constant-time. */
export function isSigned(
  { merchantId, secretKey }: { merchantId: string; secretKey: string },
  fields: FormFields,
  headers: WebhookHeaders,
): boolean {
  const given = headers['x-sign'];
  const named = SIGNED.map((name) => [name, headers[name.toLowerCase()]] as const);
  if (typeof given !== 'string' || named.some(([, value]) => typeof value !== 'string')) return false;
  if (headers['x-merchant-id'] !== merchantId) return false;
  return isSameText(given.toLowerCase(), signature(secretKey, [...(named as [string, string][]), ...fields]));
}

/** HMAC-SHA1 over the fields and headers, sorted by name and written as PHP's http_build_query does. */
function signature(key: string, fields: FormFields): string {
  const top = (name: string) => name.split('[', 1)[0] ?? '';
  const sorted = fields.toSorted(([a], [b]) => (top(a) < top(b) ? -1 : top(a) > top(b) ? 1 : 0));
  return createHmac('sha1', key).update(phpQuery(sorted)).digest('hex');
}

/** As URLSearchParams, but PHP also encodes the asterisk. */
const phpQuery = (fields: FormFields): string =>
  new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value]))
    .toString()
    .replaceAll('*', '%2A');
