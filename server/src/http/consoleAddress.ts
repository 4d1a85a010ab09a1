import type { IncomingHttpHeaders } from 'node:http';
import type { onRequestHookHandler } from 'fastify';
import { AppError } from '../appError.ts';
import type { AppContext } from '../context.ts';
import type { SettingValue } from '../settings/schema.ts';
import { networkTest } from './networks.ts';

type Needs = Pick<AppContext, 'settings' | 'metrics'>;

/** Whether operators may come from this address, as the setting `consoleAccess` says now on this node. */
export type ConsoleAddressTest = (ip: string) => boolean;

/** The check of the setting, made anew when the setting was changed. A refusal is counted. */
export function consoleAddressTest({ settings, metrics }: Needs): ConsoleAddressTest {
  let known: SettingValue<'consoleAccess'> | undefined;
  let isAllowed: ConsoleAddressTest = () => true;
  return (ip) => {
    const access = settings.get('consoleAccess');
    if (access !== known) {
      known = access;
      isAllowed = allowedFrom(access);
    }
    if (isAllowed(ip)) return true;
    metrics.countConsoleRefusal();
    return false;
  };
}

/** The same for a value of the setting that is not in force. */
export function allowedFrom({ allowedNetworks }: SettingValue<'consoleAccess'>): ConsoleAddressTest {
  return allowedNetworks.length === 0 ? () => true : networkTest(allowedNetworks);
}

/** Refuses operators' calls and streams from other networks, before anybody is looked up: OPERATOR_NETWORK. */
export function requireConsoleAddress(context: Needs): onRequestHookHandler {
  const isAllowed = consoleAddressTest(context);
  return ({ ip }, _reply, done) => done(isAllowed(ip) ? undefined : new AppError('OPERATOR_NETWORK'));
}

/**
 * The address of a caller behind so many trusted proxies, as calls have it: each proxy adds the address that it sees to
 * X-Forwarded-For. For a socket, which the HTTP server does not hand over as a call.
 */
export function callerAddress(remote: string, headers: IncomingHttpHeaders, trustedProxies: number): string {
  const told = [headers['x-forwarded-for'] ?? []].flat().join(',');
  const hops = [remote, ...told.split(',').reverse()].map((hop) => hop.trim()).filter((hop) => hop !== '');
  return hops[Math.min(trustedProxies, hops.length - 1)] ?? remote;
}
