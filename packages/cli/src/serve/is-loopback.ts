import { BlockList, isIPv6 } from "node:net";

/** Whether an address to listen on is reached from this machine alone. A name other than localhost may be any machine's. */
export function isLoopback(host: string): boolean {
  if (host.toLowerCase() === "localhost") return true;
  return LOOPBACK.check(host, isIPv6(host) ? "ipv6" : "ipv4");
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");
