import { alarmKindsOf } from '@krapao/contract/alarms';
import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf, ResponseOf } from '@krapao/contract/endpoint';
import type { Language } from '@krapao/contract/limits';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import { pushKey } from '../../modules/notifications/push/pushKey.ts';
import { readBrowser } from '../../modules/notifications/push/subscribe.ts';

type Read = ResponseOf<Contract['GET /api/console/me/alarms']>;
type Put = BodyOf<Contract['PUT /api/console/me/alarms']>;

/** Devices of one operator; a further one ends the oldest. */
const DEVICES_MOST = 10;

/** The alarms of this session's browser. */
export async function readAlarms(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  { tokenHash, role }: Pick<Operator, 'tokenHash' | 'role'>,
): Promise<Read> {
  const device = await db
    .selectFrom('alarm_device')
    .select('kinds')
    .where('session_hash', '=', tokenHash)
    .executeTakeFirst();
  return {
    publicKey: (await pushKey(db, secrets)).publicKey.toString('base64url'),
    kinds: alarmKindsOf(role),
    chosen: (device?.kinds as Read['chosen'] | undefined) ?? null,
  };
}

/**
 * Sends alarms to the browser of this session. Without `kinds` it renews what this operator had chosen in the browser, as
 * after another log-in, and is nothing if they had not.
 * @throws AppError INVALID_REQUEST for an address of no push service, or keys that are none
 * @throws AppError OPERATOR_FORBIDDEN for a kind that the role may not see
 * @throws AppError OPERATOR_SETUP_REQUIRED before the operator has a password of their own
 */
export async function putDevice(
  trx: Trx,
  { id, tokenHash, role, mustSetUp }: Operator,
  { kinds, ...browser }: Put,
  { config, language, ip }: { config: AppContext['config']; language: Language; ip: string },
): Promise<void> {
  if (mustSetUp.length > 0) throw new AppError('OPERATOR_SETUP_REQUIRED', mustSetUp.join(', '));
  const keys = readBrowser(browser, config);
  const may = alarmKindsOf(role);
  const forbidden = kinds?.find((kind) => !may.includes(kind));
  if (forbidden !== undefined) throw new AppError('OPERATOR_FORBIDDEN', forbidden);
  const { endpoint } = browser;
  // The operator's row serialises two calls at the same moment.
  await trx.selectFrom('operator').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  await sql`
    delete from alarm_device where (session_hash = ${tokenHash} and endpoint <> ${endpoint})
      or (endpoint = ${endpoint} and operator_id <> ${id})`.execute(trx);
  const its = { session_hash: tokenHash, language, address: ip, ...keys };
  if (kinds === undefined) {
    await trx.updateTable('alarm_device').set(its).where('endpoint', '=', endpoint).execute();
    return;
  }
  await trx
    .insertInto('alarm_device')
    .values({ operator_id: id, endpoint, ...its, kinds })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ ...its, kinds }))
    .execute();
  await sql`
    delete from alarm_device where operator_id = ${id} and id not in (
      select id from alarm_device where operator_id = ${id} order by created_at desc limit ${DEVICES_MOST})`.execute(
    trx,
  );
}

/** Ends alarms on this session's browser. */
export async function removeDevice(trx: Trx, { tokenHash }: Pick<Operator, 'tokenHash'>): Promise<void> {
  await trx.deleteFrom('alarm_device').where('session_hash', '=', tokenHash).execute();
}

/** Ends alarms on all other devices of the operator, also of sessions that are over. */
export async function endOtherDevices(
  trx: Trx,
  { id, tokenHash }: Pick<Operator, 'id' | 'tokenHash'>,
): Promise<void> {
  await trx
    .deleteFrom('alarm_device')
    .where('operator_id', '=', id)
    .where('session_hash', '<>', tokenHash)
    .execute();
}

/** Ends alarms on devices that were registered where the console does not answer. */
export async function endDevicesOutside(trx: Trx, isAllowed: (address: string) => boolean): Promise<void> {
  const devices = await trx.selectFrom('alarm_device').select(['id', 'address']).execute();
  const outside = devices.filter(({ address }) => !isAllowed(address ?? '')).map(({ id }) => id);
  await sql`delete from alarm_device where id = any(${outside}::uuid[])`.execute(trx);
}
