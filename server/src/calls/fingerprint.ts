import { createHash } from 'node:crypto';

/**
 * The request that an Idempotency-Key stands for: SHA-256 over the call's method, path and body. The same parts give
 * the same 32 bytes; objects are compared by value, with sorted keys.
 */
export function fingerprint(...parts: [string, ...unknown[]]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts, sortKeys)).digest();
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
