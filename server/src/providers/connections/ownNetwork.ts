import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Config } from '../../config.ts';

/** `host:port` of own services that connections may call; from the environment. */
export type AllowedHosts = ReadonlySet<string>;

/** The host with its port, also where the address leaves the port out. */
export function hostAndPort({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}

/** The own services that this site may call: those of KRAPAO_OWN_NETWORK_HOSTS, the sandbox, the environment's gateway. */
export function allowedHosts({
  ownNetworkHosts,
  sandbox,
  sms,
}: Pick<Config, 'ownNetworkHosts' | 'sandbox' | 'sms'>): AllowedHosts {
  const trusted = [sandbox?.url, sms?.url].flatMap((url) => URL.parse(url ?? '') ?? []);
  return new Set([...ownNetworkHosts, ...trusted.map(hostAndPort)]);
}

/** The name leads into the server's own network, so nothing was sent. */
export class OwnNetworkError extends Error {}

const OWN = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  // Azure's own services for a machine.
  ['168.63.129.16', 32],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  OWN.addSubnet(address, bits, 'ipv4');
for (const [address, bits] of [
  // Loopback and the old forms that carry an IPv4 address.
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fec0::', 10],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  OWN.addSubnet(address, bits, 'ipv6');

/** Whether an address is of the server's own or a private network. A name is not judged here, only its addresses. */
export function isOwnNetwork(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(address);
  if (family === 0) return /(?:^|\.)localhost\.?$/i.test(hostname);
  return OWN.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Resolves a name for a new connection and refuses addresses of the own network. It is asked again for each connection,
 * so a name that changes its address after the check gains nothing.
 */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const outside = addresses.filter(({ address }) => !isOwnNetwork(address));
    const [first] = outside;
    if (first === undefined) return callback(new OwnNetworkError(hostname), '', 0);
    if (options.all) callback(null, outside);
    else callback(null, first.address, first.family);
  });
};
