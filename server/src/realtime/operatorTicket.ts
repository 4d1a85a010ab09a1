import { createHmac, timingSafeEqual } from 'node:crypto';
import { clock } from '../clock.ts';
import type { SocketOperator } from './operators.ts';

const VALID_SECONDS = 60;

/**
 * The credential of an operator's socket. The console's cookie is sent only with the console's calls, so one of these
 * calls issues a ticket; each connection needs a new one.
 * @param key the secrets' `signedLink`
 */
export function signOperatorTicket(
  key: Buffer,
  { operatorId, session }: SocketOperator,
  now = clock.date(),
): string {
  const claim = `${operatorId}.${session}.${Math.floor(now.getTime() / 1000) + VALID_SECONDS}`;
  return `${claim}.${signatureOf(key, claim)}`;
}

/** The operator of the ticket; null if we did not sign it or its minute is over. Constant-time. */
export function readOperatorTicket(key: Buffer, ticket: string, now = clock.date()): SocketOperator | null {
  const [, claim, operatorId, session, expires, signature] =
    /^((\d{1,19})\.([0-9a-f]{64})\.(\d{1,12}))\.([\w-]{43})$/.exec(ticket) ?? [];
  if (!claim || !operatorId || !session || !signature) return null;
  const isOurs = timingSafeEqual(Buffer.from(signatureOf(key, claim)), Buffer.from(signature));
  return isOurs && Number(expires) * 1000 >= now.getTime() ? { operatorId, session } : null;
}

function signatureOf(key: Buffer, claim: string): string {
  return createHmac('sha256', key).update(`socket ${claim}`).digest('base64url');
}
