import { lookup as lookUp } from "node:dns/promises";
import type { IncomingMessage, RequestOptions } from "node:http";
import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";
import { urlToHttpOptions } from "node:url";
import {
  type Clock,
  type OutgoingRequest,
  type ReceivedAnswer,
  type SendRequest,
  Undeliverable,
} from "../delivery-options.ts";

// To import them loads the platform's web client, too, a tenth of what a command takes to start.
const { request: requestHttp } = process.getBuiltinModule("node:http");
const { request: requestHttps } = process.getBuiltinModule("node:https");

export interface NodeSendOptions {
  /** Whether an IP address may be connected to; by default those of the public internet. */
  readonly allows?: (address: string) => boolean;
  /** The IP addresses of a name; by default as this machine resolves it. */
  readonly resolve?: (name: string) => Promise<readonly Address[]>;
}

interface Address {
  readonly address: string;
  readonly family: number;
}

/**
 * Sends over `node:http` and `node:https`, each request on a connection of its own. A name is resolved once for it, and it
 * connects to nothing but the addresses that were then allowed: what the name is later does not matter.
 */
export function nodeSend({
  allows = isPublicAddress,
  resolve = resolveName,
}: NodeSendOptions = {}): SendRequest {
  return async (request, signal) => {
    const addresses = await allowedAddresses(request.url, allows, resolve);
    signal.throwIfAborted();
    return exchange(request, addresses, signal);
  };
}

async function resolveName(name: string): Promise<readonly Address[]> {
  return lookUp(name, { all: true });
}

/** The URL's own reader has turned decimal, octal and hexadecimal forms of IPv4 into the common one. */
async function allowedAddresses(
  { hostname }: URL,
  allows: (address: string) => boolean,
  resolve: (name: string) => Promise<readonly Address[]>,
): Promise<readonly Address[]> {
  const name = hostname.replace(/^\[(.*)\]$/u, "$1");
  const family = isIP(name);
  const all = family === 0 ? await resolve(name) : [{ address: name, family }];
  const allowed = all.filter(({ address }) => allows(address));
  if (all.length > 0 && allowed.length === 0)
    throw new Undeliverable(
      `"${name}" is ${all.map(({ address }) => address).join(", ")}, which is not on the public internet, and private targets are not allowed.`,
    );
  if (allowed.length === 0) throw new Error(`The name "${name}" has no address.`);
  return allowed;
}

function exchange(
  { url, method, headers, body, answerBytes }: OutgoingRequest,
  addresses: readonly Address[],
  signal: AbortSignal,
): Promise<ReceivedAnswer> {
  const lookup: RequestOptions["lookup"] = (_name, { all }, done) => {
    const [first = { address: "", family: 0 }] = addresses;
    if (all) done(null, [...addresses]);
    else done(null, first.address, first.family);
  };
  return new Promise((resolve, reject) => {
    const begin = url.protocol === "https:" ? requestHttps : requestHttp;
    const length = body === undefined ? {} : { "content-length": String(body.length) };
    const options = {
      ...urlToHttpOptions(url),
      method,
      headers: { ...headers, ...length },
      agent: false,
      lookup,
      signal,
    };
    const sent = writable(() => begin(options));
    sent.on("response", (response) => resolve(readAnswer(response, answerBytes)));
    sent.on("error", reject);
    sent.end(body);
  });
}

/** A value that no header can hold shows when the request is made. */
function writable<T>(begin: () => T): T {
  try {
    return begin();
  } catch (error) {
    throw new Undeliverable((error as Error).message);
  }
}

/** The status counts once it is there: a body that breaks off is kept as far as it came. */
async function readAnswer(response: IncomingMessage, most: number): Promise<ReceivedAnswer> {
  const { statusCode = 0, statusMessage = "", headers } = response;
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part.subarray(0, most - length));
      length += part.length;
      if (length >= most) break; // which ends the connection
    }
  } catch {
    // It was reset, or the time is over.
  }
  response.destroy();
  return {
    status: statusCode,
    statusText: statusMessage,
    location: headers.location,
    retryAfter: headers["retry-after"],
    text: Buffer.concat(parts).toString(),
  };
}

/** The clock of this machine. A sleeper keeps the process alive. */
export const systemClock: Clock = {
  now: Date.now,
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      signal.addEventListener("abort", wake);
    }),
};

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
