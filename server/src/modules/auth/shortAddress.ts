import { addressKey } from '../../http/addressKey.ts';

/**
 * An address as members see it in their list of sessions, enough to recognise a network and no more: `203.0.113.x`, or
 * the first three groups of an IPv6 address.
 */
export function shortAddress(ip: string): string {
  const key = addressKey(ip);
  if (key.includes(':')) return `${key.split(':').slice(0, 3).join(':')}::/48`;
  return key.replace(/\.\d+$/, '.x');
}
