/**
 * Decides which addresses are public, that is, reachable from anywhere on the internet. The service connects to no
 * other addresses on behalf of a caller.
 *
 * This follows IANA's registries of special-purpose addresses (IPv4, IPv6) strictly: addresses that are not clearly
 * global unicast are refused, since no receiver uses them. In IPv6 only `GLOBAL_V6` can be public, so ranges elsewhere
 * that are assigned later are refused already. Two forms contain an IPv4 address and are judged by it: IPv4-mapped, and
 * NAT64, by which a machine without IPv4 reaches IPv4. 6to4 and Teredo contain one too, but are obsolete: all refused.
 */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

const SPECIAL_V4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT; some clouds serve their metadata there
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // looks public, but is the host of every Azure virtual machine
  '169.254.0.0/16', // link-local; most clouds serve their metadata there
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
];

const V4_MAPPED = '::ffff:';
const NAT64 = '64:ff9b::';
const GLOBAL_V6 = ['2000::/3', `${V4_MAPPED}0.0.0.0/96`, `${NAT64}0.0.0.0/96`];

/** Special-purpose ranges within `GLOBAL_V6`. */
const SPECIAL_V6 = [
  '2001::/23', // protocol assignments, Teredo among them
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '3fff::/20', // documentation
  ...[V4_MAPPED, NAT64].flatMap((prefix) =>
    SPECIAL_V4.map((subnet) => {
      const [net = '', bits = ''] = subnet.split('/');
      return `${prefix}${net}/${96 + Number(bits)}`;
    }),
  ),
];

const specialV4 = blockListOf(SPECIAL_V4, 'ipv4');
const globalV6 = blockListOf(GLOBAL_V6, 'ipv6');
const specialV6 = blockListOf(SPECIAL_V6, 'ipv6');

/** Returns whether `address` (without brackets) is public. Addresses with a zone (`%eth0`) and other texts are not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialV4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6');
}

function blockListOf(subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = '', bits = ''] = subnet.split('/');
    list.addSubnet(net, Number(bits), family);
  }
  return list;
}
