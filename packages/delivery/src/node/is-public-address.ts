import { BlockList, isIPv4, isIPv6 } from "node:net";

/**
 * Whether an IP address is one of the public internet: not this machine, a private network, a link, a group, or reserved.
 * IPv6 is taken from the part that is given out, and addresses that carry one of IPv4 are judged by that.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !RESERVED.check(address, "ipv4");
  if (!isIPv6(address) || address.includes("%")) return false;
  return GLOBAL.check(address, "ipv6") && !RESERVED.check(address, "ipv6");
}

/** By the IANA special-purpose address registry: none of these is reached over the internet. */
const RESERVED_IPV4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8], // this network
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // behind a carrier's translation
  ["127.0.0.0", 8], // loopback
  ["169.254.0.0", 16], // link-local, with the metadata of clouds
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocols
  ["192.0.2.0", 24], // documentation
  ["192.88.99.0", 24], // relays of 6to4
  ["192.168.0.0", 16], // private
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and broadcast
];

/** Within what is given out: protocols with Teredo, documentation, 6to4. */
const RESERVED_IPV6: readonly (readonly [string, number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

/** What an address of IPv4 is carried in: as such, and translated on networks with only IPv6. */
const CARRIERS = ["::ffff:", "64:ff9b::"];
const CARRIED_AT = 96;

const GLOBAL = new BlockList();
GLOBAL.addSubnet("2000::", 3, "ipv6");
for (const carrier of CARRIERS) GLOBAL.addSubnet(`${carrier}0.0.0.0`, CARRIED_AT, "ipv6");

const RESERVED = new BlockList();
for (const [network, bits] of RESERVED_IPV6) RESERVED.addSubnet(network, bits, "ipv6");
for (const [network, bits] of RESERVED_IPV4) {
  RESERVED.addSubnet(network, bits, "ipv4");
  for (const carrier of CARRIERS) RESERVED.addSubnet(`${carrier}${network}`, CARRIED_AT + bits, "ipv6");
}
