import type { Config } from '../../../config.ts';
import { hostAndPort } from '../../../providers/connections/ownNetwork.ts';

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

/**
 * The address of a push service, or null if it is none: https and its own port. Only the sandbox knows others
 * (KRAPAO_PUSH_HOSTS). What connections may call is no push service: the member chooses the path.
 */
export function pushServiceAddress(endpoint: string, { pushHosts }: Pick<Config, 'pushHosts'>): URL | null {
  const url = URL.parse(endpoint);
  if (url === null || url.username !== '' || url.password !== '') return null;
  if (['http:', 'https:'].includes(url.protocol) && pushHosts.includes(hostAndPort(url))) return url;
  const isService = SERVICES.some((name) => url.hostname === name || url.hostname.endsWith(`.${name}`));
  return url.protocol === 'https:' && url.port === '' && isService ? url : null;
}
