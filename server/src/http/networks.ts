import { BlockList, isIP, isIPv4 } from 'node:net';

/** True for an address, or a network in CIDR form. Bits behind the prefix are ignored; a zone names no network. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIPv4(address) ? 32 : 128);
}

/**
 * Returns a check whether an address is in one of the networks. An IPv4-mapped IPv6 address counts as the IPv4 address,
 * and a zone is no part of an address.
 */
export function networkTest(networks: readonly string[]): (ip: string) => boolean {
  if (networks.length === 0) return () => false;
  // One list for both families would take 198.51.100.7 for a part of ::/0.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const plain = plainAddress(address);
    const isMapped = isIPv4(plain) && !isIPv4(address);
    const bits = prefix === undefined ? undefined : Number(prefix) - (isMapped ? 96 : 0);
    if (bits !== undefined && bits < 0) lists.ipv6.addSubnet(address, Number(prefix), 'ipv6');
    else if (bits === undefined) lists[familyOf(plain)].addAddress(plain, familyOf(plain));
    else lists[familyOf(plain)].addSubnet(plain, bits, familyOf(plain));
  }
  return (ip) => {
    const plain = plainAddress(ip);
    return isIP(plain) !== 0 && lists[familyOf(plain)].check(plain, familyOf(plain));
  };
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');

/** The address without its zone; an IPv4-mapped one as IPv4, however it is written. */
function plainAddress(ip: string): string {
  const [address = ''] = ip.split('%');
  if (isIPv4(address) || isIP(address) === 0) return address;
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return address;
  return [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}
