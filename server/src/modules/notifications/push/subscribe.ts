import { createECDH } from 'node:crypto';
import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf } from '@krapao/contract/endpoint';
import type { Language } from '@krapao/contract/limits';
import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { Session } from '../../../calls/authenticate.ts';
import type { Config } from '../../../config.ts';
import type { Trx } from '../../../database/connect.ts';
import { pushServiceAddress } from './pushService.ts';

/** Browsers of one member that get web push; a further one ends the oldest. */
const BROWSERS_MAX = 10;

interface Subscription extends BodyOf<Contract['PUT /api/notifications/push']> {
  language: Language;
}

/**
 * Sends web push to the browser of this session from now on. A browser belongs to whoever subscribed in it last.
 * @throws AppError INVALID_REQUEST for an address of no push service, or keys that are none
 */
export async function subscribe(
  trx: Trx,
  { memberId, tokenHash }: Pick<Session, 'memberId' | 'tokenHash'>,
  { endpoint, language, ...keys }: Subscription,
  config: Pick<Config, 'pushHosts'>,
): Promise<void> {
  const { p256dh, auth } = readBrowser({ endpoint, ...keys }, config);
  // The member's row serialises two subscriptions at the same moment.
  await trx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().execute();
  await sql`
    delete from push_subscription
    where (session_hash = ${tokenHash} and endpoint <> ${endpoint})
      or (endpoint = ${endpoint} and member_id <> ${memberId})`.execute(trx);
  // The row of a browser that subscribes again stays: what is on its way finds it.
  const its = { session_hash: tokenHash, p256dh, auth, language };
  await trx
    .insertInto('push_subscription')
    .values({ member_id: memberId, endpoint, ...its })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(its))
    .execute();
  await sql`
    delete from push_subscription where member_id = ${memberId} and ended_at is null and id not in (
      select id from push_subscription where member_id = ${memberId} and ended_at is null
      order by created_at desc limit ${BROWSERS_MAX})`.execute(trx);
}

/** Ends web push to the browser of this session. */
export async function unsubscribe(trx: Trx, { tokenHash }: Pick<Session, 'tokenHash'>): Promise<void> {
  await trx.deleteFrom('push_subscription').where('session_hash', '=', tokenHash).execute();
}

/**
 * The keys of a browser that subscribes.
 * @throws AppError INVALID_REQUEST for an address of no push service, or keys that are none
 */
export function readBrowser(
  { endpoint, ...keys }: BodyOf<Contract['PUT /api/notifications/push']>,
  config: Pick<Config, 'pushHosts'>,
): { p256dh: Buffer; auth: Buffer } {
  if (pushServiceAddress(endpoint, config) === null)
    throw new AppError('INVALID_REQUEST', 'endpoint is of no known push service');
  const p256dh = Buffer.from(keys.p256dh, 'base64url');
  const auth = Buffer.from(keys.auth, 'base64url');
  if (!isPoint(p256dh)) throw new AppError('INVALID_REQUEST', 'p256dh is no key');
  return { p256dh, auth };
}

/** Whether it is a point of the curve. */
function isPoint(key: Buffer): boolean {
  try {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    return pair.computeSecret(key).length === 32;
  } catch {
    return false;
  }
}
