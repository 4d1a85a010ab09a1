import { createHash } from 'node:crypto';

/**
 * An idempotency key derived from the cause of a posting: the same parts always give the same key (a UUID of version 8
 * over SHA-256). Name the purpose first: keyFrom('deposit', depositId).
 */
export function keyFrom(...parts: [string, ...string[]]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
