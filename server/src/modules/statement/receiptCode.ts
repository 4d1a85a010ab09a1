import { createHmac, timingSafeEqual } from 'node:crypto';
import { rowReference } from '@krapao/contract/rowReference';
import type { Keys } from '../../sealed.ts';

/** Crockford's base 32: signs that people do not confuse. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;
const CODE = /^T([0-9]{1,18})([0-9A-Z]{16})$/;

/**
 * The code on the receipt of a statement entry: its reference and sixteen signs that only this site can make of it, as
 * `T12-9F3K-00QX-7H2M-AB4C`. It gives no right but to read what the receipt says.
 */
export function receiptCode([key]: Keys, entryId: string): string {
  const groups = signsOf(key, entryId).match(/.{4}/g) ?? [];
  return [rowReference(entryId), ...groups].join('-');
}

/** The entry that a code is of, in any spelling of a person; undefined if this site did not make the code. */
export function entryOfCode(keys: Keys, typed: string): bigint | undefined {
  const [, id = '', signs = ''] = CODE.exec(typed.toUpperCase().replaceAll(/[\s-]/g, '')) ?? [];
  if (id === '') return undefined;
  const given = Buffer.from(signs.replaceAll('O', '0').replaceAll(/[IL]/g, '1'));
  const isOurs = keys.some((key) => key && timingSafeEqual(given, Buffer.from(signsOf(key, id))));
  return isOurs ? BigInt(id) : undefined;
}

function signsOf(key: Buffer, entryId: string): string {
  const digest = createHmac('sha256', key).update(entryId).digest();
  return Array.from(digest.subarray(0, LENGTH), (byte) => SIGNS[byte % SIGNS.length]).join('');
}
