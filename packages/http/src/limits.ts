import { totalmem } from "node:os";
import { type Diagnostic, diagnose } from "@tablewright/core";

/** How much one call may bring and how much one key may ask for at a time. */
export interface ServiceLimits {
  /** Bytes of a body, as sent and again as decompressed. */
  readonly bodyBytes: number;
  /** Levels of `{` and `[` in a body. */
  readonly bodyNesting: number;
  /** Members of one object in a body. */
  readonly bodyMembers: number;
  /** Members and items of one row in a body with all that is in them, and of the body without rows. */
  readonly rowValues: number;
  /** Rows of one call. */
  readonly rows: number;
  /** Calls of one access key carried out at the same time. */
  readonly callsPerKey: number;
  /** Further calls of one access key that wait for their turn; one more is refused. */
  readonly waitingPerKey: number;
  /** Calls of all access keys that wait for their turn; one more is refused. */
  readonly waitingInAll: number;
  /** Streams of changes of one access key that are open at the same time; one more is refused. */
  readonly streamsPerKey: number;
  /** Live Selectors of one access key that are open at the same time; one more is refused. */
  readonly livePerKey: number;
  /** The same of all access keys together. */
  readonly liveInAll: number;
  /** Bytes of the bodies that the calls of one access key are bringing and working on; a call that brings more is refused. */
  readonly bodyBytesPerKey: number;
  /** The same of all access keys together. */
  readonly bodyBytesInAll: number;
  /** Milliseconds for which a call may hold the processor before others have their turn. */
  readonly stretch: number;
  /** Headers of a request. */
  readonly headerCount: number;
  /** Wrong access keys from one network address within a minute. */
  readonly wrongKeys: number;
  /** Network addresses of which an account of wrong keys is kept. */
  readonly wrongKeyAddresses: number;
}

export const defaultServiceLimits: ServiceLimits = {
  bodyBytes: 10 * 1024 * 1024,
  bodyNesting: 32,
  bodyMembers: 10_000,
  rowValues: 100_000,
  rows: 10_000,
  callsPerKey: 32,
  waitingPerKey: 256,
  waitingInAll: 4_096,
  streamsPerKey: 16,
  livePerKey: 1_000,
  liveInAll: 4_000,
  bodyBytesPerKey: 64 * 1024 * 1024,
  bodyBytesInAll: 256 * 1024 * 1024,
  stretch: 10,
  headerCount: 100,
  wrongKeys: 10,
  wrongKeyAddresses: 10_000,
};

/** How long the server waits for a client, in milliseconds, and how many clients it takes. */
export interface Timeouts {
  /** Until the head of a request has arrived. */
  readonly headers: number;
  /** Until the whole request has arrived. */
  readonly request: number;
  /** Between two requests on one connection: longer than proxies keep one, which else send a call as it is closed. */
  readonly keepAlive: number;
  /** While nothing of an answer is taken by its caller. */
  readonly answer: number;
  /** Until a connection that is to end is closed although its client still sends. */
  readonly ending: number;
  /** How often the first two waits are looked at. */
  readonly check: number;
  /** Connections open at the same time that are served. */
  readonly sockets: number;
  /** Bytes of the head of a request. */
  readonly headBytes: number;
}

export const defaultTimeouts: Timeouts = {
  headers: 10_000,
  request: 30_000,
  keepAlive: 130_000,
  answer: 30_000,
  ending: 2_000,
  check: 1_000,
  sockets: 10_000,
  headBytes: 16 * 1024,
};

/**
 * How many bytes of bodies are held where the system gives the process so much memory: the rows of a body take several times its
 * length. A single body is always taken.
 */
export function limitsForMemory(bytes: number): Pick<ServiceLimits, "bodyBytesPerKey" | "bodyBytesInAll"> {
  const most = (limit: number, share: number) =>
    Math.max(defaultServiceLimits.bodyBytes, Math.min(limit, Math.floor(bytes / share)));
  return {
    bodyBytesPerKey: most(defaultServiceLimits.bodyBytesPerKey, SHARE_OF_KEY),
    bodyBytesInAll: most(defaultServiceLimits.bodyBytesInAll, SHARE_OF_ALL),
  };
}

/**
 * Bytes that the system gives the process: those of the machine, or of the container that it is in. Without bound where the platform
 * that a fetch handler runs on does not tell: workers have no such number, and Deno gives it only with `--allow-sys`.
 */
export function memoryOfProcess(): number {
  const { constrainedMemory }: { readonly constrainedMemory?: () => number } = process;
  try {
    return Math.min(
      constrainedMemory?.() || Number.POSITIVE_INFINITY,
      totalmem() || Number.POSITIVE_INFINITY,
    );
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

const SHARE_OF_KEY = 16;
const SHARE_OF_ALL = 8;

/** A limit of this server was passed: says which, its value, and the setting that raises it. */
export function overLimit(name: RefusingLimit, limit: number, actual = limit + 1): Diagnostic {
  const diagnostic = word(name, limit, actual);
  const hint = `The server's setting "limits.${name}" raises it.`;
  return { ...diagnostic, hint: diagnostic.hint === undefined ? hint : `${diagnostic.hint} ${hint}` };
}

function word(name: RefusingLimit, limit: number, actual: number): Diagnostic {
  switch (name) {
    case "bodyBytes":
      return diagnose("limit/body", { limit });
    case "bodyNesting":
      return diagnose("limit/body-nesting", { limit });
    case "bodyMembers":
      return diagnose("limit/body-members", { limit });
    case "rowValues":
      return diagnose("limit/row-values", { limit });
    case "rows":
      return diagnose("limit/rows", { limit, actual });
    case "headerCount":
      return diagnose("limit/head", { limit, unit: "headers" });
    case "wrongKeys":
    case "wrongKeyAddresses":
      return diagnose("limit/wrong-keys", { limit });
    case "waitingPerKey":
      return diagnose("limit/busy", { limit });
    case "waitingInAll":
      return diagnose("limit/server-busy", { limit });
    case "streamsPerKey":
      return diagnose("limit/streams", { limit });
    case "livePerKey":
      return diagnose("limit/live", { whose: "This key", limit });
    case "liveInAll":
      return diagnose("limit/live", { whose: "This server", limit });
    case "bodyBytesPerKey":
      return diagnose("limit/bodies", { whose: "this key", limit });
    case "bodyBytesInAll":
      return diagnose("limit/bodies", { whose: "all keys", limit });
  }
}

/** The limits beyond which a call is refused; at the others it waits. */
export type RefusingLimit = Exclude<keyof ServiceLimits, "callsPerKey" | "stretch">;
