import type { onRequestHookHandler } from 'fastify';
import { AppError } from '../appError.ts';
import type { AppContext } from '../context.ts';
import type { SettingValue } from '../settings/schema.ts';
import { networkTest } from './networks.ts';

/**
 * Refuses calls from networks that the setting `access` denies, or that are missing from its list of allowed networks
 * (API-05): INVALID_IP.
 */
export function requireAllowedAddress({ settings }: AppContext): onRequestHookHandler {
  let known: SettingValue<'access'> | undefined;
  let isAllowed = (_ip: string) => true;
  return ({ ip }, _reply, done) => {
    const access = settings.get('access');
    if (access !== known) {
      known = access;
      isAllowed = allowedBy(access);
    }
    done(isAllowed(ip) ? undefined : new AppError('INVALID_IP'));
  };
}

function allowedBy({ deniedNetworks, allowedNetworks }: SettingValue<'access'>): (ip: string) => boolean {
  const isDenied = networkTest(deniedNetworks);
  const isNamed = networkTest(allowedNetworks);
  return (ip) => !isDenied(ip) && (allowedNetworks.length === 0 || isNamed(ip));
}
