import { isIPv6 } from 'node:net';

/** "203.0.113.9:51234", "[2001:db8::1]:443": some proxies name the port of a visitor too. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]+)\](?::\d+)?)$/;
const MAPPED_IPV4 = /^(?:0*:)*:?ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** The eight groups of an IPv6 address; `::` replaces a run of zeros. */
function groupsOf(address: string): string[] {
  const [before = '', after] = address.split('::');
  const [head, tail] = [before, after ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: GROUPS - head!.length - tail!.length }, () => '0');
  return after === undefined ? head! : [...head!, ...zeros, ...tail!];
}

/** An address alone, as a proxy may write it with a port. */
export function withoutPort(address: string): string {
  const [, v4, v6] = WITH_PORT.exec(address) ?? [];
  return v4 ?? v6 ?? address;
}

/**
 * The network of one customer: an unchanged IPv4 address, also one written as IPv6; the first 64 bits of an IPv6
 * address, "2001:db8:0:1::/64" (RFC 6177). Anything else is returned unchanged.
 */
export function networkOf(address: string): string {
  const alone = withoutPort(address);
  const [plain = ''] = alone.split('%');
  const mapped = MAPPED_IPV4.exec(plain)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(plain)) return alone;
  const network = groupsOf(plain).slice(0, NETWORK_GROUPS);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
