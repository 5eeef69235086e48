import { lookup as lookUp } from "node:dns/promises";
import { type IncomingMessage, type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { urlToHttpOptions } from "node:url";
import {
  type Clock,
  type OutgoingRequest,
  type ReceivedAnswer,
  type SendRequest,
  Undeliverable,
} from "../delivery-options.ts";
import { isPublicAddress } from "./is-public-address.ts";

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
