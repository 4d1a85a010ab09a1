import { createHmac, timingSafeEqual } from 'node:crypto';
import { clock } from '../../../clock.ts';

const VALID_SECONDS = 300;

/** The path of a stored slip picture, signed, for five minutes (STM-05). */
export function signSlipLink(key: Buffer, reference: string, now = clock.date()): string {
  const expires = Math.floor(now.getTime() / 1000) + VALID_SECONDS;
  return `/media/slips/${reference}?expires=${expires}&signature=${signatureOf(key, reference, expires)}`;
}

/** Whether we signed the link and it has not expired. Constant-time. */
export function isSignedSlipLink(
  key: Buffer,
  reference: string,
  link: { expires?: string | undefined; signature?: string | undefined },
  now = clock.date(),
): boolean {
  const { expires = '', signature = '' } = link;
  if (!/^[0-9]{1,12}$/.test(expires) || Number(expires) * 1000 < now.getTime()) return false;
  const expected = Buffer.from(signatureOf(key, reference, Number(expires)));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signatureOf(key: Buffer, reference: string, expires: number): string {
  return createHmac('sha256', key).update(`slip ${reference} ${expires}`).digest('base64url');
}
