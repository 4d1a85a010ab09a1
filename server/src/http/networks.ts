import { BlockList, isIP, isIPv4 } from 'node:net';

/** True for an address, or a network in CIDR form. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  if (isIP(address) === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIPv4(address) ? 32 : 128);
}

/**
 * Returns a check whether an address is in one of the networks. An IPv4-mapped IPv6 address counts as the IPv4 address.
 */
export function networkTest(networks: readonly string[]): (ip: string) => boolean {
  if (networks.length === 0) return () => false;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (ip) => {
    const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;
    return list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
  };
}
