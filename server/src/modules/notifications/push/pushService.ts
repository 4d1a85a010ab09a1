import { type AllowedHosts, hostAndPort } from '../../../providers/connections/ownNetwork.ts';

/**
 * The push services of browsers. An address of anybody else would make the server call a stranger, and tell them the
 * address that it calls from.
 */
const SERVICES = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
] as const;

/** The address of a push service, or null if it is none: https and its own port, except for allowed own hosts. */
export function pushServiceAddress(endpoint: string, allowed: AllowedHosts): URL | null {
  const url = URL.parse(endpoint);
  if (url === null || url.username !== '' || url.password !== '') return null;
  if (['http:', 'https:'].includes(url.protocol) && allowed.has(hostAndPort(url))) return url;
  const isService = SERVICES.some((name) => url.hostname === name || url.hostname.endsWith(`.${name}`));
  return url.protocol === 'https:' && url.port === '' && isService ? url : null;
}
