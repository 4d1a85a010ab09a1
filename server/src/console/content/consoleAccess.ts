import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { allowedFrom } from '../../http/consoleAddress.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { endDevicesOutside } from '../alarms/devices.ts';
import { endSessions } from '../manageOperators.ts';
import type { ContentAddress } from './contentKinds.ts';

interface Change extends ContentAddress {
  value: unknown;
}

/** Nobody locks themselves out of the console. @throws AppError NETWORK_OF_YOUR_OWN */
export function requireOwnNetwork(change: Change, ip: string): void {
  const access = accessOf(change);
  if (access !== null && !allowedFrom(access)(ip)) throw new AppError('NETWORK_OF_YOUR_OWN', ip);
}

/** Ends the sessions that began in other networks, on all nodes, with their streams, sockets and devices for alarms. */
export async function endSessionsOutside(trx: Trx, change: Change): Promise<void> {
  const access = accessOf(change);
  if (access === null) return;
  const isAllowed = allowedFrom(access);
  const open = await trx.selectFrom('operator_session').select(['token_hash', 'address']).execute();
  await endSessions(
    trx,
    open.filter(({ address }) => !isAllowed(address)).map((session) => session.token_hash),
  );
  await endDevicesOutside(trx, isAllowed);
}

function accessOf({ kind, item, value }: Change): SettingValue<'consoleAccess'> | null {
  return kind === 'setting' && item === 'consoleAccess' ? (value as SettingValue<'consoleAccess'>) : null;
}
